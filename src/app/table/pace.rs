//! How fast things go on by themselves at the table.

use std::time::Duration;

use crate::app::Start;

/// The least time between two moves of computers, from slow to fast.
pub const WAITS: [Duration; 7] = [
    Duration::from_secs(3),
    Duration::from_millis(1500),
    Duration::from_millis(800),
    Duration::from_millis(400),
    Duration::from_millis(150),
    Duration::from_millis(50),
    Duration::ZERO,
];
/// How fast computers go on, and whether.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The least time between two moves of computers that play alone; it counts their thinking.
    pub wait: Duration,
    /// They do not go on.
    pub paused: bool,
    /// But one more move they make.
    pub stepping: bool,
    /// The next game starts by itself when one is over.
    pub run_on: bool,
}

impl Pace {
    /// The pace of a table that begins so; `usual` where no speed was asked for.
    pub fn new(start: Start, usual: Duration) -> Self {
        let wait = match start {
            Start::Playing(Some(speed)) => {
                Duration::try_from_secs_f64(1.0 / speed).unwrap_or(usual)
            }
            Start::Playing(None) | Start::Replay => usual,
        };
        Self { wait, paused: start == Start::Replay, stepping: false, run_on: false }
    }

    /// One step faster or slower.
    pub fn change(&mut self, faster: bool) {
        let next = if faster {
            WAITS.iter().find(|&&wait| wait < self.wait)
        } else {
            WAITS.iter().rev().find(|&&wait| wait > self.wait)
        };
        self.wait = next.copied().unwrap_or(self.wait);
    }

    /// It in words.
    pub fn words(self) -> String {
        if self.paused {
            return "Paused.".to_owned();
        }
        format!("{} a move", in_seconds(self.wait))
    }

    /// Whether computers may move now.
    pub fn goes_on(self) -> bool {
        !self.paused || self.stepping
    }
}

/// A time in seconds, such as `0.33 s`.
pub fn in_seconds(time: Duration) -> String {
    let seconds = format!("{:.2}", time.as_secs_f64());
    format!("{} s", seconds.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_changes_step_by_step_and_stays_within_its_ends() {
        let mut pace = Pace::new(Start::Playing(Some(1.0)), WAITS[0]);
        assert_eq!(pace.wait, Duration::from_secs(1));
        pace.change(true);
        assert_eq!(pace.wait, Duration::from_millis(800));
        pace.change(false);
        assert_eq!(pace.wait, Duration::from_millis(1500));
        for _ in 0..9 {
            pace.change(true);
        }
        assert_eq!(pace.wait, Duration::ZERO);
        assert_eq!(pace.words(), "0 s a move");
        assert_eq!(Pace::new(Start::Playing(Some(3.0)), WAITS[0]).words(), "0.33 s a move");
        assert_eq!(Pace::new(Start::Playing(None), WAITS[0]).words(), "3 s a move");
        assert_eq!(Pace { wait: Duration::from_secs(10), ..pace }.words(), "10 s a move");
    }
}
