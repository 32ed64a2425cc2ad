//! The codes of tables, as people type them.

use std::{
    cell::RefCell,
    time::{Duration, Instant},
};

use crate::database::shared_tables::{TableCode, code::CodeError};

/// Reads a code as it was typed or pasted, alone or as the end of `fourcade join k7m2`.
pub fn read_code(text: &str) -> Result<TableCode, String> {
    let last = text.split_whitespace().next_back().unwrap_or_default();
    let is_command = text.trim_start().starts_with("fourcade join ");
    let code = if is_command { last } else { text };
    code.parse().map_err(|error: CodeError| error.to_string())
}

/// How many codes a person may try one after another, and how long they wait for each later one.
const FREE_GUESSES: u32 = 10;
const GUESS_PAUSE: Duration = Duration::from_secs(10);

thread_local! {
    /// The codes that were typed in this run, in all lobbies: there is one thread with screens.
    static GUESSES: RefCell<Guesses> = const { RefCell::new(Guesses { count: 0, last: None }) };
}

/// The codes that were typed. Somebody might guess those of tables that aren't listed.
struct Guesses {
    count: u32,
    last: Option<Instant>,
}

impl Guesses {
    /// Counts a code. Returns how long to wait instead, if there were too many.
    fn wait(&mut self, now: Instant) -> Option<Duration> {
        let last = self.last.filter(|_| self.count >= FREE_GUESSES);
        let wait = last.map_or(Duration::ZERO, |last| {
            GUESS_PAUSE.saturating_sub(now.saturating_duration_since(last))
        });
        if wait.is_zero() {
            (self.count, self.last) = (self.count + 1, Some(now));
            None
        } else {
            Some(wait)
        }
    }
}

/// Counts a code that was typed. Returns what to say instead of going there, if there were too
/// many.
pub fn guess_refusal() -> Option<String> {
    let wait = GUESSES.with_borrow_mut(|guesses| guesses.wait(Instant::now()))?;
    let seconds = wait.as_secs() + 1;
    Some(format!("You have tried many codes. Wait {seconds} s until the next one."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_alone_or_from_the_command() {
        for text in ["k7m2", " K7M2 ", "fourcade join k7m2", "  fourcade join K7M2\n"] {
            assert_eq!(read_code(text).unwrap().as_str(), "k7m2", "{text:?}");
        }
        for text in ["", "k7", "rm -rf k7m2", "fourcade join", "k7m2 k7m2"] {
            assert!(read_code(text).unwrap_err().contains("k7m2"), "{text:?}");
        }
    }
}
