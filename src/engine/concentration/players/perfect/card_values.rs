//! The values of the cards that can be turned up.

use std::sync::LazyLock;

use super::{
    card_knowledge::{CardKnowledge, FirstCard},
    solution::Solution,
    state::RankKind,
    turn::SecondCard,
};
use crate::{
    concentration::model::{ConcentrationObservation, PlayingCard, Spot},
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
    match knowledge.first {
        None => values_by(observation, knowledge, first_cards(knowledge, may_pass)),
        Some(first) => values_by(observation, knowledge, second_cards(knowledge, first, may_pass)),
    }
}

/// Calls `value` with each face-down card, or `None` if it is unknown, and drops cards without a
/// value.
fn values_by(
    observation: &ConcentrationObservation,
    knowledge: &CardKnowledge,
    value: impl Fn(Option<PlayingCard>) -> Option<PurposeValue>,
) -> Vec<CardValue> {
    let card_value =
        |spot| value(knowledge.at(spot)).map(|(purpose, lead)| CardValue { spot, purpose, lead });
    observation.face_down().filter_map(card_value).collect()
}

/// Returns a function that values an unknown or a known card as the first card.
fn first_cards(
    knowledge: &CardKnowledge,
    may_pass: bool,
) -> impl Fn(Option<PlayingCard>) -> Option<PurposeValue> {
    let state = knowledge.state;
    let unknown = SOLUTION.unknown_first_value(state).map(|lead| (Purpose::Unknown, lead));
    let value_of_known = |kind: RankKind| {
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
    // Ranks of the same kind have the same value, so each kind is valued once.
    let by_kind: Vec<_> = RankKind::all()
        .map(|kind| {
            let is_known = state.count(kind) > 0 && kind.known() > 0;
            if is_known { value_of_known(kind) } else { None }
        })
        .collect();
    move |card| card.map_or(unknown, |card| by_kind[knowledge.kind(card.rank()).index()])
}

/// Returns a function that values an unknown or a known card as the second card.
fn second_cards(
    knowledge: &CardKnowledge,
    first: FirstCard,
    may_pass: bool,
) -> impl Fn(Option<PlayingCard>) -> Option<PurposeValue> {
    let value =
        |second| SOLUTION.second_card_value(second, knowledge.state, knowledge.kind(first.rank));
    let [mate, unknown, mismatch] = SecondCard::ALL.map(value);
    move |card| match card {
        None => unknown.map(|lead| (Purpose::Unknown, lead)),
        Some(card) if card.rank() == first.rank => mate.map(|lead| (Purpose::Pair, lead)),
        Some(_) => {
            mismatch.filter(|_| first.was_unknown || may_pass).map(|lead| (Purpose::Mismatch, lead))
        }
    }
}
