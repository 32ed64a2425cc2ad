//! Tests of the whole program in a terminal: menu, setup, whole games, files, and every way to
//! exit. They wait for conditions instead of sleeping for a fixed time.

mod clock;
mod concentration;
mod consent;
mod costs;
mod eater;
mod exits;
mod files;
mod first_minutes;
pub mod flip_table;
mod games;
mod home;
mod intensity;
mod keyboards;
mod killed_moves;
mod menu;
mod plain;
mod practice;
pub mod programs;
mod review;
mod saved_games;
mod screens;
mod settings;
mod stars;
mod statistics;
mod store;
mod table;
mod watch;
mod week;
mod windows;
