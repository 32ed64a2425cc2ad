//! Clocks: the time that people have for their choices.

use std::{fmt, str::FromStr, time::Duration};

use serde::{Deserialize, Serialize};

use super::Seat;

/// The time control of each person. Computer players have no clock.
///
/// # Examples
///
/// ```
/// use fourcade_engine::play::TimeControl;
/// use std::time::Duration;
///
/// let five_minutes: TimeControl = "5+3".parse()?;
/// let spent = [40, 1].map(Duration::from_secs);
/// assert_eq!(five_minutes.time_left(spent), Duration::from_secs(300 - 41 + 2 * 3));
///
/// let each: TimeControl = "20s".parse()?;
/// assert_eq!(each.time_left(spent), Duration::from_secs(20));
/// # Ok::<(), fourcade_engine::play::TimeControlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum TimeControl {
    /// A time for the whole game, with an increment, for games with two seats. Running out of time
    /// loses.
    Game {
        /// The time at the start, in whole minutes.
        time: Duration,
        /// The time added for each choice, in whole seconds.
        increment: Duration,
    },
    /// A time for each choice, in whole seconds. If it runs out, a computer chooses.
    Choice(Duration),
}

/// The longest time at the start of a game, in minutes.
const MAX_MINUTES: u64 = 180;
/// The longest time for a choice and the largest increment, in seconds.
const MAX_SECONDS: u64 = 600;

/// The text is not a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a clock is written as minutes for the game plus seconds a move (1 to {MAX_MINUTES}, 0 to \
     {MAX_SECONDS}), such as 5+3, or as seconds for each choice (1 to {MAX_SECONDS}), such as 20s"
)]
pub struct TimeControlError;

impl TimeControl {
    /// A time control for the game, with an increment for each choice.
    pub const fn game(minutes: u64, seconds: u64) -> Self {
        let (time, increment) = (Duration::from_secs(60 * minutes), Duration::from_secs(seconds));
        Self::Game { time, increment }
    }

    /// A time control for each choice.
    pub const fn choice(seconds: u64) -> Self {
        Self::Choice(Duration::from_secs(seconds))
    }

    /// Whether both are times for the whole game, or both for each choice.
    pub const fn is_same_kind(self, other: Self) -> bool {
        matches!(self, Self::Game { .. }) == matches!(other, Self::Game { .. })
    }

    /// Whether running out of time loses the game.
    pub const fn loses_on_time(self) -> bool {
        matches!(self, Self::Game { .. })
    }

    /// The time for the next choice, after choices that took the times `spent`.
    pub fn time_left(self, spent: impl IntoIterator<Item = Duration>) -> Duration {
        match self {
            Self::Choice(time) => time,
            Self::Game { time, increment } => spent
                .into_iter()
                .fold(time, |left, spent| left.saturating_sub(spent).saturating_add(increment)),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game { time, increment } => {
                write!(f, "{}+{}", time.as_secs() / 60, increment.as_secs())
            }
            Self::Choice(time) => write!(f, "{}s", time.as_secs()),
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let number = |text: &str, min, max| {
            let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text.parse().ok().filter(|_| is_plain);
            number.filter(|number| (min..=max).contains(number)).ok_or(TimeControlError)
        };
        if let Some(seconds) = text.strip_suffix('s') {
            return number(seconds, 1, MAX_SECONDS).map(Self::choice);
        }
        let (minutes, seconds) = text.split_once('+').ok_or(TimeControlError)?;
        Ok(Self::game(number(minutes, 1, MAX_MINUTES)?, number(seconds, 0, MAX_SECONDS)?))
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<Self, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

/// The time that a person with a clock took for a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceTime {
    /// The person's seat.
    pub seat: Seat,
    /// The time in milliseconds.
    pub ms: u64,
    /// Whether the time ran out and a computer chose.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
}

impl ChoiceTime {
    /// The time of a choice by the person on this seat.
    pub fn new(seat: Seat, time: Duration) -> Self {
        Self { seat, ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX), late: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_as_they_are_written() {
        for text in ["3+2", "5+3", "180+0", "1s", "20s", "600s"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in
            ["", "5", "+", "5+", "+3", "0+1", "181+0", "5+601", "0s", "601s", "20", "s", "-1s"]
        {
            assert_eq!(text.parse::<TimeControl>(), Err(TimeControlError), "{text}");
        }
        for text in ["5+3s", "5 + 3", "+5+3", "5++3", "99999999999999999999+1"] {
            assert_eq!(text.parse::<TimeControl>(), Err(TimeControlError), "{text}");
        }
    }

    #[test]
    fn choices_take_time_and_add_some() {
        let seconds = Duration::from_secs;
        let game = TimeControl::game(1, 5);
        assert_eq!(game.time_left([]), seconds(60));
        assert_eq!(game.time_left([seconds(20), seconds(2)]), seconds(48));
        // Later increments don't pay for what was overdrawn.
        assert_eq!(game.time_left([seconds(1000), seconds(1)]), seconds(9));
        assert_eq!(game.time_left([Duration::MAX]), seconds(5));
        assert_eq!(TimeControl::choice(20).time_left([seconds(19)]), seconds(20));
    }
}
