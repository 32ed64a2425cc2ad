//! Eater's rules: two sides mark cells of an m x m board, both at the same time.
//!
//! Each round the Passer and the Eater choose an empty cell, neither knowing the other's choice;
//! where they choose the same, the Eater's marker stands. The Passer wins as soon as its cells make
//! a path from the top row to the bottom row whose steps go left, right, down, down-left or
//! down-right, never up. When the board is full without such a path the Eater wins. That the Passer
//! can't connect any more does not end the game.
//!
//! A row of the board is one word of bits for each side ([`EaterBoard`]); what can be reached is flooded
//! row by row ([`flood`]).

mod board;
mod cell;
mod cells;
pub mod flood;
mod game;
mod path;

pub use board::EaterBoard;
pub use cell::{Cell, Role};
pub use cells::Cells;
pub use game::{Eater, EaterEvent, EaterObservation, EaterSetup, MAX_SIZE, MIN_SIZE, Pair};
