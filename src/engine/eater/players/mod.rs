//! Eater's computer players.

pub mod expert;
mod line;
pub mod montecarlo;
mod novice;
pub mod smart;

pub use line::LinePlayer;
pub use novice::{CasualPlayer, NovicePlayer};
