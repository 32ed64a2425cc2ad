//! The statistics: who has won how often, in tables and charts.
//!
//! | file | |
//! |---|---|
//! | `keys` | the key table |
//! | `known` | what the store knows, as tables |
//! | `history` | how the games of a row went, one after the other |
//! | `view` | the screen as it is drawn |
//! | `table`, `charts` | the table, and the charts |

mod charts;
mod history;
mod keys;
mod known;
mod table;
mod view;

use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    job::Job,
    screen::{Commands, Context, Screen, Transition},
};
use crate::{
    store::StoreError,
    ui::{ClickAreas, Look, Offer},
};
use history::History;
use keys::Command;
use table::ROWS;
use view::{AFTER, BEFORE, Room};

pub use keys::KEYS;
pub use known::{Known, Page, kinds};

/// What can be shown of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    /// The table, where it does not stand there in any case.
    #[default]
    Numbers,
    /// How many of the last games were won.
    Won,
    /// By how many points the person was ahead.
    Margins,
    /// What was won, drawn and lost in each row.
    Bars,
}

/// The screen of the statistics.
#[derive(Default)]
pub struct Statistics {
    /// What is known is being asked.
    asking: Option<Job<Result<Known, StoreError>>>,
    known: Option<Known>,
    /// Why it can't be known.
    trouble: Option<String>,
    /// The place in [`known::kinds`].
    tab: usize,
    /// The row that is selected, and the first one that is seen.
    row: usize,
    first: usize,
    history: History,
    /// The part that was chosen.
    part: Part,
    /// What there is room for, and whether that is everything: known once it is drawn.
    room: Room,
    shows_all: bool,
}

/// The screen, which asks the store.
pub fn open(context: &Context) -> Box<dyn Screen> {
    let mut screen = Statistics::default();
    screen.ask(context);
    Box::new(screen)
}

impl Statistics {
    /// Of what is known.
    #[cfg(test)]
    pub fn of(known: Known) -> Self {
        let mut screen = Self::default();
        screen.learn(Ok(known));
        screen
    }

    fn ask(&mut self, context: &Context) {
        let store = context.store.clone();
        self.asking = Some(Job::start(context.waker, move |_, _| Known::load(&store)));
    }

    /// Takes what the store said; what is selected stays so if it is still there.
    fn learn(&mut self, known: Result<Known, String>) {
        match known {
            Ok(known) => (self.known, self.trouble) = (Some(known), None),
            Err(why) => (self.known, self.trouble) = (None, Some(why)),
        }
        self.select(self.row);
    }

    fn table(&self) -> Option<&Page> {
        self.known.as_ref()?.pages.get(self.tab)
    }

    fn select(&mut self, row: usize) -> Transition {
        let last = self.table().map_or(0, |page| page.rows.len().saturating_sub(1));
        self.row = row.min(last);
        let found = self.known.as_ref().zip(self.table().and_then(|page| page.rows.get(self.row)));
        self.history =
            found.map(|(known, row)| History::of(row, &known.played)).unwrap_or_default();
        Transition::Redraw
    }

    fn open_tab(&mut self, tab: usize) -> Transition {
        (self.tab, self.first) = (tab, 0);
        self.select(0)
    }

    fn turn(&mut self, forward: bool) -> Transition {
        let count = kinds().count();
        self.open_tab((self.tab + if forward { 1 } else { count - 1 }) % count)
    }

    /// The tab of the game in the selected row, where that is another one.
    fn inner_tab(&self) -> Option<usize> {
        let kind = self.table()?.rows.get(self.row)?.kind;
        kinds().position(|known| known == kind).filter(|tab| *tab != self.tab && kind.is_some())
    }

    /// The parts that can be chosen: none where there is nothing to show.
    fn parts(&self) -> Vec<Part> {
        let row = self.table().and_then(|page| page.rows.get(self.row));
        row.map_or_else(Vec::new, |row| view::parts(self.room, row.is_scored()))
    }

    fn next_part(&mut self) -> Transition {
        let parts = self.parts();
        let at = parts.iter().position(|part| *part == self.part).unwrap_or(0);
        if let Some(part) = parts.iter().cycle().nth(at + 1) {
            self.part = *part;
        }
        Transition::Redraw
    }
}

impl Commands for Statistics {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        let refusal = |command| match command {
            Command::Chart if self.parts().is_empty() => {
                Some("there is nothing to show yet".into())
            }
            Command::Chart if self.shows_all => Some("all charts are shown".into()),
            Command::Choose if self.inner_tab().is_none() => {
                Some("choose the row of a game".into())
            }
            _ => None,
        };
        KEYS.iter().map(|binding| Offer::new(binding, refusal(binding.command))).collect()
    }

    fn run(&mut self, command: Command, _: &Context) -> Transition {
        match command {
            Command::Up => self.select(self.row.saturating_sub(1)),
            Command::Down => self.select(self.row + 1),
            Command::First => self.select(0),
            Command::Last => self.select(usize::MAX),
            Command::Turn(forward) => self.turn(forward),
            Command::Choose => self.inner_tab().map_or(Transition::None, |tab| self.open_tab(tab)),
            Command::Chart => self.next_part(),
            Command::Leave => Transition::Close,
        }
    }
}

impl Screen for Statistics {
    fn on_show(&mut self, context: &Context) {
        self.ask(context);
    }

    fn on_wake(&mut self, _: &Context) -> Transition {
        let Some(found) = self.asking.as_ref().and_then(Job::take) else {
            return Transition::None;
        };
        self.asking = None;
        self.learn(found.and_then(|known| known.map_err(|why| why.to_string())));
        Transition::Redraw
    }

    /// A row is selected by the first click; the next one shows more of its game.
    fn on_click(&mut self, spot: usize, _: &Context) -> Transition {
        match spot {
            BEFORE => self.turn(false),
            AFTER => self.turn(true),
            ROWS.. if spot - ROWS == self.row => {
                self.inner_tab().map_or(Transition::None, |tab| self.open_tab(tab))
            }
            ROWS.. => self.select(spot - ROWS),
            tab => self.open_tab(tab),
        }
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.select(if down { self.row + 1 } else { self.row.saturating_sub(1) })
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.draw_all(area, buffer, look, areas);
    }
}
