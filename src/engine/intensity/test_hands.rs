//! Hands and rounds in tests.

use super::model::{CardSet, Trick, playable};
use crate::play::Seat;

/// Reads cards such as `14 22 25`.
pub fn cards(text: &str) -> CardSet {
    text.parse().unwrap()
}

pub fn trick(leader: usize, cards: &str) -> Trick {
    let cards = cards.split_whitespace().map(|card| card.parse().unwrap());
    cards.fold(Trick::led_by(Seat::new(leader)), Trick::with)
}

/// Returns a hand, its cards that may follow the cards of `round`, and the round.
pub fn turn(hand: &str, round: &str) -> (CardSet, CardSet, Trick) {
    let (hand, trick) = (cards(hand), trick(0, round));
    (hand, playable(hand, trick.led_suit(), false), trick)
}
