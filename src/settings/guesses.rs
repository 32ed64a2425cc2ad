//! The codes of shared tables that a person has typed.

use std::{
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

/// The number of codes that a person may try one after another.
const FREE: u32 = 10;
/// How long they wait for each later one.
const PAUSE: Duration = Duration::from_secs(10);

/// The number of codes that were typed in this run, and when the last one was. Somebody might
/// guess those of tables that aren't listed. Clones share the count.
#[derive(Clone, Debug, Default)]
pub struct Guesses(Rc<Cell<(u32, Option<Instant>)>>);

impl Guesses {
    /// Counts a code. Returns the notice to show instead of going there if too many were tried.
    pub fn refuse_next(&self) -> Option<String> {
        let ((count, last), now) = (self.0.get(), Instant::now());
        let wait = last.filter(|_| count >= FREE).map_or(Duration::ZERO, |last| {
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
