//! The review of a game: a graph of its course, what the moves cost, and better moves.
//!
//! | file | |
//! |---|---|
//! | `keys` | the key table |
//! | `job` | the review as a background job |
//! | `results` | the results so far |
//! | `layout`, `view` | how the screen is drawn |
//! | `graph`, `explanation`, `costly_moves` | how its parts are drawn |

mod costly_moves;
mod explanation;
mod graph;
mod job;
mod keys;
mod layout;
mod results;
mod view;

use std::{borrow::Cow, mem};

use ratatui::{buffer::Buffer, layout::Rect};

use super::screen::{Commands, Context, Screen, Transition};
use crate::{
    games::{ArcadeGame, HUMAN, Verdict},
    play::{Seat, Session},
    ui::{ClickAreas, Look, Offer},
};
use job::{REVIEW_LIMITS, ReviewProgress};
use keys::Command;
use view::View;

pub use keys::KEYS;

/// The click item of the first row of the list. Smaller items are moves in the graph.
const FIRST_ROW_ITEM: usize = 1 << 20;

/// The review of a game.
pub struct ReviewScreen<G: ArcadeGame> {
    /// The game, at the position of the cursor.
    session: Session<G>,
    /// The number of lines of its record.
    line_count: usize,
    controls: G::Controls,
    /// The players' names by seat.
    names: Vec<String>,
    /// The seat from whose point of view the graph is drawn.
    viewpoint: Seat,
    progress: ReviewProgress<G>,
    /// Whether the board is visible instead of the graph if both don't fit.
    shows_board: bool,
    /// Whether both were visible in the last drawing.
    shows_all: bool,
    /// The first visible row of the list.
    first_row: usize,
}

/// Returns why a game can't be reviewed, or `None` if it can.
pub fn refusal<G: ArcadeGame>(session: &Session<G>) -> Option<String> {
    if session.lines().is_empty() && session.undone_len() == 0 {
        return Some("nothing has been played".to_owned());
    }
    G::reviewer(&session.header().setup, &REVIEW_LIMITS).err()
}

impl<G: ArcadeGame> ReviewScreen<G> {
    /// Starts a review of a whole game, including the moves that were taken back. `names` are the
    /// players' names by seat.
    pub fn new(session: &Session<G>, names: Vec<String>, context: &Context) -> Self {
        Self::with_progress(session, names, |session| ReviewProgress::start(session, context.waker))
    }

    /// Creates a review with these results. It counts as running unless they are complete.
    #[cfg(test)]
    pub fn with_results(
        session: &Session<G>,
        names: Vec<String>,
        steps: impl Iterator<Item = crate::games::StepReview<G::Action>>,
    ) -> Self {
        Self::with_progress(session, names, |session| ReviewProgress::with_results(session, steps))
    }

    fn with_progress(
        session: &Session<G>,
        names: Vec<String>,
        progress: impl FnOnce(&Session<G>) -> ReviewProgress<G>,
    ) -> Self {
        let mut session = session.clone();
        session.go_to(usize::MAX);
        let person = session.header().seats.iter().position(|name| name == HUMAN);
        Self {
            line_count: session.lines().len(),
            progress: progress(&session),
            session,
            controls: G::Controls::default(),
            names,
            viewpoint: Seat::new(person.unwrap_or(0)),
            shows_board: false,
            shows_all: true,
            first_row: 0,
        }
    }

    /// The number of lines played at the cursor.
    fn cursor(&self) -> usize {
        self.session.lines().len()
    }

    fn go_to(&mut self, lines: usize) -> Transition {
        self.session.go_to(lines);
        Transition::Redraw
    }

    /// Goes to the next move, or the previous one.
    fn go_by_one(&mut self, forward: bool) -> Transition {
        let cursor = self.cursor();
        self.go_to(if forward { cursor + 1 } else { cursor.saturating_sub(1) })
    }

