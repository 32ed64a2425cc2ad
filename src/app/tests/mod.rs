//! The arcade as a whole, without a terminal.

mod fuzz;
mod keeping;
mod keys;
mod menu;
mod pictures;
mod readme_pictures;
mod replay;
mod review;
mod saved_games;
mod secrets;
mod settings;
mod setup;
pub mod stage;
mod statistics;
mod svg;
mod table;
