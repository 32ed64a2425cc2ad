//! The clocks of the people at a local table. Time runs only for who can choose now: not while
//! another person is asked to the keyboard, while what the last step revealed is still shown, or
//! while something lies over the table. Computers have no clock. At a shared table the clock of the
//! database counts instead.

use std::time::{Duration, Instant};

use fourcade_engine::play::{ChoiceTime, Game, MAX_SEATS, Seat, Seats, Session, TimeControl};

/// Who has no more time than this is told so, in tenths of a second.
const LITTLE: Duration = Duration::from_secs(10);
const SECOND: Duration = Duration::from_secs(1);
const TENTH: Duration = Duration::from_millis(100);

/// The time that people have spent on the step at hand. What they spent before is in the record.
#[derive(Clone, Debug)]
pub struct Clock {
    control: Option<TimeControl>,
    /// The number of lines before the step at hand.
    lines: usize,
    spent: [Duration; MAX_SEATS],
    /// The seats whose time runs since `seen`.
    running: Seats,
    seen: Instant,
    /// The seats for which a computer chooses in this step, because their time is over.
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
            seen: Instant::now(),
            late: Seats::NONE,
            is_stopped: false,
        }
    }

    pub fn control(&self) -> Option<TimeControl> {
        self.control
    }

    /// The seats for which a computer chooses now, because their time for this step is over.
    pub fn late<G: Game>(&self, session: &Session<G>) -> Seats {
        if self.lines == session.lines().len() { self.late } else { Seats::NONE }
    }

    /// Whether a person has stopped the clocks. Nobody can choose then.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    pub fn set_stopped(&mut self, is_stopped: bool) {
        self.is_stopped = is_stopped && self.control.is_some();
    }

    /// Lets a computer choose for these seats.
    pub fn set_late(&mut self, seats: Seats) {
        self.late = seats.iter().fold(self.late, Seats::with);
    }

    /// The time since the last look at the clocks counts for nobody.
    pub fn skip(&mut self, now: Instant) {
        self.seen = now;
    }

    /// Looks at the clocks. From here on, those of `deciding` run. Returns the seats whose time is
    /// over.
    pub fn run<G: Game>(&mut self, session: &Session<G>, deciding: Seats, now: Instant) -> Seats {
        if self.control.is_none() {
            return Seats::NONE;
        }
        if self.lines == session.lines().len() {
            let passed = now.saturating_duration_since(self.seen);
            self.running.iter().for_each(|seat| self.spent[seat.index()] += passed);
        } else {
            self.lines = session.lines().len();
            self.spent = [Duration::ZERO; MAX_SEATS];
            self.late = Seats::NONE;
        }
        (self.running, self.seen) = (deciding, now);
        let is_over = |seat: &Seat| self.left(session, *seat, now) == Some(Duration::ZERO);
        deciding.iter().filter(is_over).collect()
    }

    /// The time that is left to a person on this seat; `None` without clocks.
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
            now.saturating_duration_since(self.seen)
        } else {
            Duration::ZERO
        };
        Some(left.saturating_sub(self.spent[seat.index()] + since))
    }

    /// The seats whose time runs.
    pub fn running(&self) -> Seats {
        self.running
    }

    /// How long the person on this seat took, when the choice is made; `None` without clocks.
    pub fn choice_time(&self, seat: Seat) -> Option<ChoiceTime> {
        self.control?;
        let time = ChoiceTime::new(seat, self.spent[seat.index()]);
        Some(ChoiceTime { late: self.late.contains(seat), ..time })
    }
}

/// The time until a clock that runs shows another one than this; `None` if it is over.
pub fn next_change(left: Duration) -> Option<Duration> {
    let unit = unit(left);
    let shown = units(left, unit).checked_sub(1)?;
    Some(left.saturating_sub(unit * shown))
}

/// What the display of this time counts.
fn unit(left: Duration) -> Duration {
    if is_little(left) { TENTH } else { SECOND }
}

/// The number of units that have not passed yet.
fn units(left: Duration, unit: Duration) -> u32 {
    u32::try_from(left.as_millis().div_ceil(unit.as_millis())).unwrap_or(u32::MAX)
}

fn is_little(left: Duration) -> bool {
    left <= LITTLE
}

/// A clock as it is shown: `4:59`, or `!9.8` if little time is left.
#[derive(Debug)]
pub struct Reading {
    pub text: String,
    pub is_running: bool,
    pub is_little: bool,
}

impl Reading {
    /// `is_running` says whether the clock runs, `loses` whether the game is lost at its end. The
    /// time for a choice is not little before it runs.
    pub fn new(left: Duration, is_running: bool, loses: bool) -> Self {
        let is_little = is_little(left) && (is_running || loses);
        let text = if is_little {
            let tenths = units(left, TENTH);
            format!("!{}.{}", tenths / 10, tenths % 10)
        } else {
            let seconds = units(left, SECOND);
            format!("{}:{:02}", seconds / 60, seconds % 60)
        };
        Self { text, is_running, is_little }
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
            assert_eq!(Reading::new(seconds(time), true, true).text, written);
        }
        let next = Reading::new(seconds(3.0), false, false);
        assert_eq!((&*next.text, next.is_little), ("0:03", false));
    }

    #[test]
    fn only_the_time_of_who_can_choose_runs_and_undo_gives_it_back() {
        let (mut session, start) = (timed(), Instant::now());
        let at = |time| start + seconds(time);
        let mut clock = Clock::new(session.header().clock);
        clock.run(&session, FIRST, at(0.0));
        assert_eq!(clock.left(&session, ADA, at(20.0)), Some(seconds(40.0)));
        // What lingers or waits for the keyboard stops the clock.
        clock.run(&session, Seats::NONE, at(20.0));
        clock.run(&session, FIRST, at(500.0));
        assert_eq!(clock.left(&session, ADA, at(505.0)), Some(seconds(35.0)));
        // Something lay over the table.
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
