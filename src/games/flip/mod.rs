//! Flip: Reversi on a board of any size.

pub mod classic;
mod flat;
pub mod players;
pub mod rules;
mod text;

pub use rules::Flip;
