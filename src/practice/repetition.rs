//! Spaced repetition with Leitner boxes: after a wrong answer, a puzzle returns at growing
//! intervals until it was answered right in the last box.

use crate::database::practice::Repetition;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The interval of each box, in days. A right answer moves a puzzle to the next box, or out of the
/// last one; a wrong answer moves it to the first.
const BOX_DAYS: [i64; 5] = [1, 3, 7, 21, 60];

/// Whether a puzzle is due, or its date is so far ahead that the clock must have been wrong.
pub fn is_due(state: Repetition, now: i64) -> bool {
    let [.., longest] = BOX_DAYS;
    let days = BOX_DAYS.get(usize::from(state.level)).copied().unwrap_or(longest);
    // The extra day allows for clocks that differ by hours.
    state.due <= now || state.due > now.saturating_add((days + 1) * DAY_MS)
}

/// Returns the state of a puzzle after an answer `now`, in milliseconds since 1970. `None` means
/// that the puzzle doesn't return.
///
/// A right answer before the puzzle is due changes nothing.
pub fn next(before: Option<Repetition>, is_right: bool, now: i64) -> Option<Repetition> {
    let in_box = |level: u8| {
        let days = BOX_DAYS.get(usize::from(level))?;
        Some(Repetition { level, due: now.saturating_add(days * DAY_MS) })
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
    fn a_puzzle_returns_at_growing_intervals_until_it_is_known() {
        let mut now = 1_000;
        let mut state = next(None, false, now);
        let mut days = Vec::new();
        while let Some(repetition) = state {
            days.push((repetition.due - now) / DAY_MS);
            now = repetition.due;
            state = next(state, true, now);
        }
        assert_eq!(days, BOX_DAYS);
    }

    #[test]
    fn a_puzzle_answered_right_at_first_never_returns() {
        assert_eq!(next(None, true, 5), None);
    }

    #[test]
    fn a_wrong_answer_moves_a_puzzle_to_the_first_box() {
        let known = Repetition { level: 3, due: 5 * DAY_MS };
        assert_eq!(
            next(Some(known), false, 9 * DAY_MS),
            Some(Repetition { level: 0, due: 10 * DAY_MS })
        );
        assert_eq!(next(Some(known), true, 2 * DAY_MS), Some(known), "it was too early");
    }

    #[test]
    fn a_clock_that_was_ahead_does_not_put_a_puzzle_off_for_years() {
        let ahead = 9_000 * DAY_MS;
        let mut state = next(None, false, ahead).unwrap();
        assert!(is_due(state, 2 * DAY_MS) && !is_due(state, ahead));
        // The next interval counts from the day of this answer.
        state = next(Some(state), true, 2 * DAY_MS).unwrap();
        assert_eq!(state, Repetition { level: 1, due: 5 * DAY_MS });
        assert!(
            !is_due(state, 2 * DAY_MS) && !is_due(state, 4 * DAY_MS) && is_due(state, 5 * DAY_MS)
        );
        // A clock that is set back by an hour changes nothing.
        assert!(!is_due(state, 2 * DAY_MS - DAY_MS / 24));
    }

    proptest! {
        #[test]
        fn a_puzzle_never_returns_before_the_next_day(
            level in 0_u8..9, due in 0..1000 * DAY_MS, now in 0..1000 * DAY_MS, is_right: bool,
        ) {
            let before = Repetition { level, due };
            if let Some(after) = next(Some(before), is_right, now) {
                prop_assert!(after == before || after.due >= now + DAY_MS);
            }
        }
    }
}
