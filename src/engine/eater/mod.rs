//! Eater: the Passer builds a path from top to bottom and the Eater blocks it. Both choose their
//! cells at the same time.

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
pub use solver::{mixed, often};
