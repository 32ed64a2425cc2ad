//! Type-ahead: keys meant for the screen before the one that has just appeared.
//!
//! A result card, a hand-over or a question may appear while a person is typing. Keys and clicks
//! are then ignored for a moment, so that none of them answers something unread.

use std::time::{Duration, Instant};

use fourcade_engine::play::Seat;

/// The time for which keys are ignored after an interruption appears.
pub const READING_TIME: Duration = Duration::from_millis(700);

/// The pause that ends a word: its last letters are ignored like the first.
const END_OF_WORD: Duration = Duration::from_millis(250);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    Result,
    /// The person on this seat is asked to the keyboard.
    HandOver(Seat),
    /// A dialog that opened without a key or a click.
    Dialog,
}

#[derive(Debug, Default)]
pub struct TypedAhead {
    /// The interruption in the last frame.
    shown: Option<Interruption>,
    ignored_until: Option<Instant>,
}

impl TypedAhead {
    pub fn set_shown(&mut self, shown: Option<Interruption>, now: Instant) {
        if self.shown != shown {
            let ignored_until = shown.map(|_| now + READING_TIME);
            // Tests show frames in the past, so that their reading time is over at once.
            let ignored_until = ignored_until.filter(|&until| until > Instant::now());
            *self = Self { shown, ignored_until };
        }
    }

    /// Forgets the interruption, so that another one of the same kind must be read, too.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    pub fn ignores_keys(&self, on_top: Option<Interruption>, now: Instant) -> bool {
        if on_top.is_none() {
            return false;
        }
        self.shown != on_top || self.ignored_until.is_some_and(|until| now < until)
    }

    /// Also ignores the letters that soon follow an ignored one.
    pub fn wait_for_end_of_word(&mut self, now: Instant) {
        self.ignored_until = self.ignored_until.map(|until| until.max(now + END_OF_WORD));
    }

    pub fn ignored_until(&self) -> Option<Instant> {
        self.ignored_until
    }

    /// Whether the reading time has ended since the last call.
    pub fn take_ended(&mut self, now: Instant) -> bool {
        self.ignored_until.take_if(|until| now >= *until).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interruption_can_be_read_before_a_key_counts() {
        let (now, mut keys) = (Instant::now(), TypedAhead::default());
        let [first, second] = [0, 1].map(|seat| Some(Interruption::HandOver(Seat::new(seat))));
        assert!(!keys.ignores_keys(None, now));
        assert!(keys.ignores_keys(first, now), "it was not drawn yet");
        keys.set_shown(first, now);
        let end = now + READING_TIME;
        assert_eq!(keys.ignored_until(), Some(end));
        assert!(keys.ignores_keys(first, now + READING_TIME * 9 / 10));
        assert!(!keys.ignores_keys(None, now));
        assert!(!keys.ignores_keys(first, end));
        // Drawing it again changes nothing; another interruption must be read, too.
        keys.set_shown(first, end);
        assert!(!keys.take_ended(now) && keys.take_ended(end) && !keys.take_ended(end));
        assert!(!keys.ignores_keys(first, end));
        assert!(keys.ignores_keys(second, end));
        keys.reset();
        assert!(keys.ignores_keys(first, end));
    }

    #[test]
    fn all_letters_of_a_word_are_ignored() {
        let (now, mut keys) = (Instant::now(), TypedAhead::default());
        let first = Some(Interruption::HandOver(Seat::new(0)));
        keys.set_shown(first, now);
        let end = now + READING_TIME;
        keys.wait_for_end_of_word(now);
        assert_eq!(keys.ignored_until(), Some(end), "the word ended long before");
        let last = now + READING_TIME * 9 / 10;
        keys.wait_for_end_of_word(last);
        assert!(keys.ignores_keys(first, end) && !keys.ignores_keys(first, last + END_OF_WORD));
    }
}
