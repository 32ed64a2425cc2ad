//! The New game page: who plays, on which seat and on which board, with a picture of a game.
//!
//! | file | |
//! |---|---|
//! | `keys` | the key table |
//! | `choices` | what is chosen, and the players that follow from it |
//! | `results` | how the person has done against each opponent |
//! | `sentence` | the sentence about the chosen opponent |
//! | `layout` | where the parts of the page are |
//! | `view` | how the page is drawn |

mod choices;
mod keys;
mod layout;
mod results;
mod sentence;
mod view;

use std::time::Instant;

use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    super::{
        form::ClickedValue,
        screen::{Commands, Context, Screen, Transition},
        start_game::start_game,
    },
    advanced_setup::AdvancedSetup,
    lobby,
    thumbnails::Thumbnails,
};
use crate::games::ArcadeKind as _;
use crate::{
    settings::last_setups::{LastSetup, LastSetups},
    widgets::{ClickAreas, Look, Offer},
};
use choices::{Choices, Opponent, Row};
use fourcade_engine::{GameKind, play::random};
use layout::Layout;
use results::PastResults;
use view::View;

pub use keys::{Command, KEYS};

/// The New game page of a game.
pub struct NewGame {
    game: GameKind,
    choices: Choices,
    /// The selected row.
    row: Row,
    results: PastResults,
    thumbnails: Thumbnails,
    /// Whether the last drawing had room for a picture of the board.
    has_picture: bool,
    /// Whether computers play on in the picture.
    is_moving: bool,
    last_setups: LastSetups,
    /// The last setup that this page has seen.
    last: Option<LastSetup>,
}

/// Opens the page with the choices with which the game was started last.
pub fn open(game: GameKind, context: &Context) -> Box<dyn Screen> {
    let mut page = NewGame::new(game, context.home.last_setups.clone(), random::fresh_seed());
    page.results.read(game, context);
    page.choices.allows_programs = !context.home.is_guest();
    page.is_moving = context.home.plays_demos();
    Box::new(page)
}

impl NewGame {
    /// Creates the page with the choices with which the game was started last. The game of the
    /// picture has this seed.
    pub fn new(game: GameKind, last_setups: LastSetups, seed: u64) -> Self {
        let last = last_setups.last(game.key());
        let choices = choices_of(game, last.as_ref());
        let thumbnails = Thumbnails::new(vec![(game, choices.size())], seed);
        Self {
            game,
            choices,
            row: Row::Opponent,
            results: PastResults::default(),
            thumbnails,
            has_picture: false,
            is_moving: false,
            last_setups,
            last,
        }
    }

    /// Selects the row below, or above.
    fn step_row(&mut self, down: bool) {
        let rows = self.choices.rows();
        let index = rows.iter().position(|&row| row == self.row).unwrap_or(0);
        let next = if down { index + 1 } else { index.saturating_sub(1) };
        if let Some(&row) = rows.get(next) {
            self.row = row;
        }
    }

    /// Chooses the next value of the selected row, or the previous one. The buttons stand side by
    /// side.
    fn step_value(&mut self, right: bool) {
        match self.row {
            Row::Play if right => self.row = Row::Advanced,
            Row::Advanced if !right => self.row = Row::Play,
            row => self.choices.step(row, right),
        }
        self.follow_choices();
    }

    /// Adapts the selection and the picture to what is chosen.
    fn follow_choices(&mut self) {
        if !self.choices.rows().contains(&self.row) {
            self.row = Row::Opponent;
        }
        if self.thumbnails.replace((self.game, self.choices.size())) {
            // The next drawing tells whether the board fits.
            self.has_picture = false;
        }
    }

    /// Starts the game, or goes on to a shared table.
    fn play(&mut self, context: &Context) -> Transition {
        if self.choices.opponent() == Opponent::Terminal {
            return Transition::Open(lobby::open_for(self.choices.to_table(), context));
        }
        let (setup, seed) = (self.choices.to_setup(), random::fresh_seed());
        match start_game(self.game, setup, seed, &self.last_setups, context) {
            Ok(table) => {
                self.last = self.last_setups.last(self.game.key());
                Transition::Open(table)
            }
            Err(error) => Transition::Alert(error),
        }
    }

