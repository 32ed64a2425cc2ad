//! The information set of some seats.

use std::sync::Arc;

use super::{
    CardSet, HAND_SIZE, IntensityAction, PlayedCard, SEATS, Trick, playable, played_cards, right_of,
};
use crate::play::{Observation, Seat, Seats};

/// The information set of some seats (the viewers): the public history, their own hands, and the
/// cards that they passed and received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntensityObservation {
    /// The observing seats.
    pub viewers: Seats,
    /// The hand of each seat, if the viewers know it.
    pub hands: [Option<CardSet>; SEATS],
    /// The number of cards that each seat holds.
    pub hand_sizes: [usize; SEATS],
    /// The three cards that each seat passed to its left, if the viewers know them.
    pub passed: [Option<CardSet>; SEATS],
    /// Whether the seats are still choosing the cards to pass.
    pub is_passing: bool,
    /// The current round.
    pub trick: Trick,
    /// The complete rounds, in order.
    pub history: Arc<Vec<Trick>>,
    /// The penalty points that each seat has taken in rounds.
    pub taken: [u32; SEATS],
    /// The penalty points that each seat was fined.
    pub fines: [u32; SEATS],
}

impl IntensityObservation {
    /// The hand of a seat, or no card if the viewers don't know it.
    pub fn known_hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()].unwrap_or_default()
    }

    /// The three cards that `seat` received from its right, if the viewers know them.
    pub fn received(&self, seat: Seat) -> Option<CardSet> {
        self.passed[right_of(seat).index()]
    }

    /// The penalty points of a seat so far, including fines.
    pub fn score(&self, seat: Seat) -> u32 {
        self.taken[seat.index()] + self.fines[seat.index()]
    }

    /// The seat that must play a card now, or `None` while passing and after the last card.
    pub fn to_move(&self) -> Option<Seat> {
        self.trick.to_move().filter(|seat| !self.is_passing && self.hand_sizes[seat.index()] > 0)
    }

    /// Whether all rounds are complete.
    pub fn is_over(&self) -> bool {
        self.history.len() == HAND_SIZE
    }

    /// Whether a calf was played in an earlier round, so that calves may be led.
    pub fn calves_broken(&self) -> bool {
        self.history.iter().any(Trick::has_calf)
    }

    /// All cards played so far, in order, including the current round.
    pub fn plays(&self) -> impl Iterator<Item = PlayedCard> + '_ {
        played_cards(&self.history, &self.trick)
    }

    /// The set of all cards played so far.
    pub fn played(&self) -> CardSet {
        self.history.iter().fold(self.trick.card_set(), |played, trick| played | trick.card_set())
    }

    /// The cards that `seat` may play now. Empty if it is not its turn or its hand is unknown.
    pub fn playable(&self, seat: Seat) -> CardSet {
        let hand = self.hands[seat.index()].filter(|_| self.to_move() == Some(seat));
        playable(hand.unwrap_or_default(), self.trick.led_suit(), self.calves_broken())
    }
}

impl Observation for IntensityObservation {
    type Action = IntensityAction;

    fn legal(&self, seat: Seat) -> Vec<IntensityAction> {
        if !self.is_passing {
            return self.playable(seat).iter().map(IntensityAction::Play).collect();
        }
        pass_choices(self.known_hand(seat)).map(IntensityAction::Pass).collect()
    }
}

/// Returns all choices of three cards of `hand`: 120 for a hand of ten.
pub fn pass_choices(hand: CardSet) -> impl Iterator<Item = CardSet> {
    hand.iter().flat_map(move |first| {
        hand.above(first).iter().flat_map(move |second| {
            hand.above(second).iter().map(move |third| CardSet::one(first).with(second).with(third))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{super::PASS_SIZE, *};

    #[test]
    fn a_hand_of_ten_has_120_pass_choices() {
        let hand: CardSet = "10 13 17 22 25 30 31 44 47 49".parse().unwrap();
        let choices: std::collections::HashSet<_> = pass_choices(hand).collect();
        assert_eq!((choices.len(), pass_choices(hand).count()), (120, 120));
        assert!(choices.iter().all(|&cards| cards.len() == PASS_SIZE && hand.contains_all(cards)));
        assert_eq!(pass_choices("10 11".parse().unwrap()).count(), 0);
    }
}
