//! `memory:K`: plays by what it remembers.

use rand::seq::IteratorRandom;

use super::{Concentration, memory::Memory};
use crate::{
    games::concentration::rules::{ConcentrationObservation, Spot},
    play::{Player, PlayerError, Seat, ThinkContext},
};

/// Takes a pair that it remembers. Else it turns up an unknown card, then the mate of that card if
/// it remembers one, else another unknown card. (Unknown: face down and not remembered.)
///
/// There is always such a card. Of each rank an even number of cards is left. So if no pair is
/// remembered, for each card that is remembered there is another one of its rank that is not; and
/// the mate of a first card is remembered or unknown. So it never turns up two cards that it knows
/// to be unlike.
#[derive(Clone, Copy, Debug)]
pub struct Rememberer {
    /// How many cards.
    pub limit: usize,
}

impl Player<Concentration> for Rememberer {
    fn choose(
        &mut self,
        _: Seat,
        seen: &ConcentrationObservation,
        think: &ThinkContext,
    ) -> Result<Spot, PlayerError> {
        let memory = Memory::of(&seen.history, self.limit);
        let known = match seen.first {
            None => memory.pair().map(|[first, _]| first),
            Some((spot, card)) => memory.mate(spot, card),
        };
        let unknown =
            || seen.face_down().filter(|&spot| memory.at(spot).is_none()).choose(&mut think.rng());
        known
            .or_else(unknown)
            .ok_or_else(|| PlayerError::Fault("there is no card to turn up".to_owned()))
    }
}
