//! What outlives a run: where it is kept, the log, the last choices.

pub mod choices;
pub mod log;
pub mod places;
