//! Spaced repetition: a puzzle that was answered wrong returns, later and later each time it is
//! answered right (Leitner's boxes).

use crate::database::practice::Repetition;

/// A day in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// After how many days a puzzle of each box returns. A right answer moves it to the next box, and
/// out of the last one; a wrong one back to the first.
const BOXES: [i64; 5] = [1, 3, 7, 21, 60];

/// Whether a puzzle has returned. It has, too, if it would return later than any answer until now
/// allows: the clock was ahead when it was answered.
pub fn is_due(state: Repetition, now: i64) -> bool {
    let [.., longest] = BOXES;
    let days = BOXES.get(usize::from(state.level)).copied().unwrap_or(longest);
    // Clocks may differ by hours.
    state.due <= now || state.due > now.saturating_add((days + 1) * DAY)
}

/// Returns when a puzzle returns that was answered `now`. `before` is what was known of it: `None`
/// if it was never wrong, or was answered right often enough. The result means the same.
///
/// An early answer moves nothing forward.
pub fn next(before: Option<Repetition>, is_right: bool, now: i64) -> Option<Repetition> {
    let in_box = |level: u8| {
        let days = BOXES.get(usize::from(level))?;
        Some(Repetition { level, due: now.saturating_add(days * DAY) })
    };
    match (before, is_right) {
        (_, false) => in_box(0),
        (None, true) => None,
        (Some(before), true) if !is_due(before, now) => Some(before),
        (Some(before), true) => in_box(before.level.saturating_add(1)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_wrong_answer_returns_later_and_later_until_it_is_known() {
        let mut now = 1_000;
        let mut state = next(None, false, now);
        let mut days = Vec::new();
        while let Some(repetition) = state {
            days.push((repetition.due - now) / DAY);
            now = repetition.due;
            state = next(state, true, now);
        }
        assert_eq!(days, BOXES);
    }

    #[test]
    fn a_right_answer_at_first_never_returns() {
        assert_eq!(next(None, true, 5), None);
    }

    #[test]
    fn a_wrong_answer_begins_again() {
        let known = Repetition { level: 3, due: 5 * DAY };
        assert_eq!(next(Some(known), false, 9 * DAY), Some(Repetition { level: 0, due: 10 * DAY }));
        assert_eq!(next(Some(known), true, 2 * DAY), Some(known), "it was too early");
    }

    #[test]
    fn an_answer_under_a_clock_that_was_ahead_does_not_put_a_puzzle_off_for_years() {
        let ahead = 9_000 * DAY;
        let mut state = next(None, false, ahead).unwrap();
        assert!(is_due(state, 2 * DAY) && !is_due(state, ahead));
        // From now on it counts from the day on which it was asked last.
        state = next(Some(state), true, 2 * DAY).unwrap();
        assert_eq!(state, Repetition { level: 1, due: 5 * DAY });
        assert!(!is_due(state, 2 * DAY) && !is_due(state, 4 * DAY) && is_due(state, 5 * DAY));
        // A clock that is set back by an hour changes nothing.
        assert!(!is_due(state, 2 * DAY - DAY / 24));
    }

    proptest! {
        #[test]
        fn a_puzzle_never_returns_before_the_next_day(
            level in 0_u8..9, due in 0..1000 * DAY, now in 0..1000 * DAY, is_right: bool,
        ) {
            let before = Repetition { level, due };
            if let Some(after) = next(Some(before), is_right, now) {
                prop_assert!(after == before || after.due >= now + DAY);
            }
        }
    }
}
