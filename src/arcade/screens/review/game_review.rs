//! The state of a review except its board, in types that don't depend on the game.

use super::Command;
use crate::{
    app::review::ReviewProgress,
    games::{ArcadeGame, seat_and_player, title_with_size},
    widgets::{
        keys::{Refusal, refuse},
        list,
    },
};
use fourcade_engine::play::{HUMAN, Observation as _, RecordLine, Seat, Seats, Session, Verdict};

/// A line of the record, as the page names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// A move, with its verb such as `played`.
    Step(&'static str),
    /// A random move replaced that of a player who broke the rules.
    FaultyStep,
    /// A computer chose for a person whose time was over.
    LateStep,
    Resignation(Seat),
    Flag(Seat),
}

pub struct GameReview {
    pub title: String,
    pub seat_names: &'static [&'static str],
    /// By seat.
    pub player_names: Vec<String>,
    pub lines: Vec<LineKind>,
    /// The number of lines played at the cursor.
    pub cursor: usize,
    /// Whether the cursor stays at the costliest known move, until the person moves it.
    follows_results: bool,
    /// The number of lines up to the last move that was a choice.
    last_choice: usize,
    /// The seats with only one legal move at the cursor.
    pub forced: Seats,
    /// The seat whose values the graph shows.
    pub viewpoint: Seat,
    pub progress: ReviewProgress,
    /// If only one of them fits, whether the board is visible instead of the graph.
    pub shows_board: bool,
    /// Whether the last frame showed both the board and the graph.
    pub shows_both: bool,
    /// The first visible rows of the person's and of the others' costly moves.
    pub first_rows: [usize; 2],
    /// The number of the person's mistakes that are kept for practice.
    pub kept_mistakes: usize,
    /// Describes the variation of a better move if the board shows one.
    pub variation_text: Option<String>,
}

impl GameReview {
    /// The session must be at the end of the game.
    pub fn new<G: ArcadeGame>(
        session: &Session<G>,
        player_names: Vec<String>,
        progress: ReviewProgress,
    ) -> Self {
        let header = session.header();
        let mut lines = Vec::with_capacity(session.lines().len());
        for line in session.lines() {
            lines.push(match line {
                RecordLine::Resign(seat) => LineKind::Resignation(*seat),
                RecordLine::Flag(seat) => LineKind::Flag(*seat),
                RecordLine::Step { times, .. } if times.iter().any(|time| time.late) => {
                    LineKind::LateStep
                }
                RecordLine::Step { moves, faults, .. } if faults.is_empty() => LineKind::Step(
                    moves.first().map_or("played", |(_, action)| G::verbs(action)[1]),
                ),
                RecordLine::Step { .. } => LineKind::FaultyStep,
            });
        }
        Self {
            title: title_with_size(G::FACTS.title, G::size_of(&header.setup)),
            seat_names: G::SEAT_NAMES,
            player_names,
            cursor: lines.len(),
            follows_results: true,
            last_choice: last_choice(session),
            forced: Seats::NONE,
            lines,
            viewpoint: first_person_or_seat(&header.players),
            progress,
            shows_board: false,
            shows_both: true,
            first_rows: [0; 2],
            kept_mistakes: 0,
            variation_text: None,
        }
    }

    /// Goes to the position after this many lines, or to the end if there are fewer.
    fn go_to(&mut self, lines: usize) {
        self.cursor = lines.min(self.lines.len());
        self.follows_results = false;
    }

    pub fn stop_following(&mut self) {
        self.follows_results = false;
    }

    /// Moves the cursor to the costliest known move, or else the last choice, unless the person has
    /// moved it.
    pub fn follow_results(&mut self) {
        if self.follows_results {
            let costliest = self.progress.results.costly().next();
            self.cursor = costliest.map_or(self.last_choice, |(line, _)| line + 1);
        }
    }

    pub fn update_forced<G: ArcadeGame>(&mut self, session: &Session<G>) {
        let line = self.cursor.checked_sub(1);
        self.forced = line.map_or(Seats::NONE, |line| forced_seats(session, line));
    }

    pub fn go_by(&mut self, lines: isize) {
        self.go_to(self.cursor.saturating_add_signed(lines));
    }

    pub fn verdicts(&self) -> &[Verdict<String, String>] {
        self.cursor.checked_sub(1).map_or(&[], |line| self.progress.results.verdicts(line))
    }

    /// The verdict that the board shows: the one on the viewpoint's move, or else the first one.
    pub fn main_verdict(&self) -> Option<&Verdict<String, String>> {
        let verdicts = self.verdicts();
        verdicts.iter().find(|verdict| verdict.seat == self.viewpoint).or(verdicts.first())
    }

    pub fn seat_name(&self, seat: Seat) -> &'static str {
        self.seat_names[seat.index()]
    }

    pub fn name(&self, seat: Seat) -> String {
        seat_and_player(self.seat_names, seat, &self.player_names)
    }

    pub fn selected_row(&self) -> Option<usize> {
        self.progress.results.costly().position(|(line, _)| line + 1 == self.cursor)
    }

    /// Returns whether there is such a row.
    fn select_row(&mut self, row: usize) -> bool {
        let line = self.progress.results.costly().nth(row).map(|(line, _)| line);
        if let Some(line) = line {
            self.go_to(line + 1);
        }
        line.is_some()
    }

    fn step_rows(&mut self, rows: isize) -> bool {
        let count = self.progress.results.costly().len();
        self.select_row(self.selected_row().map_or(0, |row| list::step(row, rows, count)))
    }

    pub fn list_refusal(&self) -> Option<Refusal> {
        refuse(self.progress.results.costly().len() == 0, "there are no costly moves")
    }

    /// Runs a command that leads to no other screen. Returns whether anything changed.
    pub fn run(&mut self, command: Command) -> bool {
        match command {
            Command::Previous => self.go_by(-1),
            Command::Next => self.go_by(1),
            Command::First => self.go_to(0),
            Command::Last => self.go_to(usize::MAX),
            Command::Up => return self.step_rows(-1),
            Command::Down => return self.step_rows(1),
            Command::GoTo(lines) => self.go_to(lines),
            Command::Row(row) => return self.select_row(row),
            Command::NextSeat => self.viewpoint = self.viewpoint.next(self.seat_names.len()),
            Command::ToggleBoard => self.shows_board = !self.shows_board,
            Command::PlayOut | Command::Practise | Command::Leave => return false,
        }
        true
    }
}

fn first_person_or_seat(players: &[String]) -> Seat {
    Seat::new(players.iter().position(|name| name == HUMAN).unwrap_or(0))
}

/// The seats with only one legal move in this line of the record.
fn forced_seats<G: ArcadeGame>(session: &Session<G>, line: usize) -> Seats {
    let mut session = session.clone();
    session.go_to(line);
    let game = session.game();
    let is_forced = |seat: &Seat| game.observe(Seats::one(*seat)).legal(*seat).len() == 1;
    session.awaited().iter().filter(is_forced).collect()
}

/// The number of lines up to the last move that was a choice; without one, of all lines.
fn last_choice<G: ArcadeGame>(session: &Session<G>) -> usize {
    let lines = session.lines();
    let is_choice = |&line: &usize| match &lines[line] {
        RecordLine::Step { moves, .. } => forced_seats(session, line).len() < moves.len(),
        RecordLine::Resign(_) | RecordLine::Flag(_) => false,
    };
    (0..lines.len()).rev().find(is_choice).map_or(lines.len(), |line| line + 1)
}
