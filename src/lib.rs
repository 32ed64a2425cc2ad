//! fourcade: a terminal arcade of four games.

pub mod app;
pub mod cli;
pub mod files;
pub mod games;
pub mod play;
pub mod store;
pub mod ui;
