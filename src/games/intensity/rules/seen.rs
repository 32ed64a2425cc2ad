//! What some seats may know of a game.

use std::sync::Arc;

use super::{CardSet, HAND, IntensityAction, SEATS, Trick, playable, right};
use crate::play::{Observation, Seat, Seats};

/// What those who look know: the history that everybody knows, their own hands, what they passed
/// and what they got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntensityObservation {
    /// Who looks.
    pub eyes: Seats,
    /// What each seat holds, where those who look know it.
    pub hands: [Option<CardSet>; SEATS],
    /// How many cards each seat holds.
    pub counts: [usize; SEATS],
    /// The three cards that each seat has passed to its left, where those who look know them.
    pub passed: [Option<CardSet>; SEATS],
    /// Whether the cards to pass are being chosen now.
    pub is_passing: bool,
    /// The round that is being played.
    pub trick: Trick,
    /// The rounds that are over, from the first.
    pub history: Arc<Vec<Trick>>,
    /// The penalty points of the rounds that each seat has won.
    pub taken: [u32; SEATS],
    /// What each seat was fined.
    pub fines: [u32; SEATS],
}

impl IntensityObservation {
    /// The cards that this seat got from its right, where those who look know them.
    pub fn received(&self, seat: Seat) -> Option<CardSet> {
        self.passed[right(seat).index()]
    }

    /// All penalty points of a seat as they stand.
    pub fn score(&self, seat: Seat) -> u32 {
        self.taken[seat.index()] + self.fines[seat.index()]
    }

    /// Who must play a card now, if anybody must.
    pub fn to_move(&self) -> Option<Seat> {
        self.trick.to_move().filter(|seat| !self.is_passing && self.counts[seat.index()] > 0)
    }

    /// Whether all rounds are over.
    pub fn is_over(&self) -> bool {
        self.history.len() == HAND
    }

    /// Whether a calf was played in an earlier round, so that calves may be led.
    pub fn calves_out(&self) -> bool {
        !(self.gone() & CardSet::CALVES).is_empty()
    }

    /// The cards of the rounds that are over.
    pub fn gone(&self) -> CardSet {
        self.history.iter().fold(CardSet::NONE, |gone, trick| gone | trick.set())
    }

    /// All cards that everybody has seen: those of the rounds that are over, and of this one.
    pub fn shown(&self) -> CardSet {
        self.gone() | self.trick.set()
    }

    /// The cards of `seat` that may be played now; none if it is not its turn, or those who look do
    /// not know its hand.
    pub fn playable(&self, seat: Seat) -> CardSet {
        let hand = self.hands[seat.index()].filter(|_| self.to_move() == Some(seat));
        playable(hand.unwrap_or_default(), self.trick.suit(), self.calves_out())
    }
}

impl Observation for IntensityObservation {
    type Action = IntensityAction;

    fn legal(&self, seat: Seat) -> Vec<IntensityAction> {
        if !self.is_passing {
            return self.playable(seat).iter().map(IntensityAction::Play).collect();
        }
        let hand = self.hands[seat.index()].unwrap_or_default();
        threes(hand).map(IntensityAction::Pass).collect()
    }
}

/// Every way to take three of these cards.
pub fn threes(hand: CardSet) -> impl Iterator<Item = CardSet> {
    hand.iter().flat_map(move |first| {
        hand.above(first).iter().flat_map(move |second| {
            hand.above(second).iter().map(move |third| CardSet::one(first).with(second).with(third))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{super::PASSED, *};

    #[test]
    fn there_are_120_ways_to_pass() {
        let hand: CardSet = "10 13 17 22 25 30 31 44 47 49".parse().unwrap();
        let ways: std::collections::HashSet<_> = threes(hand).collect();
        assert_eq!((ways.len(), threes(hand).count()), (120, 120));
        assert!(ways.iter().all(|&way| way.len() == PASSED && hand.contains_all(way)));
        assert_eq!(threes("10 11".parse().unwrap()).count(), 0);
    }
}
