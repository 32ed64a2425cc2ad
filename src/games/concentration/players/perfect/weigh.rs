//! What each card that can be turned up is worth.

use std::sync::LazyLock;

use super::{
    knowledge::{Hand, Knowledge},
    solution::Solution,
    state::Kind,
    turn::Second,
};
use crate::{
    games::concentration::rules::{ConcentrationObservation, PlayingCard, Spot},
    play::Seat,
};

/// The whole game, solved when it is first wanted.
static SOLUTION: LazyLock<Solution<f64>> = LazyLock::new(|| Solution::of(13));

/// Values that are so near count as equal: far more than the sums are off by.
pub const EQUAL: f64 = 1e-9;

/// What a card is turned up for. Of two ways that are worth the same the first is preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// A known pair; as the second card, the known mate of the first.
    Pair,
    /// An unknown card.
    Unknown,
    /// A known card, with an unknown one to follow.
    KnownThenUnknown,
    /// A known card, with an unlike known one to follow; as the second card, a known one that is
    /// unlike the first.
    Unlike,
}

/// A card that can be turned up, and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighed {
    /// Where it lies.
    pub spot: Spot,
    /// What it is good for.
    pub way: Way,
    /// The pairs that who is to move wins from this turn on, less those of the opponent, as
    /// expected.
    pub pairs: f64,
}

/// What a card is good for, and what it is worth.
type Worth = (Way, f64);

/// The cards that `seat` can turn up now; those that would only pass once more in the same state
/// are left out.
pub fn weigh(seat: Seat, seen: &ConcentrationObservation) -> Vec<Weighed> {
    let knowledge = Knowledge::of(seen);
    let may_pass = !knowledge.has_passed(seat);
    weigh_where(seen, &knowledge, may_pass)
}

/// All cards that can be turned up now, whatever they are good for.
pub fn weigh_all(seen: &ConcentrationObservation) -> Vec<Weighed> {
    weigh_where(seen, &Knowledge::of(seen), true)
}

fn weigh_where(
    seen: &ConcentrationObservation,
    knowledge: &Knowledge,
    may_pass: bool,
) -> Vec<Weighed> {
    match knowledge.hand {
        None => each(seen, knowledge, first_cards(knowledge, may_pass)),
        Some(hand) => each(seen, knowledge, second_cards(knowledge, hand, may_pass)),
    }
}

/// The worth of each card that is face down, where `worth` has one.
fn each(
    seen: &ConcentrationObservation,
    knowledge: &Knowledge,
    worth: impl Fn(Option<PlayingCard>) -> Option<Worth>,
) -> Vec<Weighed> {
    let weighed = |spot| worth(knowledge.at(spot)).map(|(way, pairs)| Weighed { spot, way, pairs });
    seen.face_down().filter_map(weighed).collect()
}

/// What an unknown or a known card is worth as the first.
fn first_cards(
    knowledge: &Knowledge,
    may_pass: bool,
) -> impl Fn(Option<PlayingCard>) -> Option<Worth> {
    let state = knowledge.state;
    let unknown = SOLUTION.unknown_first(state).map(|pairs| (Way::Unknown, pairs));
    let known = |kind: Kind| {
        let [mate, unknown, unlike] =
            Second::ALL.map(|second| SOLUTION.second(second, state, kind));
        let ways = [
            (Way::Pair, mate),
            (Way::KnownThenUnknown, unknown),
            (Way::Unlike, unlike.filter(|_| may_pass)),
        ];
        let worths = ways.into_iter().filter_map(|(way, pairs)| Some((way, pairs?)));
        worths.reduce(|best, other| if other.1 > best.1 + EQUAL { other } else { best })
    };
    // Ranks of the same kind are alike, so each kind is looked at once.
    let is_known = |kind: Kind| state.count(kind) > 0 && kind.known() > 0;
    let by_kind: Vec<_> =
        Kind::all().map(|kind| is_known(kind).then(|| known(kind)).flatten()).collect();
    move |card| card.map_or(unknown, |card| by_kind[knowledge.kind(card.rank()).index()])
}

/// What an unknown or a known card is worth as the second.
fn second_cards(
    knowledge: &Knowledge,
    hand: Hand,
    may_pass: bool,
) -> impl Fn(Option<PlayingCard>) -> Option<Worth> {
    let worth = |second| SOLUTION.second(second, knowledge.state, knowledge.kind(hand.rank));
    let [mate, unknown, unlike] = Second::ALL.map(worth);
    move |card| match card {
        None => unknown.map(|pairs| (Way::Unknown, pairs)),
        Some(card) if card.rank() == hand.rank => mate.map(|pairs| (Way::Pair, pairs)),
        Some(_) => {
            unlike.filter(|_| hand.was_unknown || may_pass).map(|pairs| (Way::Unlike, pairs))
        }
    }
}
