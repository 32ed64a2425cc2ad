//! The likelihood of the other seats' passes.
//!
//! A seat knows the three cards that it passed to its left and the three that it received from its
//! right. In a sampled deal, the other passes are guessed: each seat is assumed to have passed the
//! cards that are most dangerous together with those it kept.

use super::relative_likelihood;
use crate::intensity::players::card_evaluation::{Danger, passing_danger};
use crate::{
    intensity::model::{Card, CardSet, IntensityObservation, PASS_SIZE, SEATS, left_of, right_of},
    play::Seat,
};

/// A pass is a sixteenth as likely if exchanging one of its cards would have made the remaining
/// hand less dangerous by this many penalty points.
const TOLERANCE: f32 = 0.15;
/// The probability of a random pass.
const NOISE: f32 = 0.05;

#[derive(Clone, Copy, Debug)]
pub struct PassModel {
    seat: Seat,
    given: CardSet,
    received: CardSet,
    played: [CardSet; SEATS],
}

impl PassModel {
    /// Creates the model of `seat`, or returns `None` if the observation lacks its passed cards.
    pub fn new(seat: Seat, observation: &IntensityObservation) -> Option<Self> {
        let mut played = [CardSet::NONE; SEATS];
        for play in observation.plays() {
            let of_seat = &mut played[play.seat.index()];
            *of_seat = of_seat.with(play.card);
        }
        let given = observation.passed[seat.index()]?;
        Some(Self { seat, given, received: observation.received(seat)?, played })
    }

    /// Returns the cards that each seat passed, known or guessed, given the current hands, and the
    /// likelihood of these passes.
    pub fn guess(&self, hands: &[CardSet; SEATS]) -> ([CardSet; SEATS], f32) {
        let after_pass: [CardSet; SEATS] =
            std::array::from_fn(|seat| hands[seat] | self.played[seat]);
        let [next, opposite, previous] =
            [left_of(self.seat), left_of(left_of(self.seat)), right_of(self.seat)].map(Seat::index);
        let mut passed = [CardSet::NONE; SEATS];
        passed[self.seat.index()] = self.given;
        passed[previous] = self.received;
        let kept_by_next = after_pass[next] - self.given;
        passed[next] = most_dangerous(kept_by_next, after_pass[opposite]);
        let kept_by_opposite = after_pass[opposite] - passed[next];
        passed[opposite] = most_dangerous(kept_by_opposite, after_pass[previous]);
        let kept_by_previous = after_pass[previous] - passed[opposite];
        let likelihood = likelihood(kept_by_next, passed[next])
            * likelihood(kept_by_opposite, passed[opposite])
            * likelihood(kept_by_previous, self.received);
        (passed, likelihood)
    }
}

/// The danger of the suit of `card` in a hand after the pass.
fn suit_danger(kept: CardSet, card: Card) -> f32 {
    passing_danger().suit_danger(kept, CardSet::ALL - kept, card.suit())
}

fn added_danger(kept: CardSet, card: Card) -> f32 {
    suit_danger(kept.with(card), card) - suit_danger(kept, card)
}

/// Returns the three cards of `from` that are most dangerous together with `kept`.
fn most_dangerous(kept: CardSet, from: CardSet) -> CardSet {
    let mut worst = [(f32::NEG_INFINITY, None); PASS_SIZE];
    for card in from.iter() {
        let mut next = (added_danger(kept, card), Some(card));
        for place in &mut worst {
            if next.0 > place.0 {
                std::mem::swap(place, &mut next);
            }
        }
    }
    worst.iter().filter_map(|&(_, card)| card).collect()
}

/// The likelihood of passing `passed` and keeping `kept`. It is lower if exchanging one card would
/// have left a less dangerous hand.
fn likelihood(kept: CardSet, passed: CardSet) -> f32 {
    let mut best_change = 0.0_f32;
    for kept_card in kept.iter() {
        let without = kept.without(kept_card);
        let saved = suit_danger(kept, kept_card) - suit_danger(without, kept_card);
        for passed_card in passed.iter() {
            let is_same_suit = passed_card.suit() == kept_card.suit();
            let added = added_danger(if is_same_suit { without } else { kept }, passed_card);
            best_change = best_change.min(added - saved);
        }
    }
    (1.0 - NOISE) * relative_likelihood(-best_change, TOLERANCE) + NOISE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        intensity::{
            model::{Deal, pass_choices},
            players::counter,
            test_hands::cards,
        },
        play::random,
    };

    #[test]
    fn the_pass_that_counter_chooses_is_the_likeliest() {
        for seed in 0..50 {
            let hand = Deal::shuffled(&mut random::rng(seed, &[])).hands()[0];
            let best = counter::cards_to_pass(hand, &passing_danger()).unwrap();
            assert!((likelihood(hand - best, best) - 1.0).abs() < 1e-3, "{hand}");
            let all: f32 = pass_choices(hand).map(|passed| likelihood(hand - passed, passed)).sum();
            assert!(all < 40.0, "{hand}: {all} of 120");
        }
    }

    #[test]
    fn the_most_dangerous_cards_are_assumed_to_be_passed() {
        let hand = cards("13 22 23 32 39 40 47 48 49 41");
        assert_eq!(most_dangerous(cards("10 11 12 20 21 30 31"), hand).len(), PASS_SIZE);
        let passed =
            most_dangerous(cards("10 11 20 21 22 30 31"), cards("12 13 14 23 32 38 39 40 41 49"));
        assert!(cards("38 39 49").contains_all(passed), "{passed}");
    }
}
