//! What outlives a run: where it is kept, the settings and themes, the log, the last choices.

pub mod choices;
pub mod home;
pub mod log;
pub mod places;
pub mod settings;
pub mod themes;
