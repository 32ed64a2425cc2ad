//! Taking and giving back the terminal, its input, and what is written to it.

pub mod attention;
#[cfg(target_os = "linux")]
pub mod code_memory;
pub mod frame;
pub mod guard;
pub mod input;
pub mod watchdog;
