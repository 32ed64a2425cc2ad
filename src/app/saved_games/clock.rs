//! When something was, by the clock and the calendar here.

use jiff::{Timestamp, Zoned, tz::TimeZone};

/// The clock here.
pub struct LocalClock {
    zone: TimeZone,
    now: fn() -> Timestamp,
}

impl LocalClock {
    /// The one of this machine.
    pub fn here() -> Self {
        Self { zone: TimeZone::system(), now: Timestamp::now }
    }

    /// One that stands still: noon on the first of May 2026, in a place without summer time.
    #[cfg(test)]
    pub fn stopped() -> Self {
        Self { zone: TimeZone::UTC, now: || Timestamp::constant(1_777_636_800, 0) }
    }

    /// These milliseconds since 1970 in at most ten letters: the time for what was today, else the
    /// day.
    pub fn short(&self, milliseconds: i64) -> String {
        let Some(then) = self.local(milliseconds) else { return String::new() };
        let today = (self.now)().to_zoned(self.zone.clone()).date();
        if then.date() == today {
            return then.strftime("%H:%M").to_string();
        }
        if today.yesterday().is_ok_and(|yesterday| then.date() == yesterday) {
            return "yesterday".to_owned();
        }
        then.strftime("%Y-%m-%d").to_string()
    }

    /// These milliseconds since 1970: day and time.
    pub fn long(&self, milliseconds: i64) -> String {
        self.local(milliseconds)
            .map(|then| then.strftime("%Y-%m-%d, %H:%M").to_string())
            .unwrap_or_default()
    }

    fn local(&self, milliseconds: i64) -> Option<Zoned> {
        Some(Timestamp::from_millisecond(milliseconds).ok()?.to_zoned(self.zone.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn today_has_a_time_and_other_days_a_name() {
        let clock = LocalClock::stopped();
        let noon = 1_777_636_800_000;
        let hour = 3_600_000;
        for (milliseconds, short, long) in [
            (noon, "12:00", "2026-05-01, 12:00"),
            (noon - 12 * hour, "00:00", "2026-05-01, 00:00"),
            (noon - 13 * hour, "yesterday", "2026-04-30, 23:00"),
            (noon - 37 * hour, "2026-04-29", "2026-04-29, 23:00"),
            (noon + 24 * hour, "2026-05-02", "2026-05-02, 12:00"),
            (0, "1970-01-01", "1970-01-01, 00:00"),
            (i64::MAX, "", ""),
        ] {
            assert_eq!(
                (clock.short(milliseconds).as_str(), clock.long(milliseconds).as_str()),
                (short, long)
            );
        }
    }
}
