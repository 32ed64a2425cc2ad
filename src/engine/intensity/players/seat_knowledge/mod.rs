//! What a seat knows about the cards that it does not see.

use crate::{
    intensity::model::{Card, CardSet, IntensityObservation, PlayedCard, SEATS, Trick, left},
    play::Seat,
};

/// A summary of an information set: which cards each seat may hold, and which it must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatKnowledge {
    /// The seat whose knowledge this is.
    pub seat: Seat,
    /// The cards of that seat.
    pub hand: CardSet,
    /// The cards that the other seats hold together.
    pub unseen: CardSet,
    /// The cards that each seat may hold.
    pub possible: [CardSet; SEATS],
    /// The cards that each seat certainly holds.
    pub certain: [CardSet; SEATS],
    /// The number of cards that each seat holds.
    pub counts: [usize; SEATS],
}

impl SeatKnowledge {
    /// Returns what `seat` knows after the pass. The sources are the cards that it passed to its
    /// left, the suits that other seats did not follow, and the calves that other seats led before
    /// calves were broken (because they held no other cards).
    pub fn from_observation(seat: Seat, observation: &IntensityObservation) -> Self {
        let hand = observation.hands[seat.index()].unwrap_or_default();
        let unseen = CardSet::ALL - hand - observation.played();
        let mut knowledge = Self {
            seat,
            hand,
            unseen,
            possible: [unseen; SEATS],
            certain: [CardSet::NONE; SEATS],
            counts: observation.counts,
        };
        knowledge.possible[seat.index()] = hand;
        knowledge.certain[seat.index()] = hand;
        knowledge.certain[left(seat).index()] =
            observation.passed[seat.index()].unwrap_or_default() & unseen;
        for played in observation.plays().filter(|played| played.seat != seat) {
            let possible = &mut knowledge.possible[played.seat.index()];
            *possible = *possible - played.excluded_cards();
        }
        knowledge.propagate();
        knowledge
    }

    /// Returns what `seat` knows before the pass: only its own hand.
    pub fn before_pass(seat: Seat, hand: CardSet) -> Self {
        let unseen = CardSet::ALL - hand;
        let mut possible = [unseen; SEATS];
        possible[seat.index()] = hand;
        let mut certain = [CardSet::NONE; SEATS];
        certain[seat.index()] = hand;
        Self { seat, hand, unseen, possible, certain, counts: [hand.len(); SEATS] }
    }

    /// Draws conclusions until there are no more. A card that is certain in one hand is in no
    /// other; a card that only one other seat may hold is certainly in its hand; a seat whose cards
    /// are all certain holds no others; a seat that may hold only as many cards as it has holds
    /// them all.
    fn propagate(&mut self) {
        loop {
            let before = *self;
            for seat in self.other_seats() {
                let elsewhere = (0..SEATS).filter(|&other| other != seat);
                let certain_elsewhere =
                    elsewhere.clone().fold(CardSet::NONE, |all, other| all | self.certain[other]);
                let possible_elsewhere =
                    elsewhere.fold(CardSet::NONE, |all, other| all | self.possible[other]);
                self.possible[seat] = self.possible[seat] - certain_elsewhere;
                self.certain[seat] = self.certain[seat] | (self.unseen - possible_elsewhere);
                if self.certain[seat].len() == self.counts[seat] {
                    self.possible[seat] = self.certain[seat];
                } else if self.possible[seat].len() == self.counts[seat] {
                    self.certain[seat] = self.possible[seat];
                }
            }
            if *self == before {
                return;
            }
        }
    }

    /// Returns the indices of the other seats.
    pub fn other_seats(&self) -> impl Iterator<Item = usize> + use<> {
        let own = self.seat.index();
        (0..SEATS).filter(move |&seat| seat != own)
    }
}

/// The suits that each seat is known to be void in, because it did not follow them.
///
/// Voids are public knowledge and cheap to update, which suits playouts. [`SeatKnowledge`] draws
/// further conclusions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Voids {
    /// All cards of the void suits of each seat.
    cards: [CardSet; SEATS],
}

impl Voids {
    /// Returns the voids that the cards played so far have shown.
    pub fn from_observation(observation: &IntensityObservation) -> Self {
        let mut voids = Self::default();
        for PlayedCard { seat, card, trick_before, .. } in observation.plays() {
            voids.record(seat, &trick_before, card);
        }
        voids
    }

    /// Records that `seat` adds `card` to `trick`.
    pub fn record(&mut self, seat: Seat, trick: &Trick, card: Card) {
        if let Some(suit) = trick.led_suit().filter(|&suit| suit != card.suit()) {
            self.cards[seat.index()] = self.cards[seat.index()] | CardSet::of_suit(suit);
        }
    }

    /// Returns what `seat` knows if it holds `hand`, the others hold `unseen`, and it passed these
    /// cards to its left. Fewer conclusions are drawn than from an observation.
    pub fn knowledge(
        &self,
        seat: Seat,
        hand: CardSet,
        unseen: CardSet,
        passed: CardSet,
        counts: [usize; SEATS],
    ) -> SeatKnowledge {
        let next = left(seat).index();
        let passed_unseen = passed & unseen;
        let mut possible = self.possible(unseen);
        for (other, possible) in possible.iter_mut().enumerate() {
            if other != next {
                *possible = *possible - passed_unseen;
            }
        }
        let mut certain = [CardSet::NONE; SEATS];
        certain[next] = passed_unseen;
        SeatKnowledge { seat, hand, unseen, possible, certain, counts }
    }

    /// Returns the cards of `unseen` that each seat may hold.
    pub fn possible(&self, unseen: CardSet) -> [CardSet; SEATS] {
        self.cards.map(|void| unseen - void)
    }
}

#[cfg(test)]
mod tests;
