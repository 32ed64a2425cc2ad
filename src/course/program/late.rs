//! A shorter time limit for programs that are late repeatedly.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// After this many late answers in a row, a program has [`SHORT_TIME`] for each answer.
pub const MAX_LATE: u32 = 10;

/// Time limit of a program that was late too often, unless its own limit is shorter.
pub const SHORT_TIME: Duration = Duration::from_secs(1);

/// Number of late answers in a row. Once it reaches [`MAX_LATE`], it is never reset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LateStreak(pub u32);

impl LateStreak {
    /// Returns the streak after another answer.
    pub const fn after_answer(self, is_late: bool) -> Self {
        match (self.shortens_time(), is_late) {
            (true, _) => self,
            (false, true) => Self(self.0 + 1),
            (false, false) => Self(0),
        }
    }

    /// Whether the time limit is [`SHORT_TIME`].
    pub const fn shortens_time(self) -> bool {
        self.0 >= MAX_LATE
    }

    /// Returns the time limit for the next answer, given the usual one.
    pub fn time_limit(self, usual: Duration) -> Duration {
        if self.shortens_time() { usual.min(SHORT_TIME) } else { usual }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(answers: &str) -> LateStreak {
        answers
            .chars()
            .fold(LateStreak::default(), |streak, answer| streak.after_answer(answer == 'L'))
    }

    #[test]
    fn ten_late_answers_in_a_row_shorten_the_limit_for_ever() {
        let usual = Duration::from_secs(30);
        assert_eq!(after("LLLLLLLLL").time_limit(usual), usual);
        assert_eq!(after("LLLLLLLLL.L").time_limit(usual), usual);
        for answers in ["LLLLLLLLLL", "L.LLLLLLLLLL", "LLLLLLLLLL..L."] {
            assert_eq!(after(answers).time_limit(usual), SHORT_TIME, "{answers}");
        }
        let short = Duration::from_millis(50);
        assert_eq!(after("LLLLLLLLLL").time_limit(short), short);
    }
}
