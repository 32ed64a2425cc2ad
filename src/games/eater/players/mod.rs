//! Eater's computer players.

pub mod expert;
mod line;
pub mod montecarlo;
pub mod smart;

pub use line::LinePlayer;
