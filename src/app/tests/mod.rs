//! The arcade as a whole, without a terminal.

mod fuzz;
mod keeping;
mod keys;
mod menu;
mod pictures;
mod replay;
mod review;
mod secrets;
mod settings;
mod setup;
mod shelf;
mod shop_window;
pub mod stage;
mod statistics;
mod svg;
mod table;
