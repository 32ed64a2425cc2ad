//! Concentration: find the pairs among 52 cards.

pub mod classic;
mod controls;
mod flat;
pub mod players;
pub mod rules;
mod text;

pub use rules::Concentration;
