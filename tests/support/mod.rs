//! A terminal for tests: runs a program in a pseudo-terminal, types at it, and sees what a person
//! would see.
//!
//! [`Launch`] starts a program, [`Terminal`] is the window it runs in. Nothing here sleeps for a
//! fixed time: what is waited for is named, and when it does not come the message shows the screen.
#![allow(dead_code, unused_imports)] // Each test uses some of it.

mod input;
mod keys;
mod launch;
mod modes;
mod monkey;
mod output;
#[cfg(target_os = "linux")]
pub mod process;
mod terminal;
mod tty;
mod window;

pub use keys::Mouse;
pub use launch::{Launch, find_program};
pub use modes::Modes;
pub use monkey::{Event, Monkey, assert_clean_exit, run_random_events, seed_from_env};
pub use output::Output;
pub use rustix::process::Signal;
pub use terminal::{Exit, Terminal};
