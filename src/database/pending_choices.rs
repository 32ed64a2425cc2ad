//! People's choices that wait for other seats. They are not part of a step yet, so they are stored
//! separately from the record.

use std::fmt::Write as _;

use fourcade_engine::play::{Choice, ChoiceTime, Game, HUMAN, Seat, Session};

/// Returns the pending choices of people as text. Each line has the seat's index from 0, a space
/// and the action; with clocks, ` @` and the milliseconds follow. Computers' choices are left out,
/// because they choose again.
pub fn to_text<G: Game>(session: &Session<G>) -> String {
    let names = &session.header().players;
    let choices = session
        .pending_choices()
        .filter(|(seat, _)| names.get(seat.index()).is_some_and(|name| name == HUMAN));
    let mut text = String::new();
    for (seat, action) in choices {
        let _ = match session.pending_time(seat) {
            None => writeln!(text, "{} {action}", seat.index()),
            // A computer chose for a person who was late.
            Some(time) if time.late => Ok(()),
            Some(time) => writeln!(text, "{} {action}{TIME_SEPARATOR}{}", seat.index(), time.ms),
        };
    }
    text
}

const TIME_SEPARATOR: &str = " @";

/// Applies the choices in a text from [`to_text`]. Invalid lines, illegal choices and choices that
/// an earlier version encrypted are skipped; the person then chooses again.
pub fn apply<G: Game>(session: &mut Session<G>, text: &str) {
    for (seat, action) in text.lines().filter_map(|line| line.split_once(' ')) {
        let seat = seat.parse().ok().filter(|&seat: &usize| seat < session.header().players.len());
        let (action, time) = action.split_once(TIME_SEPARATOR).unwrap_or((action, ""));
        if let (Some(seat), Ok(action)) = (seat.map(Seat::new), action.parse()) {
            let time = time.parse().ok().map(|ms| ChoiceTime { seat, ms, late: false });
            let _ = session.choose_with(seat, Choice { time, ..Choice::new(action) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::play::{RecordHeader, toy};

    fn session(names: [&str; 3]) -> Session<toy::Toy> {
        Session::new(RecordHeader {
            setup: toy::setup(&[3, 1, 2]),
            players: names.map(str::to_owned).to_vec(),
            seed: 1,
            clock: None,
        })
    }

    #[test]
    fn the_choices_of_people_are_restored() {
        let names = [HUMAN, "random", HUMAN];
        let mut before = session(names);
        assert_eq!(to_text(&before), "");
        for (seat, bid) in [(1, 2), (2, 4)] {
            before.choose(Seat::new(seat), toy::bid(bid)).unwrap();
        }
        let mut after = session(names);
        apply(&mut after, &to_text(&before));
        assert_eq!(after.pending_choices().collect::<Vec<_>>(), [(Seat::new(2), toy::bid(4))]);
        assert_eq!(after.pending_time(Seat::new(2)), None);
    }

    #[test]
    fn the_times_of_choices_are_restored_but_not_the_choices_of_computers() {
        let names = [HUMAN, "random", HUMAN];
        let mut before = session(names);
        let times =
            [0, 2].map(|seat| ChoiceTime { seat: Seat::new(seat), ms: 4210, late: seat == 0 });
        for time in times {
            let choice = Choice { time: Some(time), ..Choice::new(toy::bid(4)) };
            before.choose_with(time.seat, choice).unwrap();
        }
        let mut after = session(names);
        apply(&mut after, &to_text(&before));
        assert_eq!(after.pending_choices().count(), 1);
        assert_eq!(after.pending_time(Seat::new(2)), Some(times[1]));
    }

    #[test]
    fn invalid_lines_are_skipped() {
        let mut after = session([HUMAN; 3]);
        apply(
            &mut after,
            &format!("x\n7 {bid}\n99999999999999999999 {bid}\n0 nonsense\n1\n", bid = toy::bid(1)),
        );
        assert_eq!(after.pending_choices().count(), 0);
    }
}
