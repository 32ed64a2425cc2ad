//! The number of stable tiles, which can never be flipped: counted exactly or not at all.
//!
//! [`stable_tiles`](super::BoardGeometry::stable_tiles) proves that tiles are stable, but may miss
//! some. If random games from the position flip all other tiles, these are not stable, and the
//! number is exact. Otherwise there is no result.

use rand::RngExt;

use super::Explainer;
use crate::{
    flip::model::bitboard::{self, Bitboard, Position},
    play::random,
};

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

    /// The number of stable tiles of `position.own`, if that is certain. `moves_first` says whether
    /// their owner or its opponent is to move.
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
            let mut is_owners_turn = moves_first;
            loop {
                let mut moves = self.geometry.moves(at);
                if moves == 0 {
                    (at, is_owners_turn) = (at.pass(), !is_owners_turn);
                    moves = self.geometry.moves(at);
                }
                let count = moves.count_ones();
                let Some(count) = usize::try_from(count).ok().filter(|&count| count > 0) else {
                    break;
                };
                let chosen = bitboard::indices(moves).nth(rng.random_range(0..count));
                at = chosen.map_or(at, |chosen| at.play(chosen));
                is_owners_turn = !is_owners_turn;
                tiles &= if is_owners_turn { at.own } else { at.opp };
            }
        }
        tiles == 0
    }
}
