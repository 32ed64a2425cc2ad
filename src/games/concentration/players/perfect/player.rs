//! The player that turns up the card of the highest value.

use rand::seq::IndexedRandom;

use super::card_values::{CardValue, Purpose, TOLERANCE, card_values};
use crate::{
    games::concentration::{
        Concentration,
        rules::{ConcentrationObservation, Spot},
    },
    play::{Advice, Player, PlayerError, Seat, ThinkContext},
};

/// A player that plays optimally against an optimal opponent.
///
/// Among equal values it prefers a pair, then an unknown card, then a known card with an unknown
/// one to follow; among cards with the same purpose it chooses at random. So it passes only if
/// everything else has a negative value. It passes only once in a state: if the opponent passes as
/// well, it takes the best other card.
#[derive(Clone, Copy, Debug, Default)]
pub struct PerfectPlayer;

impl Player<Concentration> for PerfectPlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &ConcentrationObservation,
        context: &ThinkContext,
    ) -> Result<Spot, PlayerError> {
        best(&card_values(seat, observation), context)
    }

    /// Returns the chosen card with a reason. The weights are the values in cards, not in pairs.
    fn advise(
        &mut self,
        seat: Seat,
        observation: &ConcentrationObservation,
        context: &ThinkContext,
    ) -> Result<Advice<Spot>, PlayerError> {
        let values = card_values(seat, observation);
        Ok(Advice {
            action: best(&values, context)?,
            reason: Some(describe(&values, observation.first.is_some())),
            weights: values.iter().map(|card| (card.spot, in_cards(card.pairs))).collect(),
        })
    }
}

/// Converts a number of pairs to cards.
pub fn in_cards(pairs: f64) -> f64 {
    2.0 * pairs
}

/// Chooses a card of the highest value.
fn best(values: &[CardValue], context: &ThinkContext) -> Result<Spot, PlayerError> {
    let highest = values.iter().map(|card| card.pairs).fold(f64::NEG_INFINITY, f64::max);
    let is_best = |card: &&CardValue| card.pairs >= highest - TOLERANCE;
    let purpose = values.iter().filter(is_best).map(|card| card.purpose).min();
    let spots: Vec<_> =
        values.iter().filter(is_best).filter(|card| Some(card.purpose) == purpose).collect();
    let chosen = spots.choose(&mut context.rng()).map(|card| card.spot);
    chosen.ok_or_else(|| PlayerError::Fault("there is no card to turn up".to_owned()))
}

/// Describes each purpose with the value of its best card, the best first, such as `an unknown
/// card: +0.42 cards; the known pair: +0.31`.
fn describe(values: &[CardValue], is_second: bool) -> String {
    let purposes = [Purpose::Pair, Purpose::Unknown, Purpose::KnownThenUnknown, Purpose::Mismatch];
    let best_of = |purpose| {
        let pairs = values.iter().filter(|card| card.purpose == purpose).map(|card| card.pairs);
        pairs.reduce(f64::max).map(|pairs| (purpose, pairs))
    };
    let mut purposes: Vec<_> = purposes.into_iter().filter_map(best_of).collect();
    purposes.sort_by(|one, other| other.1.total_cmp(&one.1));
    let mut unit = " cards";
    let parts = purposes.into_iter().map(|(purpose, pairs)| {
        let several = values.iter().filter(|card| card.purpose == purpose).count() > 2;
        let name = match (purpose, is_second) {
            (Purpose::Pair, true) => "its mate",
            (Purpose::Pair, false) if several => "a known pair",
            (Purpose::Pair, false) => "the known pair",
            (Purpose::Unknown, _) => "an unknown card",
            (Purpose::KnownThenUnknown, _) => "a known card and an unknown one",
            (Purpose::Mismatch, true) => "a known card",
            (Purpose::Mismatch, false) => "two known cards that don't match",
        };
        format!("{name}: {}{}", signed(in_cards(pairs)), std::mem::take(&mut unit))
    });
    parts.collect::<Vec<_>>().join("; ")
}

/// Formats a number with its sign and two decimals: `+0.42`, `-1.00`, `0.00`.
fn signed(cards: f64) -> String {
    let hundredths = (100.0 * cards).round();
    if hundredths == 0.0 { "0.00".to_owned() } else { format!("{:+.2}", hundredths / 100.0) }
}

#[cfg(test)]
mod tests;
