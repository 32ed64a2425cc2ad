//! Limits how fast codes of shared tables can be tried, so that nobody can guess those of unlisted
//! ones.

use std::{
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

const FREE_ATTEMPTS: u32 = 10;
const PAUSE: Duration = Duration::from_secs(10);

/// The codes tried in this run. Clones share the count.
#[derive(Clone, Debug, Default)]
pub struct CodeAttempts(Rc<Cell<Attempts>>);

#[derive(Clone, Copy, Debug, Default)]
struct Attempts {
    count: u32,
    last: Option<Instant>,
}

impl CodeAttempts {
    /// Counts a code or, if too many were tried, returns the notice to show instead.
    pub fn count_or_refuse(&self) -> Option<String> {
        let (Attempts { count, last }, now) = (self.0.get(), Instant::now());
        let wait = last.filter(|_| count >= FREE_ATTEMPTS).map_or(Duration::ZERO, |last| {
            PAUSE.saturating_sub(now.saturating_duration_since(last))
        });
        if wait.is_zero() {
            self.0.set(Attempts { count: count + 1, last: Some(now) });
            return None;
        }
        let seconds = wait.as_secs() + 1;
        Some(format!("You have tried many codes. Wait {seconds} s until the next one."))
    }
}
