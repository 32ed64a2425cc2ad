use std::sync::Arc;

use super::*;
use crate::{
    intensity::model::{Card, HAND_SIZE},
    play::Seats,
};

fn cards(text: &str) -> CardSet {
    text.parse().unwrap()
}

fn trick(leader: usize, text: &str) -> Trick {
    let cards = text.split_whitespace().map(|card| card.parse().unwrap());
    cards.fold(Trick::led_by(Seat::new(leader)), Trick::with)
}

/// What seat 0 observes: its hand, the cards it passed, and the rounds, each with its leader. The
/// last round may be incomplete.
fn observation(hand: &str, passed: &str, rounds: &[(usize, &str)]) -> IntensityObservation {
    let mut tricks: Vec<_> = rounds.iter().map(|&(leader, text)| trick(leader, text)).collect();
    let open = tricks.pop_if(|trick| !trick.is_complete()).unwrap_or(Trick::led_by(Seat::new(0)));
    let counts =
        |seat| HAND_SIZE - tricks.len() - usize::from(open.card_of(Seat::new(seat)).is_some());
    IntensityObservation {
        viewers: Seats::one(Seat::new(0)),
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

fn knowledge(hand: &str, passed: &str, rounds: &[(usize, &str)]) -> SeatKnowledge {
    SeatKnowledge::from_observation(Seat::new(0), &observation(hand, passed, rounds))
}

const HAND_OF_TEN: &str = "10 11 12 20 21 22 30 31 40 41";
const HAND_OF_NINE: &str = "11 12 20 21 22 30 31 40 41";

fn ones() -> CardSet {
    CardSet::of_suit(Card::from_index(0).suit())
}

#[test]
fn passed_cards_are_on_the_left_until_they_are_played() {
    let before = knowledge(HAND_OF_TEN, "47 48 49", &[]);
    assert_eq!((before.certain[1], before.unseen.len()), (cards("47 48 49"), 30));
    assert!((before.possible[2] & cards("47 48 49")).is_empty());
    let after = knowledge(HAND_OF_NINE, "47 48 49", &[(0, "10 47 13 14")]);
    assert_eq!(after.certain[1], cards("48 49"));
    // Seat 1 did not follow the 1s.
    assert!((after.possible[1] & ones()).is_empty());
    assert_eq!((after.counts, after.unseen.len()), ([9; SEATS], 27));
}

#[test]
fn a_seat_that_does_not_follow_is_void_in_the_suit() {
    let knowledge = knowledge(HAND_OF_NINE, "32 33 34", &[(0, "10 13 29 14"), (3, "15")]);
    assert!((knowledge.possible[2] & ones()).is_empty());
    assert_eq!(knowledge.possible[1] & ones(), cards("16 17 18 19"));
}

#[test]
fn a_calf_led_before_calves_are_broken_shows_a_hand_of_calves() {
    let early = knowledge(HAND_OF_NINE, "23 24 25", &[(0, "10 13 14 15"), (3, "39")]);
    assert_eq!(early.possible[3], cards("32 33 34 35 36 37 38"));
    let later = knowledge(HAND_OF_NINE, "23 24 25", &[(0, "10 13 14 36"), (2, "37")]);
    assert!(later.possible[2].contains("29".parse().unwrap()), "the 36 had broken calves");
}

#[test]
fn conclusions_are_propagated() {
    // With two cards per hand left, seat 1 holds two of the cards that it was passed; seats 2 and 3
    // share the rest, and seat 2 has no 1s.
    let mut knowledge = knowledge(HAND_OF_TEN, "47 48 49", &[]);
    knowledge.unseen = cards("47 48 18 19 29 39");
    knowledge.counts = [2; SEATS];
    knowledge.certain[1] = cards("47 48");
    let unseen = knowledge.unseen;
    knowledge.possible = [knowledge.hand, unseen, unseen - ones(), unseen];
    knowledge.propagate();
    assert_eq!(knowledge.possible[1], cards("47 48"));
    assert_eq!(knowledge.certain[1], cards("47 48"));
    assert_eq!(knowledge.possible[3], cards("18 19"));
    assert_eq!(knowledge.certain[3], cards("18 19"));
    assert_eq!(knowledge.possible[2], cards("29 39"));
    assert_eq!(knowledge.certain[2], cards("29 39"));
}
