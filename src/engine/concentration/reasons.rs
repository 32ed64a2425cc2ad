//! Why a card is good or costly to turn up: known pairs, possible matches of an unknown card, and
//! what the turn shows to the opponent. The solver says which purpose is best.

use super::{
    Concentration,
    model::{ConcentrationObservation, PlayingCard, Spot},
    players::perfect::{CardKnowledge, Purpose, card_values_with_passes},
};
use crate::play::{ActionValues, Explainable, Seat};

/// Why a card is good or costly to turn up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "only fields whose names say too little have a comment")]
pub enum ConcentrationReason {
    /// The card and another of its rank have been seen.
    KnownPair { card: PlayingCard, mate: Spot },
    /// The card has been seen and matches the first card of the turn.
    MatchesFirst { card: PlayingCard },
    /// The unknown card can't match a known one.
    NothingKnown,
    /// No pair is known, but the unknown card may match a known one.
    NoPairKnown,
    /// The card is unknown and turned up first. A match with a known card makes a pair.
    MayMatchKnown {
        /// The number of unknown cards that match a known card.
        matching: u32,
        unknown: u32,
    },
    /// The card is unknown and turned up second.
    MayMatchFirst {
        /// The number of unknown cards that match the first card.
        matching: u32,
        unknown: u32,
    },
    /// No match of the first card is known, but the unknown card may be one.
    NoMatchKnown { first: PlayingCard },
    /// The card is known not to match, so the second card of the turn shows nothing new.
    ShowsNothing,
    /// A known card is turned up first and a known one of another rank second: nothing new is
    /// shown.
    Waits,
    /// A known card is turned up first and an unknown one second: only one new card is shown.
    ShowsOneCard,
    /// A pair had been seen.
    MissesPair { spots: [Spot; 2] },
    /// A match of the first card had been seen.
    MissesMatch { card: PlayingCard, spot: Spot },
    /// The card had been seen and can't match the first card; an unknown card could.
    CannotMatch { first: PlayingCard },
    /// The card is unknown and shows the opponent more than it brings.
    ShowsNew,
    /// The card had been seen, and no match of it is known.
    LearnsNothing,
}

impl Explainable for Concentration {
    type Reason = ConcentrationReason;

    fn reasons(
        observation: &ConcentrationObservation,
        seat: Seat,
        spot: Spot,
        better: Option<Spot>,
        _: &ActionValues<Spot>,
    ) -> Vec<ConcentrationReason> {
        if observation.to_move != Some(seat) {
            return Vec::new();
        }
        let explainer = Explainer { observation, knowledge: CardKnowledge::new(observation) };
        let values = card_values_with_passes(observation);
        let purpose = |spot| values.iter().find(|card| card.spot == spot).map(|card| card.purpose);
        let Some(own) = purpose(spot) else { return Vec::new() };
        let reason = match better {
            None => explainer.reason_for(spot, own),
            Some(better) => purpose(better)
                .and_then(|of_better| explainer.reason_against(spot, own, better, of_better)),
        };
        reason.into_iter().collect()
    }
}

/// A chance is a reason if at least one in this many unknown cards matches.
const LIKELY_ONE_IN: u32 = 5;

struct Explainer<'a> {
    observation: &'a ConcentrationObservation,
    knowledge: CardKnowledge,
}

