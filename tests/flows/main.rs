//! The whole program in a terminal, as a person has it: menu, setup, games to the end, files, every
//! way out. Nothing here sleeps: what must come is waited for.

mod concentration;
mod eater;
mod exits;
mod games;
mod intensity;
mod menu;
mod programs;
mod review;
mod screens;
mod seen;
mod settings;
mod shelf;
mod statistics;
mod store;
#[path = "../support/mod.rs"]
mod support;
mod table;
mod watch;
mod windows;
