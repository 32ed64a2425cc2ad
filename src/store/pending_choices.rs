//! Choices of persons that wait for those of others: no step of the record yet, and yet not to be
//! lost.

use std::fmt::Write as _;

use crate::{
    games::HUMAN,
    play::{Game, Seat, Session},
};

/// The choices as text, a line each: the seat's number, a space, the action. (Computers choose once
/// more.)
pub fn text<G: Game>(session: &Session<G>) -> String {
    let seats = &session.header().seats;
    let persons = session
        .pending_choices()
        .filter(|(seat, _)| seats.get(seat.index()).is_some_and(|name| name == HUMAN));
    let mut text = String::new();
    for (seat, action) in persons {
        let _ = writeln!(text, "{} {action}", seat.index());
    }
    text
}

/// Makes the choices of such a text. What is none, or not allowed, is left to the person once more.
pub fn choose<G: Game>(session: &mut Session<G>, text: &str) {
    for (seat, action) in text.lines().filter_map(|line| line.split_once(' ')) {
        let seat = seat.parse().ok().filter(|&seat: &usize| seat < session.header().seats.len());
        if let (Some(seat), Ok(action)) = (seat, action.parse()) {
            let _ = session.choose(Seat::new(seat), action);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{RecordHeader, toy};

    fn session(names: [&str; 3]) -> Session<toy::Toy> {
        Session::new(RecordHeader {
            setup: toy::setup(&[3, 1, 2]),
            seats: names.map(str::to_owned).to_vec(),
            seed: 1,
        })
    }

    #[test]
    fn what_persons_chose_is_chosen_again() {
        let names = [HUMAN, "random", HUMAN];
        let mut before = session(names);
        assert_eq!(text(&before), "");
        for (seat, bid) in [(1, 2), (2, 4)] {
            before.choose(Seat::new(seat), toy::bid(bid)).unwrap();
        }
        let mut after = session(names);
        choose(&mut after, &text(&before));
        assert_eq!(after.pending_choices().collect::<Vec<_>>(), [(Seat::new(2), toy::bid(4))]);
    }

    #[test]
    fn what_is_wrong_is_left_out() {
        let mut after = session([HUMAN; 3]);
        choose(
            &mut after,
            &format!("x\n7 {bid}\n99999999999999999999 {bid}\n0 nonsense\n1\n", bid = toy::bid(1)),
        );
        assert_eq!(after.pending_choices().count(), 0);
    }
}
