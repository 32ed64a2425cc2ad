//! Intensity: four players, ten rounds, and points nobody wants.

pub mod players;
pub mod rules;

pub use rules::Intensity;
