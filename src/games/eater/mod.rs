//! Eater: the Passer makes a way down, the Eater eats it, and both choose at the same time.

pub mod players;
pub mod rules;
pub mod solve;

pub use rules::Eater;
