//! Tests of the whole app without a terminal.

mod advanced;
mod autosave;
mod celebration;
mod clock;
mod coach;
mod contrast;
mod daily;
mod dialogs;
pub mod fitting;
mod focus;
mod fuzz;
mod guest;
mod hostile_text;
mod key_tables;
mod keys;
mod lobby;
mod meeting;
mod memory;
mod menu;
mod moments;
mod new_game;
#[path = "../../../tests/support/pages.rs"]
mod pages;
mod pictures;
mod practice;
mod readme_pictures;
mod replay;
mod result;
mod review;
mod saved_games;
mod secrets;
mod settings;
mod shared;
pub mod stage;
mod statistics;
mod table;
mod typed_ahead;
#[path = "../../../tests/support/wrapped_text.rs"]
mod wrapped_text;
