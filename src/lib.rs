//! fourcade: a terminal arcade of four games.

pub mod games;
pub mod play;
