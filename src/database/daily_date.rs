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

    /// Writes the date as in `22 Nov`.
    pub fn without_year(self) -> String {
        self.0.strftime("%-d %b").to_string()
    }

    /// Writes the date as in `22 November 2026`.
    pub fn in_words(self) -> String {
        self.0.strftime("%-d %B %Y").to_string()
    }

    /// `None` before the first date that can be represented.
    pub fn previous(self) -> Option<Self> {
        self.0.yesterday().ok().map(Self)
    }

    /// The date this many days later. `None` if it can't be represented.
    pub fn plus_days(self, days: i32) -> Option<Self> {
        self.0.checked_add(jiff::Span::new().try_days(days).ok()?).ok().map(Self)
    }

    /// Negative if `other` is earlier.
    pub fn days_until(self, other: Self) -> i32 {
        (other.0 - self.0).get_days()
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
        date.map_err(|_| format!("{text:?} isn't a date; write it as in 2026-11-22"))
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
    fn days_are_added_within_the_calendar() {
        assert_eq!(date("2026-02-27").plus_days(2), Some(date("2026-03-01")));
        assert_eq!(date("2026-03-01").plus_days(-1), Some(date("2026-02-28")));
        assert_eq!(DailyDate::new(Date::MIN).plus_days(-1), None);
        assert_eq!(date("2026-02-27").days_until(date("2026-03-01")), 2);
        assert_eq!(date("2026-03-01").days_until(date("2024-03-01")), -730);
    }
}
