//! The playing styles that the expert distinguishes in the other seats.

use super::super::{card_evaluation::evaluator, careful};
use crate::intensity::{
    model::{Card, CardSet, Trick},
    players::seat_knowledge::SeatKnowledge,
};

/// A playing style.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayStyle {
    /// Plays the card that `counter` finds cheapest.
    #[default]
    Counter,
    /// Prefers the cards that `counter` finds cheap.
    Loose,
    /// Plays like `careful`.
    Careful,
    /// Plays an arbitrary card.
    Random,
    /// Plays its lowest card.
    Lowest,
    /// Plays its highest card.
    Highest,
}

impl PlayStyle {
    /// All styles.
    pub const ALL: [Self; 6] =
        [Self::Counter, Self::Loose, Self::Careful, Self::Random, Self::Lowest, Self::Highest];
    /// The prior probability of each style.
    pub const PRIORS: [f64; Self::ALL.len()] = [0.5, 0.2, 0.15, 0.07, 0.04, 0.04];

    /// The card that a seat with this knowledge plays in this style, if `playable` is not empty.
    #[inline]
    pub fn card(self, knowledge: &SeatKnowledge, trick: &Trick, playable: CardSet) -> Option<Card> {
        match self {
            // The cheapest card is also the likeliest one of a loose player.
            Self::Counter | Self::Loose => evaluator().cheapest(knowledge, trick, playable),
            Self::Careful => careful::card_to_play(knowledge.hand, playable, trick),
            Self::Random => arbitrary_card(knowledge, *trick, playable),
            Self::Lowest => playable.iter().min_by_key(|&card| (card.rank(), card)),
            Self::Highest => playable.iter().max_by_key(|&card| (card.rank(), card)),
        }
    }
}

/// An arbitrary playable card, as a hash of the position.
fn arbitrary_card(knowledge: &SeatKnowledge, trick: Trick, playable: CardSet) -> Option<Card> {
    let mixed = (knowledge.hand.bits() ^ trick.card_set().bits() << 20 ^ knowledge.unseen.bits())
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let number = (mixed >> 40) % (playable.len().max(1) as u64);
    playable.iter().nth(usize::try_from(number).unwrap_or(0))
}
