//! Eater: one side builds a path across the board, the other blocks it, with simultaneous choices.

mod info;
pub mod model;
mod openings;
pub mod players;
mod puzzles;
mod reasons;
mod review;
pub mod solver;
mod ways;

pub use model::Eater;
pub use openings::OPENINGS;
pub use reasons::{EaterReason, FewCells, LikelyReply};
pub use solver::{describe_mix, times_in_ten};
