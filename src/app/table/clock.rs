//! The clocks of the people at a local table. A clock runs only while its person can choose: not
//! while the keyboard is handed over, a reveal is shown or another screen covers the table.
//! Computers have no clock. At a shared table, the database's clock counts instead.

use std::time::{Duration, Instant};

use fourcade_engine::play::{ChoiceTime, Game, MAX_SEATS, Seat, Seats, Session, TimeControl};

/// With no more time than this, a clock warns and shows tenths of a second.
pub const LOW_TIME: Duration = Duration::from_secs(10);
const SECOND: Duration = Duration::from_secs(1);
const TENTH: Duration = Duration::from_millis(100);

/// Counts the time spent on the current step. The record has the times of earlier steps.
#[derive(Clone, Debug)]
pub struct Clock {
    control: Option<TimeControl>,
    /// The number of lines before the current step.
    lines: usize,
    spent: [Duration; MAX_SEATS],
    /// The seats whose clocks run since `measured`.
    running: Seats,
    measured: Instant,
    /// The seats whose time for this step is over, so that a computer chooses.
    late: Seats,
    is_stopped: bool,
}

impl Clock {
    pub fn new(control: Option<TimeControl>) -> Self {
        Self {
            control,
            lines: 0,
            spent: [Duration::ZERO; MAX_SEATS],
            running: Seats::NONE,
            measured: Instant::now(),
            late: Seats::NONE,
            is_stopped: false,
        }
    }

    pub fn control(&self) -> Option<TimeControl> {
        self.control
    }

    pub fn late<G: Game>(&self, session: &Session<G>) -> Seats {
        if self.lines == session.lines().len() { self.late } else { Seats::NONE }
    }

    /// While a person has stopped the clocks, nobody can choose.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    pub fn set_stopped(&mut self, is_stopped: bool) {
        self.is_stopped = is_stopped && self.control.is_some();
    }

    /// Computers choose for these seats in this step.
    pub fn set_late(&mut self, seats: Seats) {
        self.late = seats.iter().fold(self.late, Seats::with);
    }

    /// Discards the time since the last call of [`Self::run`].
    pub fn skip(&mut self, now: Instant) {
        self.measured = now;
    }

    /// Adds the time since the last call to the clocks that ran; from now on, those of `deciding`
    /// run. Returns the seats whose time is over.
    pub fn run<G: Game>(&mut self, session: &Session<G>, deciding: Seats, now: Instant) -> Seats {
        if self.control.is_none() {
            return Seats::NONE;
        }
        if self.lines == session.lines().len() {
            let passed = now.saturating_duration_since(self.measured);
            for seat in self.running.iter() {
                self.spent[seat.index()] += passed;
            }
        } else {
            self.lines = session.lines().len();
            self.spent = [Duration::ZERO; MAX_SEATS];
            self.late = Seats::NONE;
        }
        (self.running, self.measured) = (deciding, now);
        let is_over = |seat: &Seat| self.left(session, *seat, now) == Some(Duration::ZERO);
        deciding.iter().filter(is_over).collect()
    }

    /// `None` without clocks.
    pub fn left<G: Game>(
        &self,
        session: &Session<G>,
        seat: Seat,
        now: Instant,
    ) -> Option<Duration> {
        self.control?;
        let left = session.time_left(seat)?;
        if self.lines != session.lines().len() {
            return Some(left);
        }
        let since = if self.running.contains(seat) {
            now.saturating_duration_since(self.measured)
        } else {
            Duration::ZERO
        };
        Some(left.saturating_sub(self.spent[seat.index()] + since))
    }

    pub fn running(&self) -> Seats {
        self.running
    }

    /// `None` without clocks.
    pub fn choice_time(&self, seat: Seat) -> Option<ChoiceTime> {
        self.control?;
        let time = ChoiceTime::new(seat, self.spent[seat.index()]);
        Some(ChoiceTime { late: self.late.contains(seat), ..time })
    }
}

/// The time until a running clock with this time left must be drawn again; `None` at zero.
pub fn next_change(left: Duration) -> Option<Duration> {
    let unit = unit(left);
    let shown = units(left, unit).checked_sub(1)?;
    Some(left.saturating_sub(unit * shown))
}

fn unit(left: Duration) -> Duration {
    if is_low(left) { TENTH } else { SECOND }
}

