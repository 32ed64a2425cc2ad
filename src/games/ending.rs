//! The end of a game and broken rules in words, for the table and for plain text.

use super::ArcadeGame;
use crate::play::{Fault, Outcome, Seat, Seats};

/// Who won, all scores if they say more, and who gave up: `X level:3 wins: O 12, X 52. O gave up.`
/// `names` says who sits where, by seat; without a name the seat's own is enough.
pub fn describe_outcome<G: ArcadeGame>(
    outcome: &Outcome,
    names: &[String],
    resigned: Seats,
) -> String {
    sentence(G::SEAT_NAMES, outcome, G::HAS_SCORES, names, resigned)
}

/// These seats and who sits there, such as `O human and X level:3`.
pub fn describe_seats<G: ArcadeGame>(seats: Seats, names: &[String]) -> String {
    list(seats, |seat| who(G::SEAT_NAMES, seat, names))
}

/// That a player broke the rules, and what it cost. (Chance has moved in its place.)
pub fn describe_fault<G: ArcadeGame>(fault: &Fault, names: &[String]) -> String {
    let who = who(G::SEAT_NAMES, fault.seat, names);
    let cost = if fault.fine > 0 { format!("; costs {}", fault.fine) } else { String::new() };
    format!("{who} broke the rules ({}{cost})", fault.description)
}

fn sentence(
    seats: &[&str],
    outcome: &Outcome,
    is_scored: bool,
    names: &[String],
    resigned: Seats,
) -> String {
    let winners = outcome.winners();
    let first = list(winners, |seat| who(seats, seat, names));
    let result = if winners.len() == outcome.scores().len() {
        "A draw".to_owned()
    } else if winners.len() > 1 {
        format!("{first} share the first place")
    } else {
        format!("{first} wins")
    };
    let scores: Vec<_> =
        seats.iter().zip(outcome.scores()).map(|(seat, score)| format!("{seat} {score}")).collect();
    let words =
        if is_scored { format!("{result}: {}.", scores.join(", ")) } else { format!("{result}.") };
    if resigned.is_empty() {
        return words;
    }
    format!("{words} {} gave up.", list(resigned, |seat| who(seats, seat, &[])))
}

fn who(seats: &[&str], seat: Seat, names: &[String]) -> String {
    let place = seats.get(seat.index()).copied().unwrap_or_default();
    match names.get(seat.index()).map(String::as_str) {
        None | Some("") => place.to_owned(),
        Some(name) => format!("{place} {name}"),
    }
}

/// One, `one and another`, `one, another and a third`.
fn list(seats: Seats, name: impl Fn(Seat) -> String) -> String {
    let names: Vec<_> = seats.iter().map(name).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::flip::Flip;

    const FOUR: [&str; 4] = ["A", "B", "C", "D"];

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_winner_and_the_scores_of_two() {
        let players = names(&["human", "level:3"]);
        let end = |scores: &[i32]| {
            describe_outcome::<Flip>(&Outcome::highest_wins(scores.to_vec()), &players, Seats::NONE)
        };
        assert_eq!(end(&[12, 52]), "X level:3 wins: O 12, X 52.");
        assert_eq!(end(&[52, 12]), "O human wins: O 52, X 12.");
        assert_eq!(end(&[32, 32]), "A draw: O 32, X 32.");
    }

    #[test]
    fn without_names_the_seats_have_theirs() {
        let outcome = Outcome::highest_wins(vec![12, 52]);
        for nobody in [names(&[]), names(&["", ""])] {
            assert_eq!(
                describe_outcome::<Flip>(&outcome, &nobody, Seats::NONE),
                "X wins: O 12, X 52."
            );
            assert_eq!(describe_seats::<Flip>(Seats::first(2), &nobody), "O and X");
        }
        assert_eq!(describe_seats::<Flip>(Seats::first(2), &names(&["human"])), "O human and X");
    }

    #[test]
    fn scores_that_say_nothing_more_are_left_out() {
        let outcome = Outcome::highest_wins(vec![0, 1]);
        let words = sentence(&FOUR[..2], &outcome, false, &names(&["a", "b"]), Seats::NONE);
        assert_eq!(words, "B b wins.");
    }

    #[test]
    fn who_gave_up_is_said_whoever_has_more() {
        let (loser, players) = (Seat::new(0), names(&["human", "first"]));
        let outcome = Outcome::resigned(loser, vec![60, 4]);
        let words = describe_outcome::<Flip>(&outcome, &players, Seats::one(loser));
        assert_eq!(words, "X first wins: O 60, X 4. O gave up.");
    }

    #[test]
    fn several_of_four_share_the_first_place() {
        let end = |scores: [i32; 4], resigned| {
            sentence(
                &FOUR,
                &Outcome::lowest_wins(scores.to_vec()),
                true,
                &names(&["a", "b", "c", "d"]),
                resigned,
            )
        };
        assert_eq!(
            end([3, 3, 5, 9], Seats::NONE),
            "A a and B b share the first place: A 3, B 3, C 5, D 9."
        );
        let three = end([1, 9, 1, 1], Seats::one(Seat::new(1)).with(Seat::new(3)));
        assert_eq!(
            three,
            "A a, C c and D d share the first place: A 1, B 9, C 1, D 1. B and D gave up."
        );
        assert_eq!(end([2, 2, 2, 2], Seats::NONE), "A draw: A 2, B 2, C 2, D 2.");
        assert_eq!(end([2, 1, 2, 2], Seats::NONE), "B b wins: A 2, B 1, C 2, D 2.");
    }
}
