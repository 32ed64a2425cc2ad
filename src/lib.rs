//! fourcade: a terminal arcade of four games.

pub mod cli;
pub mod files;
pub mod games;
pub mod play;
