//! What a review shows beside the board. It is plain data and text, the same for all games.

use super::Command;
use crate::{
    app::review::ReviewProgress,
    games::{ArcadeGame, seat_and_player, title_with_size},
    widgets::keys::{Refusal, refuse},
};
use fourcade_engine::play::{HUMAN, Observation as _, RecordLine, Seat, Seats, Session, Verdict};

/// What happened in a line of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// With what the players did, such as `played`.
    Step(&'static str),
    /// A step in which chance chose for a player who broke the rules.
    FaultyStep,
    /// A step in which a computer chose for a person whose time was over.
    LateStep,
    Resignation(Seat),
    Flag(Seat),
}

pub struct GameReview {
    pub title: String,
    pub seat_names: &'static [&'static str],
    /// The names of the players by seat.
    pub player_names: Vec<String>,
    pub lines: Vec<LineKind>,
    /// The number of lines played at the cursor.
    pub cursor: usize,
    /// Whether the person has moved the cursor.
    is_browsed: bool,
    /// The number of lines up to the last move that was a choice.
    last_choice: usize,
    /// The seats whose move at the cursor was the only one.
    pub forced: Seats,
    /// The seat from whose point of view the graph is drawn.
    pub viewpoint: Seat,
    pub progress: ReviewProgress,
    /// Whether the board is visible instead of the graph if both don't fit.
    pub shows_board: bool,
    /// Whether both were visible in the last drawing.
    pub shows_all: bool,
    /// The first visible rows of the lists of costly moves: the person's, and the others'.
    pub first_rows: [usize; 2],
    /// The mistakes of the person that are kept for practice.
    pub mistakes: usize,
    /// What happens on the board in place of the game.
    pub instead: Option<String>,
}

impl GameReview {
    /// Creates the review of a session that is at the end of the game.
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
                RecordLine::Step { moves, faults, .. } if faults.is_empty() => {
                    LineKind::Step(moves.first().map_or("played", |(_, action)| G::verb(action)[1]))
                }
                RecordLine::Step { .. } => LineKind::FaultyStep,
            });
        }
        Self {
            title: title_with_size(G::FACTS.title, G::size_of(&header.setup)),
            seat_names: G::SEAT_NAMES,
            player_names,
            cursor: lines.len(),
            is_browsed: false,
            last_choice: last_choice(session),
            forced: Seats::NONE,
            lines,
            viewpoint: first_person(&header.seats),
            progress,
            shows_board: false,
            shows_all: true,
            first_rows: [0; 2],
            mistakes: 0,
            instead: None,
        }
    }

    /// Goes to the position after this many lines, or to the end of the game if it has fewer.
    fn go_to(&mut self, lines: usize) {
        self.cursor = lines.min(self.lines.len());
        self.is_browsed = true;
    }

    /// Keeps the cursor where it is, whatever is found.
    pub fn stay(&mut self) {
        self.is_browsed = true;
    }

    /// Until the person moves the cursor, it is on the costliest move that is known, or else on
    /// the last one that was a choice.
    pub fn follow_results(&mut self) {
        if !self.is_browsed {
            let costliest = self.progress.results.costly().next();
            self.cursor = costliest.map_or(self.last_choice, |(line, _)| line + 1);
        }
    }

    /// Finds out which moves at the cursor were the only ones.
    pub fn find_forced<G: ArcadeGame>(&mut self, session: &Session<G>) {
        self.forced = self.cursor.checked_sub(1).map_or(Seats::NONE, |line| forced(session, line));
    }

    pub fn go_by_one(&mut self, forward: bool) {
        self.go_to(if forward { self.cursor + 1 } else { self.cursor.saturating_sub(1) });
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

    /// The row of the list with the move at the cursor.
    pub fn selected(&self) -> Option<usize> {
        self.progress.results.costly().position(|(line, _)| line + 1 == self.cursor)
    }

    /// Goes to the move in this row of the list. Returns whether there is one.
    fn select(&mut self, row: usize) -> bool {
        let line = self.progress.results.costly().nth(row).map(|(line, _)| line);
        if let Some(line) = line {
            self.go_to(line + 1);
        }
        line.is_some()
    }

    /// Goes to the move in the next row of the list, or the previous one.
    fn step(&mut self, down: bool) -> bool {
        let last = self.progress.results.costly().len().saturating_sub(1);
        self.select(match self.selected() {
            None => 0,
            Some(row) if down => (row + 1).min(last),
            Some(row) => row.saturating_sub(1),
        })
    }

    pub fn list_refusal(&self) -> Refusal {
        refuse(self.progress.results.costly().len() == 0, "there are no costly moves")
    }

    /// Runs a command that leads to no other screen. Returns whether anything changed.
    pub fn run(&mut self, command: Command) -> bool {
        match command {
            Command::Previous => self.go_by_one(false),
            Command::Next => self.go_by_one(true),
            Command::First => self.go_to(0),
            Command::Last => self.go_to(usize::MAX),
            Command::Up => return self.step(false),
            Command::Down => return self.step(true),
            Command::GoTo(lines) => self.go_to(lines),
            Command::Row(row) => return self.select(row),
            Command::NextSeat => self.viewpoint = self.viewpoint.next(self.seat_names.len()),
            Command::ToggleBoard => self.shows_board = !self.shows_board,
            Command::PlayOut | Command::Practise | Command::Leave => return false,
        }
        true
    }
}

/// Returns the seat of the first person, or the first seat.
fn first_person(players: &[String]) -> Seat {
    Seat::new(players.iter().position(|name| name == HUMAN).unwrap_or(0))
}

/// Returns the seats that had no choice in this line of the record.
fn forced<G: ArcadeGame>(session: &Session<G>, line: usize) -> Seats {
    let mut session = session.clone();
    session.go_to(line);
    let game = session.game();
    let is_forced = |seat: &Seat| game.observe(Seats::one(*seat)).legal(*seat).len() == 1;
    session.awaited().iter().filter(is_forced).collect()
}

/// Returns the number of lines up to the last move that was a choice, or else all lines.
fn last_choice<G: ArcadeGame>(session: &Session<G>) -> usize {
    let lines = session.lines();
    let is_choice = |&line: &usize| match &lines[line] {
        RecordLine::Step { moves, .. } => forced(session, line).len() < moves.len(),
        RecordLine::Resign(_) | RecordLine::Flag(_) => false,
    };
    (0..lines.len()).rev().find(is_choice).map_or(lines.len(), |line| line + 1)
}
