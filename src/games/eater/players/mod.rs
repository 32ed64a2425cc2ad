//! Eater's computer players.

pub mod expert;