    /// Opens the advanced setup with what is chosen here.
    fn open_advanced(&self, context: &Context) -> Transition {
        let (setup, seed) = (self.choices.to_setup(), random::fresh_seed());
        let last_setups = self.last_setups.clone();
        let setup = AdvancedSetup::new(self.game, setup, last_setups, seed);
        let setup = if context.home.is_guest() { setup.without_programs() } else { setup };
        Transition::Open(Box::new(setup))
    }
}

/// The choices of the last game, or of a first one.
fn choices_of(game: GameKind, last: Option<&LastSetup>) -> Choices {
    last.map_or_else(|| Choices::first_game(game), |last| Choices::of_last_game(game, last))
}

impl Commands for NewGame {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        if self.row == Row::Advanced {
            Offer::all_with_footer(&KEYS, Command::Confirm, ("Enter", "advanced"))
        } else {
            Offer::all(&KEYS)
        }
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Up => self.step_row(false),
            Command::Down => self.step_row(true),
            Command::Left => self.step_value(false),
            Command::Right => self.step_value(true),
            Command::Level(level) => {
                self.choices.play_against(level);
                self.follow_choices();
            }
            Command::Confirm if self.row != Row::Advanced => return self.play(context),
            Command::Confirm | Command::Advanced => return self.open_advanced(context),
            Command::Leave => return Transition::Close,
        }
        Transition::Redraw
    }
}

impl Screen for NewGame {
    fn on_click(&mut self, item: usize, context: &Context) -> Transition {
        let Some((row, value)) = view::clicked(item) else { return Transition::None };
        match row {
            Row::Play => return self.play(context),
            Row::Advanced => return self.open_advanced(context),
            _ => {}
        }
        self.row = row;
        match value {
            ClickedValue::Step(forward) => self.step_value(forward),
            ClickedValue::Value(index) => {
                self.choices.choose(row, index);
                self.follow_choices();
            }
            ClickedValue::Row => {}
        }
        Transition::Redraw
    }

    fn on_show(&mut self, context: &Context) {
        self.is_moving = context.home.plays_demos();
        self.results.read(self.game, context);
        // The advanced setup may have started a game with other choices.
        let last = self.last_setups.last(self.game.key());
        if last != self.last {
            self.choices = choices_of(self.game, last.as_ref());
            self.choices.allows_programs = !context.home.is_guest();
            self.last = last;
            self.follow_choices();
        }
    }

    fn on_wake(&mut self, context: &Context) -> Transition {
        // Below a dialog, the page has no ticks.
        if self.has_picture && self.thumbnails.is_unstarted() {
            self.thumbnails.tick(Instant::now(), context.waker);
        }
        let has_moved = self.thumbnails.poll();
        let has_results = self.results.poll();
        if has_moved || has_results { Transition::Redraw } else { Transition::None }
    }

    #[cfg(test)]
    fn is_busy(&self) -> bool {
        self.thumbnails.is_busy() || self.results.is_busy()
    }

    #[cfg(test)]
    fn is_unprepared(&self) -> bool {
        self.has_picture && self.thumbnails.is_unstarted()
    }

    fn next_tick(&self) -> Option<Instant> {
        self.has_picture.then(|| self.thumbnails.next_tick(self.is_moving)).flatten()
    }

    fn on_tick(&mut self, context: &Context) -> Transition {
        self.thumbnails.tick(Instant::now(), context.waker);
        Transition::None
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(self.game.rules())
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let layout = Layout::new(area, &self.choices);
        let size = self.choices.size();
        self.has_picture = layout.picture.is_some_and(|picture| layout::fits(size, picture));
        View { page: self, look }.draw(&layout, buffer, areas);
    }
}
