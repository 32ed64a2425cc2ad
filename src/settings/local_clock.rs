//! Local dates and times as text.

use jiff::{Timestamp, ZonedDateTime, tz::TimeZone};

#[derive(Clone, Debug)]
pub struct LocalClock {
    pub zone: TimeZone,
    pub now: fn() -> Timestamp,
}

impl Default for LocalClock {
    fn default() -> Self {
        Self { zone: TimeZone::system(), now: Timestamp::now }
    }
}

impl LocalClock {
    /// The current time since 1970.
    pub fn milliseconds(&self) -> i64 {
        (self.now)().as_millisecond()
    }

    /// Formats milliseconds since 1970 in at most ten characters: the time if it is today, with the
    /// day of the week in the six days before, otherwise the date.
    pub fn time_or_date(&self, milliseconds: i64) -> String {
        let Some(then) = self.local(milliseconds) else { return String::new() };
        let today = (self.now)().to_zoned_datetime(self.zone.clone()).date();
        let days_ago = today.since(then.date()).map_or(-1, |span| span.get_days());
        let format = match days_ago {
            0 => "%H:%M",
            1..=6 => "%a %H:%M",
            _ => "%Y-%m-%d",
        };
        then.strftime(format).to_string()
    }

    pub fn date_and_time(&self, milliseconds: i64) -> String {
        self.local(milliseconds)
            .map(|then| then.strftime("%Y-%m-%d, %H:%M").to_string())
            .unwrap_or_default()
    }

    pub fn file_stamp(&self, milliseconds: i64) -> String {
        self.local(milliseconds)
            .map(|then| then.strftime("%Y-%m-%d-%H%M").to_string())
            .unwrap_or_default()
    }

    fn local(&self, milliseconds: i64) -> Option<ZonedDateTime> {
        Some(Timestamp::from_millisecond(milliseconds).ok()?.to_zoned_datetime(self.zone.clone()))
    }
}

#[cfg(test)]
pub mod testing {
    use super::*;

    /// A stopped clock: noon on 1 May 2026, UTC.
    pub fn stopped() -> LocalClock {
        LocalClock { zone: TimeZone::UTC, now: || Timestamp::constant(1_777_636_800, 0) }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::stopped;

    #[test]
    fn times_are_shown_for_today_and_dates_for_other_days() {
        let clock = stopped();
        let noon = 1_777_636_800_000;
        let hour = 3_600_000;
        for (milliseconds, short, long) in [
            (noon, "12:00", "2026-05-01, 12:00"),
            (noon - 12 * hour, "00:00", "2026-05-01, 00:00"),
            (noon - 13 * hour, "Thu 23:00", "2026-04-30, 23:00"),
            (noon - 156 * hour, "Sat 00:00", "2026-04-25, 00:00"),
            (noon - 157 * hour, "2026-04-24", "2026-04-24, 23:00"),
            (noon + 24 * hour, "2026-05-02", "2026-05-02, 12:00"),
            (0, "1970-01-01", "1970-01-01, 00:00"),
            (i64::MAX, "", ""),
        ] {
            assert_eq!(
                (
                    clock.time_or_date(milliseconds).as_str(),
                    clock.date_and_time(milliseconds).as_str()
                ),
                (short, long)
            );
        }
    }
}
