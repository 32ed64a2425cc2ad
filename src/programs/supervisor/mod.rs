//! The supervisor of a program: the separate process, and the side of the client that starts it.

pub(crate) mod client;
pub(crate) mod pipe_pump;
mod process;
mod process_tree;
mod terminal;

pub use client::SUPERVISOR;
pub use process::supervise;
