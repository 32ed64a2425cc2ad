//! The dates of daily deals.

use std::{fmt, str::FromStr, time::Duration};

use jiff::{Timestamp, civil::Date, tz::TimeZone};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DailyDate(Date);

impl DailyDate {
    pub const fn new(date: Date) -> Self {
        Self(date)
    }

    pub const fn date(self) -> Date {
        self.0
    }

    pub fn today() -> Self {
        Self(Timestamp::now().to_zoned_datetime(TimeZone::UTC).date())
    }

    /// The time until the next date begins, in UTC.
    pub fn time_left() -> Duration {
        const DAY: u64 = 24 * 60 * 60;
        let second = Timestamp::now().as_second().rem_euclid(DAY.cast_signed());
        Duration::from_secs(DAY - second.cast_unsigned())
    }

    /// Writes the date as in `22 Nov 2026`.
    pub fn in_short(self) -> String {
        self.0.strftime("%-d %b %Y").to_string()
    }

    /// Writes the date as in `22 November 2026`.
    pub fn in_words(self) -> String {
        self.0.strftime("%-d %B %Y").to_string()
    }

    /// `None` before the first date that can be represented.
    pub fn previous(self) -> Option<Self> {
        self.0.yesterday().ok().map(Self)
    }

    /// Day `day`, from 0 for the first Monday, of the `weeks` calendar weeks up to the one with
    /// this date. `None` if it can't be represented.
    pub fn in_weeks(self, weeks: i32, day: i32) -> Option<Self> {
        let from_monday = i32::from(self.0.weekday().to_monday_zero_offset());
        let ahead = day - 7 * (weeks - 1) - from_monday;
        self.0.checked_add(jiff::Span::new().days(ahead)).ok().map(Self)
    }
}

impl fmt::Display for DailyDate {
    /// Writes the date as in `2026-11-22`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for DailyDate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let date = text.parse().map(Self);
        date.map_err(|_| format!("{text:?} is no date; write it as in 2026-11-22"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> DailyDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_date_is_written_with_hyphens() {
        assert_eq!(date("2026-01-02").to_string(), "2026-01-02");
        assert_eq!(date("2026-03-01").previous(), Some(date("2026-02-28")));
        assert!("today".parse::<DailyDate>().is_err());
        assert!("2026-02-30".parse::<DailyDate>().is_err());
        assert_eq!(DailyDate::new(Date::MIN).previous(), None);
    }

    #[test]
    fn days_are_counted_from_the_monday_of_the_first_week() {
        // A Thursday.
        let today = date("2026-11-26");
        for (day, expected) in [(0, "2026-11-09"), (7, "2026-11-16"), (17, "2026-11-26")] {
            assert_eq!(today.in_weeks(3, day), Some(date(expected)));
        }
        assert_eq!(DailyDate::new(Date::MIN).in_weeks(5, 0), None);
    }
}