/// The number of units left, rounded up.
fn units(left: Duration, unit: Duration) -> u32 {
    u32::try_from(left.as_millis().div_ceil(unit.as_millis())).unwrap_or(u32::MAX)
}

fn is_low(left: Duration) -> bool {
    left <= LOW_TIME
}

/// The display of a clock: `4:59`, or `!9.8` if little time is left.
#[derive(Debug)]
pub struct ClockReading {
    pub text: String,
    pub is_running: bool,
    pub is_low: bool,
}

impl ClockReading {
    /// `loses` says whether the end of the time loses the game. If it doesn't, a clock that stands
    /// still never warns.
    pub fn new(left: Duration, is_running: bool, loses: bool) -> Self {
        let is_low = is_low(left) && (is_running || loses);
        let text = if is_low {
            let tenths = units(left, TENTH);
            format!("!{}.{}", tenths / 10, tenths % 10)
        } else {
            let seconds = units(left, SECOND);
            format!("{}:{:02}", seconds / 60, seconds % 60)
        };
        Self { text, is_running, is_low }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::table::tests::session;
    use fourcade_engine::{flip::Flip, play::Choice};

    const FIRST: Seats = Seats::first(1);
    const ADA: Seat = Seat::new(0);
    const BOB: Seat = Seat::new(1);

    /// A game with a minute for each side and two seconds a move.
    fn timed() -> Session<Flip> {
        let mut header = session(["human", "human"], 8, &[]).header().clone();
        header.clock = Some(TimeControl::game(1, 2));
        Session::new(header)
    }

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    fn choose(session: &mut Session<Flip>, clock: &Clock, square: &str) {
        let seat = session.awaited().only().unwrap();
        let (square, time) = (square.parse().unwrap(), clock.choice_time(seat));
        session.choose_with(seat, Choice { time, ..Choice::new(square) }).unwrap();
    }

    #[test]
    fn times_are_written_in_seconds_and_the_last_ones_in_tenths() {
        for (time, written) in [
            (300.0, "5:00"),
            (299.9, "5:00"),
            (299.0, "4:59"),
            (10.1, "0:11"),
            (10.0, "!10.0"),
            (9.75, "!9.8"),
            (0.05, "!0.1"),
            (0.0, "!0.0"),
            (10_800.0, "180:00"),
        ] {
            assert_eq!(ClockReading::new(seconds(time), true, true).text, written);
        }
        let next = ClockReading::new(seconds(3.0), false, false);
        assert_eq!((&*next.text, next.is_low), ("0:03", false));
    }

    #[test]
    fn the_clock_runs_only_while_its_person_can_choose_and_undo_turns_it_back() {
        let (mut session, start) = (timed(), Instant::now());
        let at = |time| start + seconds(time);
        let mut clock = Clock::new(session.header().clock);
        clock.run(&session, FIRST, at(0.0));
        assert_eq!(clock.left(&session, ADA, at(20.0)), Some(seconds(40.0)));
        // A reveal or a hand-over stops the clock.
        clock.run(&session, Seats::NONE, at(20.0));
        clock.run(&session, FIRST, at(500.0));
        assert_eq!(clock.left(&session, ADA, at(505.0)), Some(seconds(35.0)));
        // Another screen covered the table.
        clock.run(&session, FIRST, at(505.0));
        clock.skip(at(900.0));
        clock.run(&session, FIRST, at(902.0));
        choose(&mut session, &clock, "2 4");
        clock.run(&session, Seats::one(BOB), at(902.0));
        assert_eq!(clock.left(&session, ADA, at(950.0)), Some(seconds(35.0)));
        assert_eq!(clock.left(&session, BOB, at(903.0)), Some(seconds(59.0)));
        session.undo();
        assert_eq!(clock.run(&session, FIRST, at(950.0)), Seats::NONE);
        assert_eq!(clock.left(&session, ADA, at(950.0)), Some(seconds(60.0)));
        assert_eq!(clock.run(&session, FIRST, at(1009.9)), Seats::NONE);
        assert_eq!(clock.run(&session, FIRST, at(1010.0)), FIRST);
    }

    #[test]
    fn the_clock_is_drawn_again_when_it_shows_another_time() {
        for (left, next) in [(60.0, 1.0), (59.75, 0.75), (10.5, 0.5), (10.0, 0.1), (0.05, 0.05)] {
            assert_eq!(next_change(seconds(left)), Some(seconds(next)), "{left}");
        }
        assert_eq!(next_change(Duration::ZERO), None);
    }
}
