//! The terminal app.
//!
//! One thread draws. It waits on one channel for input, signals and results of jobs, and draws only
//! when something changed.
//!
//! | module | contents |
//! |---|---|
//! | `event_loop` | the drawing thread |
//! | `message` | the messages to the drawing thread |
//! | `terminal_events` | the threads that send keys and signals, such as that of a resized window |
//! | `environment` | what all screens use: settings, store, background jobs, look |
//! | `stack` | the stack of screens: passes events to the top one, and draws |
//! | `screen` | the interface of a screen: commands, drawing, events, transitions |
//! | `screens` | the pages |
//! | [`table`] | the screen of a game |
//! | `form_page` | what pages with a form have in common |
//! | `board` | a board on a screen |
//! | `board_text` | the text beside a board |
//! | `split` | the places of a board and the text beside it |
//! | `dialog` | questions and inputs over a screen |
//! | `save_as` | asks for the name of a file |
//! | `program_question` | asks for consent to start a program |
//! | `notice` | the message above the footer |
//! | `keys` | the commands and keys that all screens have |
//! | [`key_tables`] | all key tables, and the check of the user's own keys |
//! | `destinations` | what the help finds besides commands |
//! | `rules_page` | the names of keys in the rules |
//! | `start_game` | opens a new game's table |
//! | `welcome` | the welcome of the first run |
//! | `typed_ahead` | keys meant for the screen before |
//! | [`picture`] | pictures and recordings of games |
//! | `terminal` | taking and giving back the terminal, input, title, bell |

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
mod terminal_events;
#[cfg(test)]
mod tests;
mod typed_ahead;
mod welcome;

// `open_table` takes it.
pub use crate::app::table::Start;
pub use event_loop::{ask_guest_name, run};
pub use keys::KEYS;
pub use rules_page::with_keys;
pub use screen::ScreenFactory;
pub use screens::lesson::lesson_factory;
pub use table::open_table;
