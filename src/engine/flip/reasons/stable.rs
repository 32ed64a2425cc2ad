//! Tiles that can never be flipped.

use rand::RngExt;

use super::{Explanation, Position, bitboard};
use crate::play::random;

/// How many games are played at random to see which tiles are flipped.
const GAMES: u64 = 40;

impl Explanation<'_> {
    /// Returns how many more tiles of the mover can never be flipped after a move, if that is
    /// certain.
    pub(super) fn stable_gain(&self, at: u32) -> Option<u32> {
        let after = self.stable(self.position.play(at).pass(), false)?;
        Some(after.saturating_sub(self.stable(self.position, true)?))
    }

    /// Returns at least how many more tiles of the mover can never be flipped after a move.
    pub(super) fn least_stable_gain(&self, after: Position, before: Position) -> u32 {
        let [after, before] = [after, before].map(|it| self.geometry.stable_tiles(it).count_ones());
        after.saturating_sub(before)
    }

    /// Returns how many tiles of the first side can never be flipped, if that is certain. It moves
    /// first, or the other one does.
    pub(super) fn stable(&self, position: Position, moves_first: bool) -> Option<u32> {
        let stable = self.geometry.stable_tiles(position);
        let is_all = position.own & !stable & self.never_flipped(position, moves_first) == 0;
        is_all.then(|| stable.count_ones())
    }

    /// Returns the tiles of the first side that no move of random games flips.
    fn never_flipped(&self, position: Position, moves_first: bool) -> u64 {
        let mut kept = position.own;
        let mut rng = random::rng(0, &[]);
        for _ in 0..GAMES {
            let mut at = if moves_first { position } else { position.pass() };
            let mut is_first = moves_first;
            loop {
                let mut moves = self.geometry.moves(at);
                if moves == 0 {
                    (at, is_first) = (at.pass(), !is_first);
                    moves = self.geometry.moves(at);
                }
                let count = moves.count_ones();
                let Some(count) = usize::try_from(count).ok().filter(|&count| count > 0) else {
                    break;
                };
                let chosen = bitboard::indices(moves).nth(rng.random_range(0..count));
                at = chosen.map_or(at, |chosen| at.play(chosen));
                is_first = !is_first;
                kept &= if is_first { at.own } else { at.opp };
            }
        }
        kept
    }
}
