//! Players that consider only the current board.

use rand::seq::IndexedRandom;

use crate::{
    flip::{
        Flip,
        model::{FlipObservation, Side, Square},
    },
    play::{Player, PlayerError, Seat, ThinkContext},
};

/// A player that follows one simple rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimplePlayer {
    /// Takes the first legal move in reading order.
    First,
    /// Takes the last legal move in reading order.
    Last,
    /// Takes a random move among those that flip the most tiles.
    Greedy,
}

impl Player<Flip> for SimplePlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &FlipObservation,
        context: &ThinkContext,
    ) -> Result<Square, PlayerError> {
        let (board, side) = (&observation.position.board, Side::of(seat));
        let square = match self {
            Self::First => board.first_legal(side),
            Self::Last => board.last_legal(side),
            Self::Greedy => {
                let gains: Vec<_> = board
                    .legal(side)
                    .into_iter()
                    .map(|square| (board.flips(side, square).len(), square))
                    .collect();
                let max = gains.iter().map(|&(gain, _)| gain).max();
                let best: Vec<_> = gains
                    .into_iter()
                    .filter(|&(gain, _)| Some(gain) == max)
                    .map(|(_, square)| square)
                    .collect();
                best.choose(&mut context.rng()).copied()
            }
        };
        square.ok_or_else(PlayerError::no_action)
    }
}
