//! The engine: what can be found out about a position on a board up to 8 x 8.
//!
//! [`analyse`] is its one door: for the command `analyse`, the review of a game, the evaluation bar and other programs.

mod analysis;

pub use analysis::{Analysis, Limits, analyse};
