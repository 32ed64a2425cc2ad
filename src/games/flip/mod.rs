//! Flip: Reversi on a board of any size.

mod flat;
pub mod players;
pub mod rules;
mod text;

pub use rules::Flip;
