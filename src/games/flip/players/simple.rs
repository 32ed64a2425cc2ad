//! Players that look no further than the board.

use rand::seq::IndexedRandom;

use super::Flip;
use crate::{
    games::flip::rules::{FlipObservation, Side, Square},
    play::{Player, PlayerError, Seat, ThinkContext},
};

/// A player of one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simple {
    /// The first legal cell in reading order.
    First,
    /// The last legal cell in reading order.
    Last,
    /// A cell that flips the most tiles, any of those that do.
    Greedy,
}

impl Player<Flip> for Simple {
    fn choose(
        &mut self,
        seat: Seat,
        seen: &FlipObservation,
        think: &ThinkContext,
    ) -> Result<Square, PlayerError> {
        let (board, side) = (&seen.position.board, Side::of(seat));
        let cell = match self {
            Self::First => board.first_legal(side),
            Self::Last => board.last_legal(side),
            Self::Greedy => {
                let gains: Vec<_> = board
                    .legal(side)
                    .into_iter()
                    .map(|cell| (board.flips(side, cell).len(), cell))
                    .collect();
                let most = gains.iter().map(|&(gain, _)| gain).max();
                let best: Vec<_> = gains
                    .into_iter()
                    .filter(|&(gain, _)| Some(gain) == most)
                    .map(|(_, cell)| cell)
                    .collect();
                best.choose(&mut think.rng()).copied()
            }
        };
        cell.ok_or_else(|| PlayerError::Fault("has no move".to_owned()))
    }
}
