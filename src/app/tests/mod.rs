//! The arcade as a whole, without a terminal.

mod fuzz;
mod keeping;
mod keys;
mod pictures;
mod replay;
mod secrets;
mod settings;
mod setup;
mod shelf;
mod stage;
mod table;
