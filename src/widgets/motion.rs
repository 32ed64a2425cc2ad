//! The settings of animations and reveals.

use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    pub enabled: bool,
    /// The time that a reveal stays visible; `None` means until a key is pressed.
    pub linger: Option<Duration>,
}

impl Default for Motion {
    fn default() -> Self {
        Self { enabled: true, linger: Some(Duration::from_secs(2)) }
    }
}
