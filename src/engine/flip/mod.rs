//! Flip: Reversi on a board of any size.

mod info;
pub mod model;
mod openings;
pub mod othello;
pub mod players;
mod puzzles;
mod reasons;
mod review;
pub mod search;

pub use model::Flip;
pub use openings::OPENINGS;
pub use reasons::{Contrast, FlipReason, Line, Mobility, RowOrColumn};
