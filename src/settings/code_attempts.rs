//! Limits how fast codes of shared tables can be tried, so that nobody can guess those of unlisted
//! ones.

use std::{
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

const FREE_ATTEMPTS: u32 = 10;
const PAUSE: Duration = Duration::from_secs(10);

/// The number of codes tried in this run, and the time of the last. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct CodeAttempts(Rc<Cell<(u32, Option<Instant>)>>);

impl CodeAttempts {
    /// Counts a code. Returns the notice to show if too many codes were tried.
    pub fn refuse_next(&self) -> Option<String> {
        let ((count, last), now) = (self.0.get(), Instant::now());
        let wait = last.filter(|_| count >= FREE_ATTEMPTS).map_or(Duration::ZERO, |last| {
            PAUSE.saturating_sub(now.saturating_duration_since(last))
        });
        if wait.is_zero() {
            self.0.set((count + 1, Some(now)));
            return None;
        }
        let seconds = wait.as_secs() + 1;
        Some(format!("You have tried many codes. Wait {seconds} s until the next one."))
    }
}
