//! Descriptions of saved games, and the last unfinished one.

pub mod descriptions;
pub mod unfinished;
