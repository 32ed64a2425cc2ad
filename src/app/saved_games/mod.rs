//! Descriptions of saved games, and the last game.

pub mod descriptions;
pub mod last_game;
