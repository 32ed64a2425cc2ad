//! The review of a game: a graph of how it stood, what the moves cost, and what would have been
//! better.
//!
//! | file | |
//! |---|---|
//! | `keys` | the key table |
//! | `work` | the judging as a job |
//! | `known` | what was found out so far |
//! | `place` | where everything lies |
//! | `graph` | how it stood, over the moves |
//! | `view` | the screen as it is drawn |

mod graph;
mod keys;
mod known;
mod place;
mod view;
mod work;

use std::borrow::Cow;

use ratatui::{buffer::Buffer, layout::Rect};

use super::screen::{Commands, Context, Screen, Transition};
use crate::{
    games::{ArcadeGame, HUMAN},
    play::{Seat, Session},
    ui::{ClickAreas, Look, Offer},
};
use keys::Command;
use known::Known;
use work::Work;

pub use keys::KEYS;
pub use work::EFFORT;

/// Spots from here on are rows of the list; those before are places in the graph.
const ROWS: usize = 1 << 20;

/// The screen of a review.
pub struct Review<G: ArcadeGame> {
    /// The game, gone through to the cursor.
    session: Session<G>,
    /// All its lines.
    lines: usize,
    controls: G::Controls,
    /// What those who played are called, by seat.
    names: Vec<String>,
    /// Whose view the graph shows.
    by: Seat,
    work: Option<Work<G>>,
    known: Known<G>,
    /// Why the judging ended before its time.
    trouble: Option<String>,
    /// Where there is no room for both: the board, not the graph.
    shows_board: bool,
    /// Whether there was room for both when it was drawn last.
    shows_all: bool,
    /// The first row of the list that is seen.
    top: usize,
}

/// Why this game can't be judged, if so.
pub fn refusal<G: ArcadeGame>(session: &Session<G>) -> Option<String> {
    if session.lines().is_empty() && session.undone() == 0 {
        return Some("nothing has been played".to_owned());
    }
    G::reviewer(&session.header().setup, &EFFORT).err()
}

impl<G: ArcadeGame> Review<G> {
    /// Of all of this game, also of what was taken back; `names` says what those who played are
    /// called.
    pub fn new(session: &Session<G>, names: Vec<String>, context: &Context) -> Self {
        let mut review = Self::idle(session, names);
        review.work = Some(Work::start(&review.session, EFFORT, context.waker));
        review
    }

    /// The same, before anybody judges.
    pub fn idle(session: &Session<G>, names: Vec<String>) -> Self {
        let mut session = session.clone();
        session.go_to(usize::MAX);
        let person = session.header().seats.iter().position(|name| name == HUMAN);
        Self {
            lines: session.lines().len(),
            known: Known::new(&session),
            session,
            controls: G::Controls::default(),
            names,
            by: Seat::new(person.unwrap_or(0)),
            work: None,
            trouble: None,
            shows_board: false,
            shows_all: true,
            top: 0,
        }
    }

    /// One of which this has been said, and nobody judges any more unless there is more to judge.
    #[cfg(test)]
    pub fn judged(
        session: &Session<G>,
        names: Vec<String>,
        said: impl Iterator<Item = crate::games::StepReview<G::Action>>,
    ) -> Self {
        let mut review = Self::idle(session, names);
        said.for_each(|judged| review.known.learn(judged));
        review.work = (review.known.done < review.known.wanted).then(Work::stub);
        review
    }

    /// How many lines stand at the cursor.
    fn cursor(&self) -> usize {
        self.session.lines().len()
    }

    fn go_to(&mut self, lines: usize) -> Transition {
        self.session.go_to(lines);
        Transition::Redraw
    }

    /// The place in the list of the move at the cursor.
    fn selected(&self) -> Option<usize> {
        self.known.costly().position(|(line, _)| line + 1 == self.cursor())
    }

    /// Goes to another move of the list.
    fn step(&mut self, down: bool) -> Transition {
        let last = self.known.costly().len().saturating_sub(1);
        let next = match self.selected() {
            None => 0,
            Some(at) if down => (at + 1).min(last),
            Some(at) => at.saturating_sub(1),
        };
        self.choose(next)
    }

    fn choose(&mut self, row: usize) -> Transition {
        let line = self.known.costly().nth(row).map(|(line, _)| line);
        line.map_or(Transition::None, |line| self.go_to(line + 1))
    }

    fn refusal(&self, command: Command) -> Option<Cow<'static, str>> {
        match command {
            Command::Previous | Command::First if self.cursor() == 0 => {
                Some("this is the start".into())
            }
            Command::Next | Command::Last if self.cursor() == self.lines => {
                Some("this is the end".into())
            }
            Command::Up | Command::Down if self.known.costly().len() == 0 => {
                Some("no move is known to have cost anything".into())
            }
            Command::Swap if self.shows_all => Some("there is room for both".into()),
            _ => None,
        }
    }

    /// Takes what has been found out; says whether there is anything new.
    fn collect(&mut self) -> bool {
        let Some(work) = &self.work else { return false };
        let ended = work.ended();
        let found: Vec<_> = work.found().collect();
        let is_new = !found.is_empty() || ended.is_some();
        for judged in found {
            self.known.learn(judged);
        }
        if let Some(ended) = ended {
            self.trouble = ended.err();
            self.work = None;
        }
        is_new
    }
}

impl<G: ArcadeGame> Commands for Review<G> {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        KEYS.iter().map(|binding| Offer::new(binding, self.refusal(binding.command))).collect()
    }

    fn run(&mut self, command: Command, _: &Context) -> Transition {
        match command {
            Command::Previous => self.go_to(self.cursor().saturating_sub(1)),
            Command::Next => self.go_to(self.cursor() + 1),
            Command::First => self.go_to(0),
            Command::Last => self.go_to(usize::MAX),
            Command::Up => self.step(false),
            Command::Down => self.step(true),
            Command::Turn => {
                self.by = self.by.next(G::SEAT_NAMES.len());
                Transition::Redraw
            }
            Command::Swap => {
                self.shows_board = !self.shows_board;
                Transition::Redraw
            }
            Command::Leave => Transition::Close,
        }
    }
}

impl<G: ArcadeGame> Screen for Review<G> {
    fn on_click(&mut self, spot: usize, _: &Context) -> Transition {
        match spot.checked_sub(ROWS) {
            Some(row) => self.choose(row),
            None => self.go_to(spot),
        }
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.go_to(if down { self.cursor() + 1 } else { self.cursor().saturating_sub(1) })
    }

    fn on_wake(&mut self, _: &Context) -> Transition {
        if self.collect() { Transition::Redraw } else { Transition::None }
    }

    #[cfg(test)]
    fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.draw_all(area, buffer, look, areas);
    }
}
