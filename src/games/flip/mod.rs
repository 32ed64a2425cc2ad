//! Flip: Reversi on a board of any size.

pub mod classic;
mod controls;
pub mod engine;
mod flat;
pub mod players;
mod review;
pub mod program;
pub mod protocol;
pub mod rules;
mod text;
mod view;

pub use rules::Flip;
