//! Automatic retries with growing pauses.

use std::time::{Duration, Instant};

/// Exponential backoff: counts failures in a row and times the next attempt, up to a limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Backoff {
    failures: u32,
    last_failure: Option<Instant>,
}

impl Backoff {
    const FIRST_PAUSE: Duration = Duration::from_millis(200);
    pub const LONGEST_PAUSE: Duration = Duration::from_secs(5);
    /// The number of failures after which it gives up: after about half a minute.
    const MAX_FAILURES: u32 = 10;

    pub fn fail(&mut self) {
        let failures = self.failures.saturating_add(1);
        *self = Self { failures, last_failure: Some(Instant::now()) };
    }

    /// Forgets the failures, after a success or when the next attempt may fare better.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    pub fn has_failed(&self) -> bool {
        self.last_failure.is_some()
    }

    pub fn has_given_up(&self) -> bool {
        self.failures >= Self::MAX_FAILURES
    }

    /// The pause after the last failure, even after giving up: twice as long as the one before, up
    /// to a limit. Zero if nothing has failed.
    pub fn pause(&self) -> Duration {
        let Some(doublings) = self.failures.checked_sub(1) else { return Duration::ZERO };
        let factor = 2_u32.saturating_pow(doublings);
        Self::FIRST_PAUSE.saturating_mul(factor).min(Self::LONGEST_PAUSE)
    }

    /// The time until the next attempt; `None` after giving up.
    pub fn time_until_retry(&self) -> Option<Duration> {
        if self.has_given_up() {
            return None;
        }
        let elapsed = self.last_failure.map(|at| at.elapsed());
        Some(elapsed.map_or(Duration::ZERO, |elapsed| self.pause().saturating_sub(elapsed)))
    }

    pub fn may_try(&self) -> bool {
        self.time_until_retry().is_some_and(|time| time.is_zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_limit_until_it_gives_up() {
        let mut backoff = Backoff::default();
        assert!(backoff.may_try() && !backoff.has_failed());
        let mut pauses = Vec::new();
        while !backoff.has_given_up() {
            backoff.fail();
            pauses.push(backoff.pause().as_millis());
        }
        assert_eq!(pauses[..6], [200, 400, 800, 1600, 3200, 5000]);
        assert!(pauses.len() == 10 && pauses[5..].iter().all(|pause| *pause == 5000));
        assert!(!backoff.may_try() && backoff.time_until_retry().is_none());
        backoff.reset();
        assert!(backoff.may_try());
    }

    #[test]
    fn nothing_is_tried_during_a_pause() {
        let mut backoff = Backoff::default();
        (0..6).for_each(|_| backoff.fail());
        assert!(!backoff.may_try() && backoff.time_until_retry() > Some(Duration::ZERO));
        backoff.last_failure = Instant::now().checked_sub(Backoff::LONGEST_PAUSE);
        assert!(backoff.may_try());
    }
}
