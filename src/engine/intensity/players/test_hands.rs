//! Hands and rounds in the tests of the players.

use crate::{
    intensity::model::{CardSet, Trick, playable},
    play::Seat,
};

/// Reads cards such as `14 22 25`.
pub fn cards(text: &str) -> CardSet {
    text.parse().unwrap()
}

/// Returns a hand, its cards that may follow the cards of `round`, and the round.
pub fn turn(hand: &str, round: &str) -> (CardSet, CardSet, Trick) {
    let round = round.split_whitespace().map(|card| card.parse().unwrap());
    let trick = round.fold(Trick::led_by(Seat::new(0)), Trick::with);
    let hand = cards(hand);
    (hand, playable(hand, trick.led_suit(), false), trick)
}
