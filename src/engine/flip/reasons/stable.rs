//! How many tiles can never be flipped, counted exactly or not at all.
//!
//! The number is certain because both sides of it are proved. Of the tiles counted here,
//! [`stable_tiles`](super::BoardGeometry::stable_tiles) proves that no move can ever flip them. It
//! may miss some, but each tile that is not counted is flipped in a game that is played here from
//! the position, which proves that it can be. If a tile stays that is neither, nothing is said.

use rand::RngExt;

use super::{
    Explanation, Position,
    bitboard::{self, Bitboard},
};
use crate::play::random;

/// The most games that are played at random to see tiles flipped.
const GAMES: u64 = 40;

impl Explanation<'_> {
    /// Returns how many more tiles of the mover can never be flipped after a move, if that is
    /// certain.
    pub(super) fn stable_gain(&self, at: u32) -> Option<u32> {
        let after = self.stable_count(self.position.play(at).pass(), false)?;
        Some(after.saturating_sub(self.stable_count(self.position, true)?))
    }

    /// Returns at least how many more tiles of the mover can never be flipped after a move.
    pub(super) fn least_stable_gain(&self, after: Position, before: Position) -> u32 {
        let [after, before] = [after, before].map(|it| self.geometry.stable_tiles(it).count_ones());
        after.saturating_sub(before)
    }

    /// Returns how many tiles of the first side can never be flipped, if that is certain. It moves
    /// first, or the other one does.
    pub(super) fn stable_count(&self, position: Position, moves_first: bool) -> Option<u32> {
        let proved = self.geometry.stable_tiles(position);
        let others = position.own & !proved;
        self.can_all_be_flipped(others, position, moves_first).then(|| proved.count_ones())
    }

    /// Whether each of these tiles of the first side is flipped in one of the games played here.
    fn can_all_be_flipped(
        &self,
        mut tiles: Bitboard,
        position: Position,
        moves_first: bool,
    ) -> bool {
        let mut rng = random::rng(0, &[]);
        for _ in 0..GAMES {
            if tiles == 0 {
                break;
            }
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
                tiles &= if is_first { at.own } else { at.opp };
            }
        }
        tiles == 0
    }
}
