//! The daily deal that a table plays.

use std::fmt::Write as _;

use crate::{database::DailyDate, games::ArcadeGame};

/// Writes a date as in `22 November 2026`.
pub fn day_text(date: DailyDate) -> String {
    date.date().strftime("%-d %B %Y").to_string()
}

/// The daily deal on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyGame {
    /// The date of the deal, even if the day has changed since.
    pub date: DailyDate,
}

impl DailyGame {
    /// The deal of this date.
    pub const fn new(date: DailyDate) -> Self {
        Self { date }
    }

    /// Says on the result card which deal it was, and whether it counts.
    pub fn note(self, is_practice: bool) -> String {
        let day = day_text(self.date);
        if is_practice {
            format!("The deal of {day}, for practice: only the first game counts")
        } else {
            format!("The deal of {day}: it counts")
        }
    }

    /// Returns the line to share, with a result such as `, Hard: won 34-30`.
    pub fn share<G: ArcadeGame>(self, result: &str) -> String {
        let mut text = format!("fourcade {} of {}{result}.", G::TITLE, self.date);
        let _ = write!(text, " Play the deal: fourcade daily {} --date {}", G::KEY, self.date);
        text
    }
}
