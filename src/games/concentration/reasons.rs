//! Reasons of Concentration in words.

use super::card_name;
use crate::games::{ActionText as _, Notation};
use fourcade_engine::concentration::{Concentration, ConcentrationReason, model::Spot};

/// A clause about a card, from what both players know; see
/// [`explain`](crate::games::GameWords::explain). The clauses are in the order of
/// [`ConcentrationReason`].
pub fn clause(reason: ConcentrationReason, notation: Notation) -> String {
    let at = |spot: Spot| Concentration::write(spot, notation);
    let unknown_cards = |count| match count {
        1 => "the only unknown card".to_owned(),
        _ => format!("{count} unknown cards"),
    };
    let match_of = |matching: u32, unknown: u32| match (matching, unknown) {
        (_, 1) => format!("{} matches", unknown_cards(unknown)),
        (1, _) => format!("1 of {} matches", unknown_cards(unknown)),
        _ => format!("{matching} of {} match", unknown_cards(unknown)),
    };
    match reason {
        ConcentrationReason::KnownPair { card, mate } => {
            format!("the pair is known: {} here, and its match at {}", card_name(card), at(mate))
        }
        ConcentrationReason::MatchesFirst { card } => {
            format!("{} lies there and makes the pair", card_name(card))
        }
        ConcentrationReason::NothingKnown => "no card is known that it could match".to_owned(),
        ConcentrationReason::NoPairKnown => {
            "no pair is known, but a new card may match a card that is".to_owned()
        }
        ConcentrationReason::MayMatchKnown { matching, unknown } => {
            format!("{} a card that is known", match_of(matching, unknown))
        }
        ConcentrationReason::MayMatchFirst { matching, unknown } => {
            format!("{} the first card", match_of(matching, unknown))
        }
        ConcentrationReason::NoMatchKnown { first } => {
            format!("no match of {} is known, but a new card may be one", card_name(first))
        }
        ConcentrationReason::ShowsNothing => "a card that is known gives nothing away".to_owned(),
        ConcentrationReason::Waits => {
            "a new card would help your opponent more than you".to_owned()
        }
        ConcentrationReason::ShowsOneCard => {
            "with a known card first, the turn shows only one new card".to_owned()
        }
        ConcentrationReason::MissesPair { spots: [one, other] } => {
            format!("the pair at {} and {} had been seen", at(one), at(other))
        }
        ConcentrationReason::MissesMatch { card, spot } => {
            format!("{} had been seen at {} and makes the pair", card_name(card), at(spot))
        }
        ConcentrationReason::CannotMatch { first } => {
            format!("it was known not to match {}, and a new card could have", card_name(first))
        }
        ConcentrationReason::ShowsNew => "it shows a new card without need".to_owned(),
        ConcentrationReason::LearnsNothing => {
            "it was known already, and its match is not".to_owned()
        }
    }
}
