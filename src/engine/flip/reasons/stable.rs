//! The number of stable tiles, which can never be flipped: counted exactly or not at all.
//!
//! [`stable_tiles`](super::BoardGeometry::stable_tiles) proves that tiles are stable, but may miss
//! some. Random games from the position then try to flip each of the others, which proves that it
//! is not stable. If a tile remains with neither proof, there is no result.

use rand::RngExt;

use super::{
    Explainer, Position,
    bitboard::{self, Bitboard},
};
use crate::play::random;

const MAX_GAMES: u64 = 40;

impl Explainer<'_> {
    /// The additional stable tiles of the mover after a move, if that is certain.
    pub(super) fn stable_gain(&self, at: u32) -> Option<u32> {
        let after = self.stable_count(self.position.play(at).pass(), false)?;
        Some(after.saturating_sub(self.stable_count(self.position, true)?))
    }

    /// A lower bound of the additional stable tiles of the mover after a move.
    pub(super) fn least_stable_gain(&self, after: Position, before: Position) -> u32 {
        let [after, before] = [after, before].map(|it| self.geometry.stable_tiles(it).count_ones());
        after.saturating_sub(before)
    }

    /// The number of stable tiles of `position.own`, if that is certain. It moves first if
    /// `moves_first` is set, otherwise its opponent does.
    pub(super) fn stable_count(&self, position: Position, moves_first: bool) -> Option<u32> {
        let proved = self.geometry.stable_tiles(position);
        let others = position.own & !proved;
        self.can_all_be_flipped(others, position, moves_first).then(|| proved.count_ones())
    }

    /// Whether each of these tiles of `position.own` is flipped in one of the random games.
    fn can_all_be_flipped(
        &self,
        mut tiles: Bitboard,
        position: Position,
        moves_first: bool,
    ) -> bool {
        let mut rng = random::rng(0, &[]);
        for _ in 0..MAX_GAMES {
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
