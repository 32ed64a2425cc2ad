//! What a player who forgets nothing knows about the cards.

use super::state::{RankKind, State};
use crate::{
    concentration::model::{CardRank, ConcentrationObservation, Face, PlayingCard, Spot, Turn},
    play::Seat,
};

/// The first card of the current turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstCard {
    /// The rank of the card.
    pub rank: CardRank,
    /// Whether the card was unknown before this turn.
    pub was_unknown: bool,
}

/// What a player who forgets nothing knows about the cards that are not won.
#[derive(Clone, Debug)]
pub struct CardKnowledge {
    /// The known cards by spot, including the first card of the current turn.
    cards: [Option<PlayingCard>; Spot::COUNT],
    kinds: [RankKind; CardRank::COUNT],
    /// The state of the game. The first card of the current turn counts as known.
    pub state: State,
    /// The first card of the current turn.
    pub first: Option<FirstCard>,
    has_passed: [bool; 2],
}

impl CardKnowledge {
    /// Collects what all turns so far have shown.
    pub fn new(observation: &ConcentrationObservation) -> Self {
        let (mut cards, has_passed) = replay(&observation.history);
        let first = observation.first.map(|(spot, card)| {
            let before = cards[spot.index()].replace(card);
            FirstCard { rank: card.rank(), was_unknown: before.is_none() }
        });
        let mut counts = [(4, 0); CardRank::COUNT];
        for face in &observation.faces {
            if let Face::Won(card, _) = face {
                counts[card.rank().index()].0 -= 1;
            }
        }
        for card in cards.iter().flatten() {
            counts[card.rank().index()].1 += 1;
        }
        let kinds = counts.map(|(left, known)| {
            RankKind::new(left, known).expect("cards are won in pairs, and known cards are left")
        });
        Self { cards, kinds, state: State::from_kinds(kinds), first, has_passed }
    }

    /// The card on `spot`, if it is known and not won.
    pub fn at(&self, spot: Spot) -> Option<PlayingCard> {
        self.cards[spot.index()]
    }

    /// The kind of a rank.
    pub fn kind(&self, rank: CardRank) -> RankKind {
        self.kinds[rank.index()]
    }

    /// Whether this seat has already passed in this state: turned up two known cards of different
    /// ranks.
    pub fn has_passed(&self, seat: Seat) -> bool {
        self.has_passed[seat.index()]
    }
}

/// Returns the known cards after these turns, and which seats have passed since a card last became
/// known or was won.
fn replay(history: &[Turn]) -> ([Option<PlayingCard>; Spot::COUNT], [bool; 2]) {
    let mut cards = [None; Spot::COUNT];
    let mut passed = [false; 2];
    for turn in history {
        let is_pair = turn.is_pair();
        if !is_pair && turn.cards.iter().all(|&(spot, _)| cards[spot.index()].is_some()) {
            passed[turn.seat.index()] = true;
            continue;
        }
        passed = [false; 2];
        for (spot, card) in turn.cards {
            cards[spot.index()] = (!is_pair).then_some(card);
        }
    }
    (cards, passed)
}
