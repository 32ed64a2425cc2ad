//! Keys that were typed before their answer could be read.
//!
//! A result card, a hand-over or a question may appear while a person still types. For a moment,
//! keys and clicks do nothing there, so that none of them answers what nobody has seen.

use std::time::{Duration, Instant};

use fourcade_engine::play::Seat;

/// The time for which keys do nothing after something has appeared.
pub const READING_TIME: Duration = Duration::from_millis(700);

/// Something that appears while a person may be typing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    Result,
    /// The person on this seat is asked to the keyboard.
    HandOver(Seat),
    /// A dialog that opened by itself.
    Dialog,
}

#[derive(Debug, Default)]
pub struct TypedAhead {
    /// What the last frame showed.
    seen: Option<Interruption>,
    /// The end of its reading time.
    until: Option<Instant>,
}

impl TypedAhead {
    /// Records that a frame has shown this.
    pub fn see(&mut self, shown: Option<Interruption>, now: Instant) {
        if self.seen != shown {
            let until = shown.map(|_| now + READING_TIME);
            *self = Self { seen: shown, until: until.filter(|&until| until > Instant::now()) };
        }
    }

    /// Another screen is on top, and must be seen even if it looks like the last one.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Whether keys do nothing now, because this is on top.
    pub fn holds(&self, on_top: Option<Interruption>, now: Instant) -> bool {
        let is_read = self.seen == on_top && self.until.is_none_or(|until| now >= until);
        on_top.is_some() && !is_read
    }

    /// When keys work again.
    pub fn until(&self) -> Option<Instant> {
        self.until
    }

    /// Returns whether keys work again since the last call.
    pub fn end(&mut self, now: Instant) -> bool {
        self.until.take_if(|until| now >= *until).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_appears_is_read_before_a_key_counts() {
        let (now, mut keys) = (Instant::now(), TypedAhead::default());
        let [first, second] = [0, 1].map(|seat| Some(Interruption::HandOver(Seat::new(seat))));
        assert!(!keys.holds(None, now));
        assert!(keys.holds(first, now), "it was not drawn yet");
        keys.see(first, now);
        assert_eq!(keys.until(), Some(now + READING_TIME));
        assert!(keys.holds(first, now + READING_TIME * 9 / 10) && !keys.holds(None, now));
        assert!(!keys.holds(first, now + READING_TIME));
        // Drawing it again changes nothing; something else must be read, too.
        keys.see(first, now + READING_TIME);
        assert!(!keys.end(now) && keys.end(now + READING_TIME) && !keys.end(now + READING_TIME));
        assert!(!keys.holds(first, now + READING_TIME));
        assert!(keys.holds(second, now + READING_TIME));
        keys.forget();
        assert!(keys.holds(first, now + READING_TIME));
    }
}
