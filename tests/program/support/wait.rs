//! Waiting for a condition.

use std::{
    thread,
    time::{Duration, Instant},
};

/// Generous, because only failing tests wait this long.
pub const TIMEOUT: Duration = Duration::from_secs(120);
const INTERVAL: Duration = Duration::from_millis(5);

/// `what` describes the condition for the failure message.
#[track_caller]
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + TIMEOUT;
    while !condition() {
        assert!(Instant::now() < deadline, "timed out waiting until {what}");
        thread::sleep(INTERVAL);
    }
}
