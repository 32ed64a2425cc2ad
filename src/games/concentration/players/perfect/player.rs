//! The player that takes what is worth most.

use rand::seq::IndexedRandom;

use super::weigh::{EQUAL, Way, Weighed, weigh};
use crate::{
    games::concentration::{
        Concentration,
        rules::{ConcentrationObservation, Spot},
    },
    play::{Advice, Player, PlayerError, Seat, ThinkContext},
};

/// Plays as well as can be against who does so, too.
///
/// Of choices that are worth the same it prefers a pair, then an unknown card, then a known one
/// with an unknown one to follow; among cards of the same way chance decides. So it passes only
/// where everything else is worth less than nothing. It passes but once in a state: if the opponent
/// passes as well, it takes the best other choice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Perfect;

impl Player<Concentration> for Perfect {
    fn choose(
        &mut self,
        seat: Seat,
        seen: &ConcentrationObservation,
        think: &ThinkContext,
    ) -> Result<Spot, PlayerError> {
        best(&weigh(seat, seen), think)
    }

    /// The weights are what the cards are worth, in cards: twice the pairs.
    fn advise(
        &mut self,
        seat: Seat,
        seen: &ConcentrationObservation,
        think: &ThinkContext,
    ) -> Result<Advice<Spot>, PlayerError> {
        let weights = weigh(seat, seen);
        Ok(Advice {
            action: best(&weights, think)?,
            reason: Some(words(&weights, seen.first.is_some())),
            weights: weights
                .iter()
                .map(|weighed| (weighed.spot, in_cards(weighed.pairs)))
                .collect(),
        })
    }
}

/// Pairs in cards.
pub fn in_cards(pairs: f64) -> f64 {
    2.0 * pairs
}

/// A card that is worth most.
fn best(weights: &[Weighed], think: &ThinkContext) -> Result<Spot, PlayerError> {
    let most = weights.iter().map(|weighed| weighed.pairs).fold(f64::NEG_INFINITY, f64::max);
    let is_best = |weighed: &&Weighed| weighed.pairs >= most - EQUAL;
    let way = weights.iter().filter(is_best).map(|weighed| weighed.way).min();
    let spots: Vec<_> =
        weights.iter().filter(is_best).filter(|weighed| Some(weighed.way) == way).collect();
    let chosen = spots.choose(&mut think.rng()).map(|weighed| weighed.spot);
    chosen.ok_or_else(|| PlayerError::Fault("there is no card to turn up".to_owned()))
}

/// Each way with the worth of its best card, the best first: `an unknown card: +0.42 cards; the
/// known pair: +0.31`.
fn words(weights: &[Weighed], is_second: bool) -> String {
    let ways = [Way::Pair, Way::Unknown, Way::KnownThenUnknown, Way::Unlike];
    let best_of = |way| {
        let pairs =
            weights.iter().filter(|weighed| weighed.way == way).map(|weighed| weighed.pairs);
        pairs.reduce(f64::max).map(|pairs| (way, pairs))
    };
    let mut ways: Vec<_> = ways.into_iter().filter_map(best_of).collect();
    ways.sort_by(|one, other| other.1.total_cmp(&one.1));
    let mut unit = " cards";
    let said = ways.into_iter().map(|(way, pairs)| {
        let several = weights.iter().filter(|weighed| weighed.way == way).count() > 2;
        let name = match (way, is_second) {
            (Way::Pair, true) => "its mate",
            (Way::Pair, false) if several => "a known pair",
            (Way::Pair, false) => "the known pair",
            (Way::Unknown, _) => "an unknown card",
            (Way::KnownThenUnknown, _) => "a known card and an unknown one",
            (Way::Unlike, true) => "a known card",
            (Way::Unlike, false) => "two known cards that are unlike",
        };
        format!("{name}: {}{}", signed(in_cards(pairs)), std::mem::take(&mut unit))
    });
    said.collect::<Vec<_>>().join("; ")
}

/// With its sign and two digits: `+0.42`, `-1.00`, `0.00`.
fn signed(cards: f64) -> String {
    let hundredths = (100.0 * cards).round();
    if hundredths == 0.0 { "0.00".to_owned() } else { format!("{:+.2}", hundredths / 100.0) }
}

#[cfg(test)]
mod tests;
