//! What who forgets nothing knows of the cards on the table.

use super::state::{Kind, State};
use crate::{
    games::concentration::rules::{
        CardRank, ConcentrationObservation, Face, PlayingCard, Spot, Turn,
    },
    play::Seat,
};

/// The first card of a turn that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// Its rank.
    pub rank: CardRank,
    /// Whether it was unknown before.
    pub was_unknown: bool,
}

/// What is known of the cards that nobody has won.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// The known cards, that in hand among them, by spot.
    cards: [Option<PlayingCard>; Spot::COUNT],
    kinds: [Kind; CardRank::COUNT],
    /// The state, in which a card in hand is known.
    pub state: State,
    /// The first card of a turn that is not over.
    pub hand: Option<Hand>,
    /// Who has passed in this state already, by seat.
    passed: [bool; 2],
}

impl Knowledge {
    /// What all turns so far have shown.
    pub fn of(seen: &ConcentrationObservation) -> Self {
        let (mut cards, passed) = watch(&seen.history);
        let hand = seen.first.map(|(spot, card)| {
            let before = cards[spot.index()].replace(card);
            Hand { rank: card.rank(), was_unknown: before.is_none() }
        });
        let mut counts = [(4, 0); CardRank::COUNT];
        for face in &seen.faces {
            if let Face::Won(card, _) = face {
                counts[card.rank().index()].0 -= 1;
            }
        }
        for card in cards.iter().flatten() {
            counts[card.rank().index()].1 += 1;
        }
        let kinds = counts.map(|(left, known)| {
            Kind::of(left, known).expect("cards are won in pairs, and known ones are left")
        });
        Self { cards, kinds, state: State::of(kinds), hand, passed }
    }

    /// The card that lies face down there, or is in hand, if it is known.
    pub fn at(&self, spot: Spot) -> Option<PlayingCard> {
        self.cards[spot.index()]
    }

    /// The kind of a rank.
    pub fn kind(&self, rank: CardRank) -> Kind {
        self.kinds[rank.index()]
    }

    /// Whether this seat has passed in this state already: turned up two cards which were known and
    /// unlike. (Only passing leads back to a state, so these are the last turns.)
    pub fn has_passed(&self, seat: Seat) -> bool {
        self.passed[seat.index()]
    }
}

/// The cards that are known after these turns, and who has passed since they became known.
fn watch(history: &[Turn]) -> ([Option<PlayingCard>; Spot::COUNT], [bool; 2]) {
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
