//! In which order moves are tried.

use super::{Judge, Known, Midgame};
use crate::games::flip::rules::bitboard;

/// A move with what is needed to make and to order it.
#[derive(Clone, Copy, Default)]
pub struct Move {
    /// The least is tried first.
    order: i32,
    at: u32,
    flips: u64,
}

impl Move {
    /// To the empty cell with this index.
    pub fn new(own: u64, opp: u64, at: u32) -> Self {
        Self { order: 0, at, flips: bitboard::flips(own, opp, at) }
    }

    /// The tiles of the side to move and of the other after it.
    #[inline]
    pub fn make(self, own: u64, opp: u64) -> (u64, u64) {
        (opp ^ self.flips, own ^ self.flips ^ (1 << self.at))
    }

    /// The index of its cell.
    #[allow(clippy::cast_possible_truncation)] // below 64
    pub fn cell(self) -> u8 {
        self.at as u8
    }
}

/// The most moves that any position has, and one more.
const MOST: usize = 34;

/// The moves of a position.
pub struct Moves {
    moves: [Move; MOST],
    count: usize,
}

impl Moves {
    /// The `legal` ones.
    pub fn new(own: u64, opp: u64, legal: u64) -> Self {
        let mut all = Self { moves: [Move::default(); MOST], count: 0 };
        for (place, at) in all.moves.iter_mut().zip(bitboard::indices(legal)) {
            *place = Move::new(own, opp, at);
        }
        all.count = (legal.count_ones() as usize).min(MOST);
        all
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.count].iter().copied()
    }
}

/// From so many plies on the moves are ordered by judging the positions after them.
const JUDGED_FROM: u32 = 3;
/// A reply that is left to the opponent weighs so much, in hundredths of a tile; one in a corner
/// twice.
const REPLY: i32 = 40;

impl<J: Judge> Midgame<'_, J> {
    /// Puts the moves in order: what the table says is best, then by judgement and by how few
    /// replies are left.
    pub(super) fn order(
        &mut self,
        moves: &mut Moves,
        own: u64,
        opp: u64,
        depth: u32,
        known: Option<&Known>,
    ) {
        let empty = self.shape.mask & !(own | opp);
        for chosen in &mut moves.moves[..moves.count] {
            if known.is_some_and(|known| known.best == chosen.cell()) {
                chosen.order = i32::MIN;
                continue;
            }
            if known.is_some_and(|known| known.second == chosen.cell()) {
                chosen.order = i32::MIN + 1;
                continue;
            }
            let (next_own, next_opp) = chosen.make(own, opp);
            let replies = bitboard::moves(next_own, next_opp, empty & !(1 << chosen.at));
            let corners = replies & self.shape.corners;
            chosen.order = REPLY * (replies.count_ones() + corners.count_ones()).cast_signed();
            if depth >= JUDGED_FROM && replies != 0 {
                chosen.order += self.judge.judge(next_own, next_opp, replies);
            }
        }
        moves.moves[..moves.count].sort_unstable_by_key(|chosen| (chosen.order, chosen.at));
    }
}
