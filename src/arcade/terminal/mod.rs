//! The terminal: taking it over and restoring it, its input, its title and its bell.

pub mod attention;
pub mod guard;
pub mod input;
pub mod watchdog;
