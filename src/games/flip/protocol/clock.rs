//! Time as a controller gives it, and how much of it a move may take.

use std::time::Duration;

use crate::games::flip::rules::Side;

/// What the way of a move to the controller and back may take.
const LAG: Duration = Duration::from_millis(50);

/// Whatever the clock says, so much is thought.
const LEAST: Duration = Duration::from_millis(10);

/// The two sides' clocks. Without settings there is no hurry.
#[derive(Clone, Debug, Default)]
pub(super) struct GtpClock {
    overtime: Option<TimeLeft>,
    left: [Option<TimeLeft>; 2],
}

/// Time for so many moves; for all that are to come, if 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TimeLeft {
    time: Duration,
    stones: u32,
}

impl GtpClock {
    /// Each side has `main` time, and then always `overtime` for so many `stones`. As the protocol
    /// says it: no overtime where its time is 0, and no clock at all where there is time for no
    /// stones.
    pub fn set(&mut self, main: Duration, overtime: Duration, stones: u32) {
        let endless = stones == 0 && (!overtime.is_zero() || main.is_zero());
        self.overtime =
            (stones > 0 && !overtime.is_zero()).then_some(TimeLeft { time: overtime, stones });
        let main = Some(TimeLeft { time: main, stones: 0 }).filter(|left| !left.time.is_zero());
        self.left = [main.or(self.overtime).filter(|_| !endless); 2];
    }

    /// A side's clock shows this.
    pub fn show(&mut self, side: Side, time: Duration, stones: u32) {
        self.left[side.index()] = Some(TimeLeft { time, stones });
    }

    /// A side has thought for so long about a move.
    pub fn spend(&mut self, side: Side, time: Duration) {
        let overtime = self.overtime;
        let Some(left) = &mut self.left[side.index()] else { return };
        let is_over = left.time < time;
        left.time = left.time.saturating_sub(time);
        if left.stones > 0 {
            left.stones -= 1;
            if left.stones == 0 {
                *left = overtime.unwrap_or(*left);
            }
        } else if is_over {
            *left = overtime.unwrap_or(*left);
        }
    }

    /// How long a side may think about its next move when so many cells are empty; nothing if there
    /// is no clock.
    pub fn share(&self, side: Side, empties: u32) -> Option<Duration> {
        let left = self.left[side.index()]?;
        let share = if left.stones > 0 {
            left.time / left.stones
        } else {
            // Half of the cells are for the other side. What is left over is for moves that come
            // late.
            let moves = empties.div_ceil(2).max(1) + 1;
            let then =
                self.overtime.map_or(Duration::ZERO, |overtime| overtime.time / overtime.stones);
            (left.time / moves + then).min(left.time.max(then))
        };
        Some(share.saturating_sub(LAG.min(share / 2)).max(LEAST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn set(main: u64, overtime: u64, stones: u32) -> GtpClock {
        let mut clock = GtpClock::default();
        clock.set(seconds(main), seconds(overtime), stones);
        clock
    }

    /// In milliseconds.
    fn share(clock: &GtpClock, empties: u32) -> Option<u128> {
        clock.share(Side::O, empties).map(|share| share.as_millis())
    }

    #[test]
    fn time_is_shared_among_the_moves_that_are_to_come() {
        assert_eq!(share(&GtpClock::default(), 60), None);
        assert_eq!(share(&set(310, 0, 0), 60), Some(9_950));
        assert_eq!(share(&set(20, 0, 0), 2), Some(9_950));
        assert_eq!(share(&set(0, 20, 5), 60), Some(3_950));
        assert_eq!(share(&set(31, 2, 1), 60), Some(2_950));
    }

    #[test]
    fn settings_may_say_that_there_is_no_clock() {
        for (main, overtime, stones) in [(0, 0, 0), (0, 10, 0), (100, 10, 0)] {
            assert_eq!(share(&set(main, overtime, stones), 60), None, "{main} {overtime} {stones}");
        }
    }

    #[test]
    fn what_is_shown_counts_and_what_is_spent_goes_off() {
        let mut clock = set(310, 0, 0);
        clock.show(Side::O, seconds(62), 0);
        assert_eq!(share(&clock, 60), Some(1_950));
        clock.spend(Side::O, seconds(31));
        assert_eq!(share(&clock, 60), Some(950));
        clock.spend(Side::O, seconds(1000));
        assert_eq!(share(&clock, 60), Some(10));
        assert_eq!(clock.share(Side::X, 60), Some(Duration::from_millis(9_950)));
    }

    #[test]
    fn overtime_follows_and_begins_anew() {
        let mut clock = set(10, 30, 3);
        clock.spend(Side::O, seconds(11));
        assert_eq!(share(&clock, 60), Some(9_950));
        clock.spend(Side::O, seconds(20));
        assert_eq!(share(&clock, 60), Some(4_950));
        clock.spend(Side::O, seconds(1));
        clock.spend(Side::O, seconds(1));
        assert_eq!(share(&clock, 60), Some(9_950));
    }
}
