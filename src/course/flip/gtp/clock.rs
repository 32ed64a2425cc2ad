//! The clocks that a controller sets, and the time for a move.

use std::time::Duration;

use fourcade_engine::flip::model::Side;

/// Time reserved for sending a move to the controller, and for delays.
const LAG: Duration = Duration::from_millis(50);

/// The lag of all moves takes at most the time left divided by this.
const LAG_DIVISOR: u32 = 3;

/// Minimum thinking time of a move, even if the clock has run out.
const MIN_MOVE_TIME: Duration = Duration::from_millis(10);

/// With at most this many empty squares, the position is solved and moves take almost no time.
const SOLVED_EMPTIES: u32 = 16;

/// Minimum number of moves that share the time left.
const MIN_SHARES: u32 = 3;

/// A hard move may take this many times the usual time.
const HARD_MOVE_FACTOR: u32 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveTime {
    pub usual: Duration,
    /// Additional time for a hard move.
    pub reserve: Duration,
}

/// The clocks of both sides; a side without one has no time limit.
#[derive(Clone, Debug, Default)]
pub(super) struct GtpClock {
    overtime: Option<TimeLeft>,
    left: [Option<TimeLeft>; 2],
}

/// The time left for a number of moves. As in the protocol, 0 stands for all moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TimeLeft {
    time: Duration,
    moves: u32,
}

impl GtpClock {
    /// Gives each side `main_time`, and then periods of `overtime` for `moves` moves each. As the
    /// protocol specifies, an overtime of 0 means none, and there is no time limit if there is
    /// overtime for 0 moves or if all times are 0.
    pub fn set(&mut self, main_time: Duration, overtime: Duration, moves: u32) {
        let is_unlimited = moves == 0 && (!overtime.is_zero() || main_time.is_zero());
        let has_overtime = moves > 0 && !overtime.is_zero();
        self.overtime = has_overtime.then_some(TimeLeft { time: overtime, moves });
        let has_main_time = !main_time.is_zero();
        let main_time = has_main_time.then_some(TimeLeft { time: main_time, moves: 0 });
        self.left = [main_time.or(self.overtime).filter(|_| !is_unlimited); 2];
    }

    /// Sets the time left for `moves` moves, or for all moves if that is 0.
    pub fn set_time_left(&mut self, side: Side, time: Duration, moves: u32) {
        self.left[side.index()] = Some(TimeLeft { time, moves });
    }

    pub fn spend(&mut self, side: Side, time: Duration) {
        let overtime = self.overtime;
        let Some(left) = &mut self.left[side.index()] else { return };
        let is_over = left.time < time;
        left.time = left.time.saturating_sub(time);
        if left.moves > 0 {
            left.moves -= 1;
            if left.moves == 0 {
                *left = overtime.unwrap_or(*left);
            }
        } else if is_over {
            *left = overtime.unwrap_or(*left);
        }
    }

    /// Returns `None` without a time limit. `empties` is the number of empty squares. If
    /// `is_solved`, the last [`SOLVED_EMPTIES`] squares get no share of the time.
    pub fn move_time(&self, side: Side, empties: u32, is_solved: bool) -> Option<MoveTime> {
        let left = self.left[side.index()]?;
        let own_moves = empties.div_ceil(2).max(1);
        let (share, longest) = if left.moves > 0 {
            let time = without_lag(left.time, left.moves.min(own_moves));
            (time / left.moves, if left.moves > 1 { time / 2 } else { time })
        } else {
            let time = without_lag(left.time, own_moves);
            let to_fill = if is_solved { empties.saturating_sub(SOLVED_EMPTIES) } else { empties };
            // One share stays in reserve.
            let shares = (to_fill.div_ceil(2) + 1).max(MIN_SHARES.min(own_moves + 1));
            let overtime = self.overtime.map_or(Duration::ZERO, |overtime| {
                without_lag(overtime.time, overtime.moves) / overtime.moves
            });
            let available = time.max(overtime);
            ((time / shares + overtime).min(available), available / 2)
        };
        let usual = share.max(MIN_MOVE_TIME);
        let reserve = (usual * (HARD_MOVE_FACTOR - 1)).min(longest.saturating_sub(usual));
        Some(MoveTime { usual, reserve })
    }
}

