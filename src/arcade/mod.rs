//! The terminal app.
//!
//! One thread draws. It waits on one channel for input, signals and results of jobs, and draws only
//! when something changed.

mod board;
mod board_text;
mod destinations;
mod dialog;
mod environment;
mod event_loop;
mod form_page;
pub mod key_tables;
mod keys;
mod message;
mod notice;
pub mod picture;
mod program_question;
mod rules_page;
mod save_as;
mod screen;
pub mod screens;
mod split;
mod stack;
mod start_game;
pub mod table;
mod terminal;
#[cfg(test)]
mod tests;
mod typed_ahead;
mod welcome;

pub use crate::app::table::Start;
pub use event_loop::{ask_guest_name, run};
pub use keys::KEYS;
pub use rules_page::with_keys;
pub use screen::ScreenFactory;
pub use screens::lesson::lesson_factory;
pub use table::open_table;
