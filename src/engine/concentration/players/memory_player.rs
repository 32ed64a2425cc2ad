//! The `memory:K` players, which remember K cards and take the pairs among them.

use rand::seq::IteratorRandom;

use super::memory::{Memory, MemoryCapacity};
use crate::{
    concentration::{
        Concentration,
        model::{ConcentrationObservation, Spot},
    },
    play::{Player, PlayerError, Seat, ThinkContext},
};

/// A player that takes a pair if it remembers one. Otherwise it turns up an unknown card (one that
/// is face down and not remembered), then its mate if it remembers one, else another unknown card.
///
/// There is always an unknown card when it needs one, because an even number of cards of each rank
/// is left: if no pair is remembered, each remembered card has a mate that is not remembered; and
/// the mate of a first card is either remembered or unknown. So the player never turns up two cards
/// that it knows to differ.
#[derive(Clone, Copy, Debug)]
pub struct MemoryPlayer {
    /// How many cards it remembers, and what it does with more.
    pub capacity: MemoryCapacity,
}

impl Player<Concentration> for MemoryPlayer {
    fn choose(
        &mut self,
        _: Seat,
        observation: &ConcentrationObservation,
        context: &ThinkContext,
    ) -> Result<Spot, PlayerError> {
        let memory = Memory::new(&observation.history, self.capacity);
        let remembered = match observation.first {
            None => memory.pair().map(|[first, _]| first),
            Some((spot, card)) => memory.mate(spot, card),
        };
        let unknown = || {
            observation
                .face_down()
                .filter(|&spot| memory.at(spot).is_none())
                .choose(&mut context.rng())
        };
        remembered
            .or_else(unknown)
            .ok_or_else(|| PlayerError::Fault("there is no card to turn up".to_owned()))
    }
}
