//! The screens of the arcade besides the table.

pub mod daily;
pub mod guest;
pub mod help;
pub mod lesson;
pub mod lobby;
pub mod menu;
pub mod new_game;
pub mod new_table;
pub mod practice;
pub mod review;
pub mod saved_games;
pub mod saved_table;
pub mod settings;
pub mod statistics;
pub mod thumbnails;
