//! A seat's knowledge about the hidden cards.

use crate::{
    intensity::model::{Card, CardSet, IntensityObservation, PlayedCard, SEATS, Trick, left_of},
    play::Seat,
};

/// A summary of an information set: which cards each seat may hold, and which it must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatKnowledge {
    /// The seat that knows this.
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
    pub hand_sizes: [usize; SEATS],
}

impl SeatKnowledge {
    /// The knowledge of `seat` after the pass. It follows from the cards that `seat` passed to its
    /// left, the suits that other seats did not follow, and the calves that they led before calves
    /// were broken (because they held no other cards).
    pub fn from_observation(seat: Seat, observation: &IntensityObservation) -> Self {
        let hand = observation.known_hand(seat);
        let unseen = CardSet::ALL - hand - observation.played();
        let mut knowledge = Self {
            seat,
            hand,
            unseen,
            possible: [unseen; SEATS],
            certain: [CardSet::NONE; SEATS],
            hand_sizes: observation.hand_sizes,
        };
        knowledge.possible[seat.index()] = hand;
        knowledge.certain[seat.index()] = hand;
        knowledge.certain[left_of(seat).index()] =
            observation.passed[seat.index()].unwrap_or_default() & unseen;
        for played in observation.plays().filter(|played| played.seat != seat) {
            let possible = &mut knowledge.possible[played.seat.index()];
            *possible = *possible - played.excluded_cards();
        }
        knowledge.propagate();
        knowledge
    }

    /// The knowledge of `seat` before the pass: its own hand.
    pub fn before_pass(seat: Seat, hand: CardSet) -> Self {
        let unseen = CardSet::ALL - hand;
        let mut possible = [unseen; SEATS];
        possible[seat.index()] = hand;
        let mut certain = [CardSet::NONE; SEATS];
        certain[seat.index()] = hand;
        Self { seat, hand, unseen, possible, certain, hand_sizes: [hand.len(); SEATS] }
    }

    /// Draws conclusions until nothing changes:
    ///
    /// - A card that is certain in one hand is in no other.
    /// - A card with one possible holder is certainly there.
    /// - A seat with as many certain cards as its hand has holds no others.
    /// - A seat with as many possible cards as its hand has holds them all.
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
                if self.certain[seat].len() == self.hand_sizes[seat] {
                    self.possible[seat] = self.certain[seat];
                } else if self.possible[seat].len() == self.hand_sizes[seat] {
                    self.certain[seat] = self.possible[seat];
                }
            }
            if *self == before {
                return;
            }
        }
    }

    /// Returns the highest card of the hand that is equivalent to `card`. Two cards are equivalent
    /// if they have the same suit and penalty, and no card between them is in another hand or in
    /// the trick.
    pub fn highest_equivalent(&self, trick: &Trick, card: Card) -> Card {
        let others = (self.unseen | trick.card_set()).in_suit(card.suit());
        let is_equivalent = |high: &Card| {
            high.penalty() == card.penalty() && others.above(card).below(*high).is_empty()
        };
        let higher = self.hand.in_suit(card.suit()).above(card);
        higher.iter().filter(is_equivalent).last().unwrap_or(card)
    }

    /// The indices of the other seats, in increasing order.
    pub fn other_seats(&self) -> [usize; SEATS - 1] {
        let own = self.seat.index();
        std::array::from_fn(|other| if other < own { other } else { other + 1 })
    }
}

/// The suits that each seat is known to be void in, because it did not follow them.
///
/// This is public, and playouts can update it quickly. [`SeatKnowledge`] draws further conclusions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Voids {
    /// All cards of the void suits of each seat.
    cards: [CardSet; SEATS],
}

impl Voids {
    /// The voids that the played cards have shown.
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

    /// The knowledge of `seat` if it holds `hand`, the others hold `unseen`, and it passed these
    /// cards to its left. Draws fewer conclusions than [`SeatKnowledge::from_observation`].
    #[inline]
    pub fn knowledge(
        &self,
        seat: Seat,
        hand: CardSet,
        unseen: CardSet,
        passed: CardSet,
        hand_sizes: [usize; SEATS],
    ) -> SeatKnowledge {
        let next = left_of(seat).index();
        let passed_unseen = passed & unseen;
        let mut possible = self.possible(unseen);
        for (other, possible) in possible.iter_mut().enumerate() {
            if other != next {
                *possible = *possible - passed_unseen;
            }
        }
        let mut certain = [CardSet::NONE; SEATS];
        certain[next] = passed_unseen;
        SeatKnowledge { seat, hand, unseen, possible, certain, hand_sizes }
    }

    /// The cards of `unseen` that each seat may hold.
    pub fn possible(&self, unseen: CardSet) -> [CardSet; SEATS] {
        self.cards.map(|void| unseen - void)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        intensity::{
            model::{Card, HAND_SIZE},
            test_hands::{cards, trick},
        },
        play::Seats,
    };

    /// What seat 0 observes: its hand, the cards it passed, and the rounds, each with its leader.
    /// The last round may be incomplete.
    fn observation(hand: &str, passed: &str, rounds: &[(usize, &str)]) -> IntensityObservation {
        let mut tricks: Vec<_> = rounds.iter().map(|&(leader, text)| trick(leader, text)).collect();
        let open =
            tricks.pop_if(|trick| !trick.is_complete()).unwrap_or(Trick::led_by(Seat::new(0)));
        let hand_sizes =
            |seat| HAND_SIZE - tricks.len() - usize::from(open.card_of(Seat::new(seat)).is_some());
        IntensityObservation {
            viewers: Seats::one(Seat::new(0)),
            hands: [Some(cards(hand)), None, None, None],
            hand_sizes: std::array::from_fn(hand_sizes),
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
        assert_eq!((after.hand_sizes, after.unseen.len()), ([9; SEATS], 27));
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
    fn touching_cards_are_equivalent() {
        let knowledge = knowledge("11 13 14 16 32 33 45 46 47 48", "", &[]);
        let highest = |card: &str| {
            knowledge.highest_equivalent(&trick(0, ""), card.parse().unwrap()).to_string()
        };
        assert_eq!(["11", "13", "14", "16"].map(highest), ["11", "14", "14", "16"]);
        // The buffalo is worth seven points, and separates no cards.
        assert_eq!(["32", "45", "47", "48"].map(highest), ["33", "48", "47", "48"]);
        // The 15 was played in an earlier round, or is in the trick.
        let played = super::tests::knowledge("14 16", "", &[(0, "10 15 20 21")]);
        let card = "14".parse().unwrap();
        assert_eq!(played.highest_equivalent(&trick(0, ""), card).to_string(), "16");
        let present = super::tests::knowledge("14 16", "", &[(1, "15")]);
        assert_eq!(present.highest_equivalent(&trick(1, "15"), card), card);
    }

    #[test]
    fn conclusions_are_propagated() {
        // With two cards per hand left, seat 1 holds two of the cards that it was passed; seats 2
        // and 3 share the rest, and seat 2 has no 1s.
        let mut knowledge = knowledge(HAND_OF_TEN, "47 48 49", &[]);
        knowledge.unseen = cards("47 48 18 19 29 39");
        knowledge.hand_sizes = [2; SEATS];
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
}
