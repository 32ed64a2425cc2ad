//! The player that turns up the card of the highest value.

use rand::seq::IndexedRandom;

use super::card_values::{CardValue, Purpose, TOLERANCE, card_values};
use crate::{
    concentration::{
        Concentration,
        model::{ConcentrationObservation, Spot},
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

/// Says what the best card is for, and how much better it is than the best card of another purpose,
/// such as `you know where its match is (about 0.3 cards better than an unknown card)`.
fn describe(values: &[CardValue], is_second: bool) -> String {
    let purposes = [Purpose::Pair, Purpose::Unknown, Purpose::KnownThenUnknown, Purpose::Mismatch];
    let best_of = |purpose| {
        let pairs = values.iter().filter(|card| card.purpose == purpose).map(|card| card.pairs);
        pairs.reduce(f64::max).map(|pairs| (purpose, pairs))
    };
    let mut purposes: Vec<_> = purposes.into_iter().filter_map(best_of).collect();
    purposes.sort_by(|one, other| other.1.total_cmp(&one.1));
    let mut purposes = purposes.into_iter();
    let Some((best, value)) = purposes.next() else { return String::new() };
    let reason = match (best, is_second) {
        (Purpose::Pair, true) => "it matches your first card",
        (Purpose::Pair, false) => "you know where its match is",
        (Purpose::Unknown, true) => "an unknown card may match",
        (Purpose::Unknown, false) => "an unknown card may turn out useful",
        (Purpose::KnownThenUnknown, _) => "start with a known card, then try an unknown one",
        (Purpose::Mismatch, true) => "a known card shows your opponent nothing new",
        (Purpose::Mismatch, false) => "two known cards show your opponent nothing new",
    };
    let Some((second, other)) = purposes.next() else { return reason.to_owned() };
    let alternative = match (second, is_second) {
        (Purpose::Pair, true) => "taking the pair",
        (Purpose::Pair, false) => "a known pair",
        (Purpose::Unknown, _) => "an unknown card",
        (Purpose::KnownThenUnknown, _) => "a known card and an unknown one",
        (Purpose::Mismatch, true) => "a known card",
        (Purpose::Mismatch, false) => "two known cards",
    };
    let difference = in_cards(value - other);
    if difference < 0.05 {
        return format!("{reason} (about as good as {alternative})");
    }
    format!("{reason} (about {difference:.1} cards better than {alternative})")
}

#[cfg(test)]
mod tests;
