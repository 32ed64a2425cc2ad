//! A terminal for tests: runs a program in a pseudo-terminal, sends it input, and reads its screen.
//!
//! [`Launch`] starts a program, and [`Terminal`] is the window in which it runs. Tests don't sleep
//! for a fixed time. They wait for a named condition; if it doesn't come true, the panic message
//! shows the screen.
#![allow(dead_code, unused_imports)] // Each test binary uses only a part of this module.

mod input;
mod keys;
mod launch;
mod modes;
mod monkey;
mod output;
#[cfg(target_os = "linux")]
pub mod process;
mod program;
mod terminal;
mod tty;
mod wait;
mod window;
#[path = "../../support/wrapped_text.rs"]
mod wrapped_text;

pub use keys::Mouse;
pub use launch::{HOME_FILES, Launch, find_program};
pub use modes::Modes;
pub use monkey::{Event, Monkey, assert_clean_exit, run_random_events, seed_from_env};
pub use output::Output;
pub use program::{program, write_example_programs};
pub use rustix::process::Signal;
pub use terminal::{Exit, Terminal};
pub use wait::{TIMEOUT, wait_until};
