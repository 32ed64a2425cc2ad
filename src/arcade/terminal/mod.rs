//! Taking and giving back the terminal, its input, and what is written to it.

pub mod attention;
pub mod frame;
pub mod guard;
pub mod input;
#[cfg(target_os = "linux")]
pub mod start_code;
pub mod watchdog;
