//! Waiting for a condition.

use std::{
    thread,
    time::{Duration, Instant},
};

/// How long a test waits for a condition before it fails. Only a test that fails waits so long, so
/// this has room for a machine that is busy with other things.
pub const TIMEOUT: Duration = Duration::from_secs(120);
/// The time between two checks of a condition.
const INTERVAL: Duration = Duration::from_millis(5);

/// Waits until a condition is true. `what` describes it for the failure message.
#[track_caller]
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + TIMEOUT;
    while !condition() {
        assert!(Instant::now() < deadline, "timed out waiting until {what}");
        thread::sleep(INTERVAL);
    }
}
