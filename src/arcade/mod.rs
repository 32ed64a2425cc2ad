//! The terminal app.
//!
//! One thread draws, and it waits on one channel for input, signals and news from jobs. It
//! sleeps while nothing moves, and draws only when something changed.

mod board_room;
mod dialog;
mod event_loop;
#[cfg(debug_assertions)]
pub(crate) mod faults;
mod form;
mod keys;
mod local_clock;
mod message;
mod notice;
mod program_question;
mod rules_page;
mod save_as;
mod screen;
pub mod screens;
mod shared;
mod stack;
mod start_game;
pub mod table;
mod terminal;
#[cfg(test)]
mod tests;
mod typed_ahead;

use crate::games::ArcadeGame;
use fourcade_engine::play::Session;
use table::TableScreen;

pub use event_loop::run;
pub use keys::KEYS;
pub use message::Waker;
pub use rules_page::with_keys;
pub use screen::ScreenFactory;
pub use screens::guest::ask_name as ask_guest_name;
pub use screens::lesson::at_lesson;
pub use start_game::new_session;
pub use table::JoinAs;

/// How a table starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    /// The game is played. Between computer players, this is the speed in moves per second; `None`
    /// takes it from the settings.
    Playing(Option<f64>),
    /// The recorded game is replayed from its start.
    Replay,
}

/// Returns a factory for a table with this session, whose game is saved to the store.
pub fn open_table<G: ArcadeGame>(session: Session<G>, start: Start) -> ScreenFactory {
    Box::new(move |context| {
        let mut table =
            TableScreen::new(session, start, &context.home.settings).saved_to(context.store);
        table.begin(context.waker);
        Box::new(table)
    })
}
