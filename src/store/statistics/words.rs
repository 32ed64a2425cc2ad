//! The numbers of a tally in words, as tables show them.

use super::ResultTally;

impl ResultTally {
    /// The average margin with its sign, such as `+4.5`; nothing where there is none.
    pub fn margin_text(&self) -> String {
        // Adding zero makes a plain zero of a negative one.
        let rounded = self.margin_mean.map(|mean| (mean * 10.0).round() / 10.0 + 0.0);
        rounded.map(|mean| format!("{mean:+.1}")).unwrap_or_default()
    }

    /// How the last games ended that ended alike, such as `3 won`.
    pub fn streak_text(&self) -> String {
        self.streak
            .map(|streak| format!("{} {}", streak.games, streak.result.name()))
            .unwrap_or_default()
    }

    /// The time in hours and minutes, such as `12:05`.
    pub fn time_text(&self) -> String {
        let minutes = self.time.as_secs() / 60;
        format!("{}:{:02}", minutes / 60, minutes % 60)
    }
}