    /// The verdicts on the move at the cursor.
    fn verdicts(&self) -> &[Verdict<G::Action>] {
        self.cursor().checked_sub(1).map_or(&[], |line| self.progress.results.verdicts(line))
    }

    /// The verdict that the board shows: the one on the viewpoint's move, or else the first one.
    fn main_verdict(&self) -> Option<&Verdict<G::Action>> {
        let verdicts = self.verdicts();
        verdicts.iter().find(|verdict| verdict.seat == self.viewpoint).or(verdicts.first())
    }

    /// Returns the names of a seat and its player.
    fn name(&self, seat: Seat) -> String {
        let seat_name = G::SEAT_NAMES[seat.index()];
        match self.names.get(seat.index()).map(String::as_str) {
            None | Some("") => seat_name.to_owned(),
            Some(name) => format!("{seat_name} {name}"),
        }
    }

    /// The row of the list with the move at the cursor.
    fn selected(&self) -> Option<usize> {
        let cursor = self.cursor();
        self.progress.results.costly().position(|(line, _)| line + 1 == cursor)
    }

    /// Goes to the move in this row of the list.
    fn select(&mut self, row: usize) -> Transition {
        let line = self.progress.results.costly().nth(row).map(|(line, _)| line);
        line.map_or(Transition::None, |line| self.go_to(line + 1))
    }

    /// Goes to the move in the next row of the list, or the previous one.
    fn step(&mut self, down: bool) -> Transition {
        let last = self.progress.results.costly().len().saturating_sub(1);
        self.select(match self.selected() {
            None => 0,
            Some(row) if down => (row + 1).min(last),
            Some(row) => row.saturating_sub(1),
        })
    }

    /// Returns why a command is not available now, or `None` if it is.
    fn refusal(&self, command: Command) -> Option<Cow<'static, str>> {
        match command {
            Command::Previous | Command::First if self.cursor() == 0 => {
                Some("this is the start".into())
            }
            Command::Next | Command::Last if self.cursor() == self.line_count => {
                Some("this is the end".into())
            }
            Command::Up | Command::Down if self.progress.results.costly().len() == 0 => {
                Some("no move is known to have cost anything".into())
            }
            Command::ToggleBoard if self.shows_all => Some("there is room for both".into()),
            _ => None,
        }
    }
}

impl<G: ArcadeGame> Commands for ReviewScreen<G> {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        KEYS.iter().map(|binding| Offer::new(binding, self.refusal(binding.command))).collect()
    }

    fn run(&mut self, command: Command, _: &Context) -> Transition {
        match command {
            Command::Previous => self.go_by_one(false),
            Command::Next => self.go_by_one(true),
            Command::First => self.go_to(0),
            Command::Last => self.go_to(usize::MAX),
            Command::Up => self.step(false),
            Command::Down => self.step(true),
            Command::NextSeat => {
                self.viewpoint = self.viewpoint.next(G::SEAT_NAMES.len());
                Transition::Redraw
            }
            Command::ToggleBoard => {
                self.shows_board = !self.shows_board;
                Transition::Redraw
            }
            Command::Leave => Transition::Close,
        }
    }
}

impl<G: ArcadeGame> Screen for ReviewScreen<G> {
    fn on_click(&mut self, item: usize, _: &Context) -> Transition {
        match item.checked_sub(FIRST_ROW_ITEM) {
            Some(row) => self.select(row),
            None => self.go_to(item),
        }
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.go_by_one(down)
    }

    fn on_wake(&mut self, _: &Context) -> Transition {
        if self.progress.poll() { Transition::Redraw } else { Transition::None }
    }

    #[cfg(test)]
    fn is_busy(&self) -> bool {
        self.progress.is_running()
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let mut controls = mem::take(&mut self.controls);
        let drawn = View { screen: self, look }.draw(&mut controls, area, buffer, areas);
        self.controls = controls;
        (self.shows_all, self.first_row) = (drawn.shows_all, drawn.first_row);
    }
}
