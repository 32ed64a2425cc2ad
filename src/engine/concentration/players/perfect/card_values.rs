//! The values of the cards that can be turned up.

use std::sync::LazyLock;

use super::{
    card_knowledge::{CardKnowledge, FirstCard},
    solution::Solution,
    turn::SecondCard,
};
use crate::{
    concentration::model::{CardRank, ConcentrationObservation, PlayingCard, Spot},
    play::Seat,
};

/// The solution of the whole game, computed on first use.
static SOLUTION: LazyLock<Solution<f64>> = LazyLock::new(|| Solution::new(13));

/// Values closer than this are equal. Rounding errors are far smaller.
pub const TOLERANCE: f64 = 1e-9;

/// The purpose of turning up a card. Among equal values, earlier purposes are preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// A known pair; as the second card, the known mate of the first.
    Pair,
    /// An unknown card.
    Unknown,
    /// A known card, to be followed by an unknown one.
    KnownThenUnknown,
    /// A known card, to be followed by a known card of another rank; as the second card, a known
    /// card of another rank than the first.
    Mismatch,
}

/// A card that can be turned up, with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardValue {
    /// Where the card lies.
    pub spot: Spot,
    /// The best use of the card.
    pub purpose: Purpose,
    /// The expected pairs of the player to move from this turn on, minus the opponent's.
    pub lead: f64,
}

type PurposeValue = (Purpose, f64);

/// The values of the cards that `seat` can turn up now, without a second pass in the same state.
pub fn card_values(seat: Seat, observation: &ConcentrationObservation) -> Vec<CardValue> {
    let knowledge = CardKnowledge::new(observation);
    let may_pass = !knowledge.has_passed(seat);
    values_of_cards(observation, &knowledge, may_pass)
}

/// The values of all cards that can be turned up now, including repeated passes.
pub fn card_values_with_passes(observation: &ConcentrationObservation) -> Vec<CardValue> {
    values_of_cards(observation, &CardKnowledge::new(observation), true)
}

/// Whether the card on this spot surely makes a pair: its mate is known, or was turned up first.
pub fn is_known_pair(observation: &ConcentrationObservation, spot: Spot) -> bool {
    let knowledge = CardKnowledge::new(observation);
    let Some(card) = knowledge.at(spot) else { return false };
    match knowledge.first {
        Some(first) => first.rank == card.rank(),
        None => knowledge.kind(card.rank()).known() >= 2,
    }
}

fn values_of_cards(
    observation: &ConcentrationObservation,
    knowledge: &CardKnowledge,
    may_pass: bool,
) -> Vec<CardValue> {
    let values = match knowledge.first {
        None => TurnValues::of_first_cards(knowledge, may_pass),
        Some(first) => TurnValues::of_second_cards(knowledge, first, may_pass),
    };
    let card_value = |spot| {
        let (purpose, lead) = values.of(knowledge.at(spot))?;
        Some(CardValue { spot, purpose, lead })
    };
    observation.face_down().filter_map(card_value).collect()
}

/// The values of the face-down cards, each `None` if there is no such card or it may not be chosen.
struct TurnValues {
    /// The value of any unknown card.
    unknown: Option<PurposeValue>,
    /// The values of the known cards, by rank.
    known: Vec<Option<PurposeValue>>,
}

impl TurnValues {
    /// The value of a card, or of an unknown one if it is `None`.
    fn of(&self, card: Option<PlayingCard>) -> Option<PurposeValue> {
        card.map_or(self.unknown, |card| self.known[card.rank().index()])
    }

    fn of_first_cards(knowledge: &CardKnowledge, may_pass: bool) -> Self {
        let state = knowledge.state;
        let value_of_known = |rank: CardRank| {
            let kind = knowledge.kind(rank);
            if kind.known() == 0 {
                return None;
            }
            let [mate, unknown, mismatch] =
                SecondCard::ALL.map(|second| SOLUTION.second_card_value(second, state, kind));
            let purposes = [
                (Purpose::Pair, mate),
                (Purpose::KnownThenUnknown, unknown),
                (Purpose::Mismatch, mismatch.filter(|_| may_pass)),
            ];
            let values = purposes.into_iter().filter_map(|(purpose, lead)| Some((purpose, lead?)));
            values.reduce(|best, other| if other.1 > best.1 + TOLERANCE { other } else { best })
        };
        Self {
            unknown: SOLUTION.unknown_first_value(state).map(|lead| (Purpose::Unknown, lead)),
            known: CardRank::all().map(value_of_known).collect(),
        }
    }

    fn of_second_cards(knowledge: &CardKnowledge, first: FirstCard, may_pass: bool) -> Self {
        let kind = knowledge.kind(first.rank);
        let [mate, unknown, mismatch] =
            SecondCard::ALL.map(|second| SOLUTION.second_card_value(second, knowledge.state, kind));
        // After a first card that was unknown, a known card is no pass.
        let mismatch = mismatch.filter(|_| first.was_unknown || may_pass);
        let value_of_known = |rank: CardRank| {
            if rank == first.rank {
                mate.map(|lead| (Purpose::Pair, lead))
            } else {
                mismatch.map(|lead| (Purpose::Mismatch, lead))
            }
        };
        Self {
            unknown: unknown.map(|lead| (Purpose::Unknown, lead)),
            known: CardRank::all().map(value_of_known).collect(),
        }
    }
}
