//! Taking and giving back the terminal, its input, and what is written to it.

pub mod attention;
pub mod guard;
pub mod input;
pub mod watchdog;