/// Subtracts the lag of this many moves from a time.
fn without_lag(time: Duration, moves: u32) -> Duration {
    time.saturating_sub(LAG.saturating_mul(moves).min(time / LAG_DIVISOR))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// Returns a clock with these settings; times are in seconds.
    fn clock(main_time: u64, overtime: u64, moves: u32) -> GtpClock {
        let mut clock = GtpClock::default();
        clock.set(seconds(main_time), seconds(overtime), moves);
        clock
    }

    /// Returns the usual time for O's next move in milliseconds, if the end of the game is not
    /// solved.
    fn move_time(clock: &GtpClock, empties: u32) -> Option<u128> {
        clock.move_time(Side::O, empties, false).map(|time| time.usual.as_millis())
    }

    #[test]
    fn time_is_shared_among_the_remaining_moves() {
        assert_eq!(move_time(&GtpClock::default(), 60), None);
        assert_eq!(move_time(&clock(310, 0, 0), 60), Some(9_951));
        assert_eq!(move_time(&clock(20, 0, 0), 2), Some(9_975));
        assert_eq!(move_time(&clock(0, 20, 5), 60), Some(3_950));
        assert_eq!(move_time(&clock(31, 2, 1), 60), Some(2_901));
    }

    #[test]
    fn little_time_is_kept_for_moves_after_the_position_is_solved() {
        let usual = |seconds, empties| {
            let time = clock(seconds, 0, 0).move_time(Side::O, empties, true);
            time.map(|time| time.usual.as_millis())
        };
        assert_eq!(usual(230, 60), Some(9_934));
        assert_eq!(usual(30, 17), Some(9_850));
        assert_eq!(usual(30, 3), Some(9_966));
        assert_eq!(usual(20, 1), Some(9_975));
    }

    #[test]
    fn a_hard_move_takes_at_most_half_of_the_time_left() {
        for (seconds, is_solved) in [(1, false), (1, true), (60, false), (60, true)] {
            let mut clock = clock(seconds, 0, 0);
            for empties in (1..=60).rev().step_by(2) {
                let left = clock.left[Side::O.index()].unwrap().time;
                let time = clock.move_time(Side::O, empties, is_solved).unwrap();
                assert!(time.reserve <= time.usual * (HARD_MOVE_FACTOR - 1));
                let longest = time.usual + time.reserve;
                assert!(longest <= (left / 2).max(MIN_MOVE_TIME), "{time:?} of {left:?}");
                clock.spend(Side::O, longest);
            }
        }
        // The last move of a period gets what is left of it, and no more.
        let mut clock = clock(0, 20, 2);
        clock.spend(Side::O, seconds(5));
        let last = MoveTime { usual: Duration::from_millis(14_950), reserve: Duration::ZERO };
        assert_eq!(clock.move_time(Side::O, 40, true), Some(last));
    }

    #[test]
    fn some_settings_mean_no_time_limit() {
        for (main_time, overtime, moves) in [(0, 0, 0), (0, 10, 0), (100, 10, 0)] {
            let time = move_time(&clock(main_time, overtime, moves), 60);
            assert_eq!(time, None, "{main_time} {overtime} {moves}");
        }
    }

    #[test]
    fn time_left_replaces_the_settings_and_spent_time_is_subtracted() {
        let mut clock = clock(310, 0, 0);
        clock.set_time_left(Side::O, seconds(62), 0);
        assert_eq!(move_time(&clock, 60), Some(1_951));
        clock.spend(Side::O, seconds(31));
        assert_eq!(move_time(&clock, 60), Some(951));
        clock.spend(Side::O, seconds(1000));
        assert_eq!(move_time(&clock, 60), Some(10));
        let of_x = clock.move_time(Side::X, 60, false).map(|time| time.usual);
        assert_eq!(of_x, Some(Duration::from_millis(308_500) / 31));
    }

    #[test]
    fn overtime_follows_the_main_time_and_starts_anew() {
        let mut clock = clock(10, 30, 3);
        clock.spend(Side::O, seconds(11));
        assert_eq!(move_time(&clock, 60), Some(9_950));
        clock.spend(Side::O, seconds(20));
        assert_eq!(move_time(&clock, 60), Some(4_950));
        clock.spend(Side::O, seconds(1));
        clock.spend(Side::O, seconds(1));
        assert_eq!(move_time(&clock, 60), Some(9_950));
    }
}