impl Explainer<'_> {
    fn reason_for(&self, spot: Spot, purpose: Purpose) -> Option<ConcentrationReason> {
        let is_second = self.first().is_some();
        match purpose {
            Purpose::Pair => {
                let card = self.knowledge.at(spot)?;
                Some(match self.mate(spot) {
                    Some(mate) if !is_second => ConcentrationReason::KnownPair { card, mate },
                    _ => ConcentrationReason::MatchesFirst { card },
                })
            }
            Purpose::Unknown => self.reason_for_unknown(),
            Purpose::KnownThenUnknown => Some(ConcentrationReason::ShowsOneCard),
            Purpose::Mismatch if is_second => Some(ConcentrationReason::ShowsNothing),
            Purpose::Mismatch => Some(ConcentrationReason::Waits),
        }
    }

    /// `None` if a known pair or match could be taken instead: then a mere chance is no reason.
    fn reason_for_unknown(&self) -> Option<ConcentrationReason> {
        let unknown = self.unknown();
        let is_likely = |matching| LIKELY_ONE_IN * matching >= unknown;
        let Some(first) = self.first() else {
            if self.knows_pair() {
                return None;
            }
            return Some(match self.matching_known() {
                0 => ConcentrationReason::NothingKnown,
                matching if is_likely(matching) => {
                    ConcentrationReason::MayMatchKnown { matching, unknown }
                }
                _ => ConcentrationReason::NoPairKnown,
            });
        };
        if self.knowledge.kind(first.rank()).known() > 1 {
            return None;
        }
        Some(match self.matching(first) {
            matching if is_likely(matching) => {
                ConcentrationReason::MayMatchFirst { matching, unknown }
            }
            _ => ConcentrationReason::NoMatchKnown { first },
        })
    }

    fn reason_against(
        &self,
        spot: Spot,
        purpose: Purpose,
        better: Spot,
        better_purpose: Purpose,
    ) -> Option<ConcentrationReason> {
        match (purpose, better_purpose) {
            (Purpose::Pair, _) => None,
            (_, Purpose::Pair) if self.first().is_some() => {
                let card = self.knowledge.at(better)?;
                Some(ConcentrationReason::MissesMatch { card, spot: better })
            }
            (_, Purpose::Pair) => {
                let mate = self.mate(better)?;
                Some(ConcentrationReason::MissesPair { spots: [better, mate] })
            }
            (Purpose::Mismatch, Purpose::Unknown) => {
                let first = self.first().filter(|&first| self.matching(first) > 0);
                match first {
                    Some(first) => Some(ConcentrationReason::CannotMatch { first }),
                    None => self.learns_nothing(spot),
                }
            }
            (Purpose::Unknown, Purpose::Mismatch | Purpose::KnownThenUnknown) => {
                Some(ConcentrationReason::ShowsNew)
            }
            (Purpose::Mismatch | Purpose::KnownThenUnknown, _) => self.learns_nothing(spot),
            _ => None,
        }
    }

    fn learns_nothing(&self, spot: Spot) -> Option<ConcentrationReason> {
        self.mate(spot).is_none().then_some(ConcentrationReason::LearnsNothing)
    }

    /// The spot of another known card of the same rank, preferably of the first card of the turn.
    fn mate(&self, spot: Spot) -> Option<Spot> {
        let rank = self.knowledge.at(spot)?.rank();
        let is_mate = |&other: &Spot| {
            other != spot && self.knowledge.at(other).is_some_and(|card| card.rank() == rank)
        };
        let first = self.observation.first.map(|(spot, _)| spot).filter(is_mate);
        first.or_else(|| Spot::all().find(is_mate))
    }

    fn unknown(&self) -> u32 {
        self.knowledge.state.unknown().into()
    }

    fn first(&self) -> Option<PlayingCard> {
        self.observation.first.map(|(_, card)| card)
    }

    /// The number of unknown cards that match a card.
    fn matching(&self, card: PlayingCard) -> u32 {
        self.knowledge.kind(card.rank()).unknown().into()
    }

    /// The number of unknown cards that match a known card.
    fn matching_known(&self) -> u32 {
        let state = self.knowledge.state;
        let kinds = state.kinds().filter(|kind| kind.known() > 0);
        kinds.map(|kind| u32::from(state.count(kind) * kind.unknown())).sum()
    }

    fn knows_pair(&self) -> bool {
        self.knowledge.state.kinds().any(|kind| kind.known() > 1)
    }
}
