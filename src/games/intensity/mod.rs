//! Intensity: four players, ten rounds, and points nobody wants.

pub mod protocol;
pub mod rules;

pub use rules::Intensity;
