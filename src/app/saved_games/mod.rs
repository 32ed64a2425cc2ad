//! Saved games: how they are described, and those that are unfinished.

pub mod descriptions;
pub mod unfinished;
