//! The whole program in a terminal, as a person has it: menu, setup, games to the end, files, every
//! way out. Nothing here sleeps: what must come is waited for.

mod concentration;
mod eater;
mod exits;
mod flip_table;
mod games;
mod intensity;
mod menu;
mod programs;
mod review;
mod saved_games;
mod screens;
mod settings;
mod statistics;
mod store;
#[path = "../support/mod.rs"]
mod support;
mod table;
mod watch;
mod windows;
