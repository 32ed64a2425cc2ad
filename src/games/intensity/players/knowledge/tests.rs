use std::sync::Arc;

use super::*;
use crate::games::intensity::rules::{Card, HAND};

fn cards(text: &str) -> CardSet {
    text.parse().unwrap()
}

fn trick(leader: usize, text: &str) -> Trick {
    let cards = text.split_whitespace().map(|card| card.parse().unwrap());
    cards.fold(Trick::led_by(Seat::new(leader)), Trick::with)
}

/// What seat 0 has seen: its hand, what it passed, and the rounds, each with its leader; the last
/// may be open.
fn seen(hand: &str, passed: &str, rounds: &[(usize, &str)]) -> IntensityObservation {
    let mut tricks: Vec<_> = rounds.iter().map(|&(leader, text)| trick(leader, text)).collect();
    let open = tricks.pop_if(|trick| !trick.is_complete()).unwrap_or(Trick::led_by(Seat::new(0)));
    let counts = |seat| HAND - tricks.len() - usize::from(open.card_of(Seat::new(seat)).is_some());
    IntensityObservation {
        eyes: crate::play::Seats::one(Seat::new(0)),
        hands: [Some(cards(hand)), None, None, None],
        counts: std::array::from_fn(counts),
        passed: [Some(cards(passed)), None, None, None],
        is_passing: false,
        trick: open,
        history: Arc::new(tricks),
        taken: [0; SEATS],
        fines: [0; SEATS],
    }
}

fn known(hand: &str, passed: &str, rounds: &[(usize, &str)]) -> Knowledge {
    Knowledge::of(Seat::new(0), &seen(hand, passed, rounds))
}

const HAND_OF_TEN: &str = "10 11 12 20 21 22 30 31 40 41";

#[test]
fn what_was_passed_is_on_the_left_until_it_is_played() {
    let known_now = known(HAND_OF_TEN, "47 48 49", &[]);
    assert_eq!((known_now.has[1], known_now.out.len()), (cards("47 48 49"), 30));
    assert!((known_now.may[2] & cards("47 48 49")).is_empty());
    let later = known("11 12 20 21 22 30 31 40 41", "47 48 49", &[(0, "10 47 13 14")]);
    assert_eq!(later.has[1], cards("48 49"));
    // It did not follow, though it holds the 48 and the 49.
    assert!(later.may[1].of_suit(Card::at(0).suit()).is_empty());
    assert_eq!((later.counts, later.out.len()), ([9; SEATS], 27));
}

#[test]
fn who_does_not_follow_has_none_of_the_suit() {
    let known = known("11 12 20 21 22 30 31 40 41", "32 33 34", &[(0, "10 13 29 14"), (3, "15")]);
    assert!(known.may[2].of_suit(Card::at(0).suit()).is_empty());
    assert_eq!(known.may[1].of_suit(Card::at(0).suit()), cards("16 17 18 19"));
}

#[test]
fn a_calf_that_is_led_too_early_shows_a_hand_of_calves() {
    let known = known("11 12 20 21 22 30 31 40 41", "23 24 25", &[(0, "10 13 14 15"), (3, "39")]);
    assert_eq!(known.may[3], cards("32 33 34 35 36 37 38"));
    let after = [(0, "10 13 14 36"), (2, "37")];
    let known_later = self::known("11 12 20 21 22 30 31 40 41", "23 24 25", &after);
    assert!(known_later.may[2].contains(cards("29").lowest().unwrap()), "a calf was out before");
}

#[test]
fn conclusions_are_drawn() {
    // In the last round but one seat 1 holds what it was passed; 2 and 3 share the rest, and 2 has
    // no 1.
    let mut known = known(HAND_OF_TEN, "47 48 49", &[]);
    known.out = cards("47 48 18 19 29 39");
    known.counts = [2; SEATS];
    known.has[1] = cards("47 48");
    known.may = [known.hand, known.out, known.out - CardSet::of(Card::at(0).suit()), known.out];
    known.conclude();
    assert_eq!((known.may[1], known.has[1]), (cards("47 48"), cards("47 48")));
    assert_eq!((known.may[3], known.has[3]), (cards("18 19"), cards("18 19")));
    assert_eq!((known.may[2], known.has[2]), (cards("29 39"), cards("29 39")));
}
