//! When something that failed is tried again by itself.

use std::time::{Duration, Instant};

/// The failures in a row of something that is tried again automatically: after a longer pause each
/// time, and no more after the [last](Self::has_given_up) one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Backoff {
    failures: u32,
    /// When the last attempt failed.
    failed: Option<Instant>,
}

impl Backoff {
    /// The first pause; each following one is twice as long.
    const FIRST: Duration = Duration::from_millis(200);
    pub const LONGEST: Duration = Duration::from_secs(5);
    /// The number of failures after which nothing more is tried: about half a minute.
    const LIMIT: u32 = 10;

    pub fn fail(&mut self) {
        *self = Self { failures: self.failures.saturating_add(1), failed: Some(Instant::now()) };
    }

    /// Records a success, or that another attempt may have another outcome.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    pub fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    pub fn has_given_up(&self) -> bool {
        self.failures >= Self::LIMIT
    }

    /// The pause after the last failure, if there is one. It doesn't depend on the limit.
    pub fn pause(&self) -> Duration {
        let Some(doublings) = self.failures.checked_sub(1) else { return Duration::ZERO };
        let factor = 2_u32.saturating_pow(doublings);
        Self::FIRST.saturating_mul(factor).min(Self::LONGEST)
    }

    /// The time until the next attempt, which may be zero; `None` if there is no other one.
    pub fn rest(&self) -> Option<Duration> {
        if self.has_given_up() {
            return None;
        }
        Some(self.failed.map_or(Duration::ZERO, |at| self.pause().saturating_sub(at.elapsed())))
    }

    pub fn may_try(&self) -> bool {
        self.rest().is_some_and(|rest| rest.is_zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pause_is_longer_until_it_gives_up() {
        let mut backoff = Backoff::default();
        assert!(backoff.may_try() && !backoff.has_failed());
        let mut pauses = Vec::new();
        while !backoff.has_given_up() {
            backoff.fail();
            pauses.push(backoff.pause().as_millis());
        }
        assert_eq!(pauses[..6], [200, 400, 800, 1600, 3200, 5000]);
        assert!(pauses.len() == 10 && pauses[5..].iter().all(|pause| *pause == 5000));
        assert!(!backoff.may_try() && backoff.rest().is_none());
        backoff.reset();
        assert!(backoff.may_try());
    }

    #[test]
    fn nothing_is_tried_during_a_pause() {
        let mut backoff = Backoff::default();
        (0..6).for_each(|_| backoff.fail());
        assert!(!backoff.may_try() && backoff.rest() > Some(Duration::ZERO));
        backoff.failed = Instant::now().checked_sub(Backoff::LONGEST);
        assert!(backoff.may_try());
    }
}
