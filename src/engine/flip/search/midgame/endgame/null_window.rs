//! The null-window search of positions with 6 to 10 empty squares: fastest-first move ordering and
//! a small table.

use super::{
    super::super::{
        instruction_set::kernels,
        node_counter::NodeCounter,
        transposition_table::{NO_MOVE, key},
    },
    INFINITY,
    last_moves::{LastMoves, LastMovesKernels},
    local_table::LocalTable,
};
use crate::{
    flip::model::bitboard::{Bitboard, Position},
    play::SearchStop,
};

/// The maximum number of empty squares for this search.
pub const MAX_NULL_WINDOW_EMPTIES: u32 = 10;
/// The maximum number of empty squares for [`LastMoves`].
pub const MAX_LAST_EMPTIES: u32 = 5;
/// The minimum number of empty squares of positions in the table.
const MIN_TABLE_EMPTIES: u32 = 7;
/// The maximum number of moves: a position has no more moves than empty squares.
const MAX_MOVES: usize = MAX_NULL_WINDOW_EMPTIES as usize;

pub struct NullWindowSearch<'a> {
    pub last_moves: LastMoves<'a>,
    pub local_table: &'a mut LocalTable,
    pub counter: &'a mut NodeCounter,
}

kernels! {
    pub trait NullWindowKernels: LastMovesKernels for &mut NullWindowSearch<'_> {
        fn null_window(position: Position, legal: Bitboard, alpha: i32) -> Result<i32, SearchStop>
            = NullWindowSearch::search;
    }
}

#[derive(Clone, Copy, Default)]
struct Candidate {
    flips: Bitboard,
    /// The opponent's legal moves after it.
    replies: Bitboard,
    /// The key of the position after it, or 0 if that can't be in the table.
    key: u64,
    at: u32,
}

/// The legal moves, taken in the order of their ranks. They are not sorted, because the first one
/// or two usually suffice.
struct Candidates {
    list: [Candidate; MAX_MOVES],
    /// The rank of each move, with its place in `list` in the lowest bits. Moves with lower ranks
    /// are searched first. The rank of a move that was taken is `u32::MAX`.
    ranks: [u32; MAX_MOVES],
    count: usize,
    lowest_rank: u32,
}

impl Candidates {
    const PLACE_BITS: u32 = 4;

    #[inline(always)]
    fn new() -> Self {
        let (list, ranks) = ([Candidate::default(); MAX_MOVES], [u32::MAX; MAX_MOVES]);
        Self { list, ranks, count: 0, lowest_rank: u32::MAX }
    }

    /// Adds a move. All moves must be ranked before one is taken.
    #[inline(always)]
    fn push(&mut self, candidate: Candidate) {
        let place = self.count.min(MAX_MOVES - 1);
        self.list[place] = candidate;
        self.count = place + 1;
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // below `MAX_MOVES`
    fn rank_by(&mut self, mut rank: impl FnMut(&mut Candidate) -> u32) {
        let moves = self.list[..self.count].iter_mut().zip(&mut self.ranks);
        for (place, (candidate, ranked)) in moves.enumerate() {
            *ranked = rank(candidate) << Self::PLACE_BITS | place as u32;
            self.lowest_rank = self.lowest_rank.min(*ranked);
        }
    }

    #[inline(always)]
    fn take_lowest(&mut self) -> Option<Candidate> {
        if self.lowest_rank == u32::MAX {
            return None;
        }
        let place = (self.lowest_rank as usize % (1 << Self::PLACE_BITS)).min(MAX_MOVES - 1);
        self.ranks[place] = u32::MAX;
        self.lowest_rank = u32::MAX;
        for &rank in &self.ranks[..self.count] {
            self.lowest_rank = self.lowest_rank.min(rank);
        }
        Some(self.list[place])
    }
}

impl NullWindowSearch<'_> {
    /// Counts `nodes`, and the nodes that `last_moves` has searched since the previous call.
    #[inline(always)]
    pub fn count_nodes(&mut self, nodes: u64) -> Result<(), SearchStop> {
        self.counter.add(nodes + std::mem::take(&mut self.last_moves.nodes))
    }

    /// Searches the window between `alpha` and `alpha + 1`. The position must have more than
    /// [`MAX_LAST_EMPTIES`] and at most [`MAX_NULL_WINDOW_EMPTIES`] empty squares. `legal` are the
    /// legal moves.
    #[inline(always)]
    pub fn search<I: NullWindowKernels>(
        &mut self,
        isa: I,
        position: Position,
        legal: Bitboard,
        alpha: i32,
    ) -> Result<i32, SearchStop> {
        self.count_nodes(1)?;
        let geometry = self.last_moves.geometry;
        let empty = geometry.empty(position);
        let empties = empty.count_ones();
        if let Some(upper) = self.last_moves.stability_cutoff(position, empties, alpha) {
            return Ok(upper);
        }
        if legal == 0 {
            let replies = isa.moves(position.pass(), empty);
            return if replies == 0 {
                Ok(geometry.final_score(position))
            } else {
                Ok(-isa.null_window(self, position.pass(), replies, !alpha)?)
            };
        }
        let table_key = key(position);
        let mut first = u32::from(NO_MOVE);
        if empties >= MIN_TABLE_EMPTIES {
            let stored = self.local_table.get(table_key);
            if stored.lower > alpha {
                return Ok(stored.lower);
            }
            if stored.upper <= alpha {
                return Ok(stored.upper);
            }
            first = stored.best;
        }
        let parity = geometry.parity(empty);
        let mut candidates = Candidates::new();
        self.rank_moves(isa, position, (empty, legal), parity, first, &mut candidates);
        if empties > MIN_TABLE_EMPTIES
            && let Some(lower) = self.enhanced_transposition_cutoff(&candidates, alpha)
        {
            return Ok(lower);
        }
        let (mut best, mut best_at) = (-INFINITY, 0);
        while let Some(Candidate { flips, replies, at, .. }) = candidates.take_lowest() {
            let next = position.after(at, flips);
            let score = -if empties - 1 <= MAX_LAST_EMPTIES {
                let parity = parity ^ geometry.quadrant(at);
                let empty = empty ^ (1 << at);
                isa.five(&mut self.last_moves, next, (empty, replies), parity, !alpha)
            } else {
                isa.null_window(self, next, replies, !alpha)?
            };
            if score > best {
                (best, best_at) = (score, at);
                if best > alpha {
                    break;
                }
            }
        }
        if empties >= MIN_TABLE_EMPTIES {
            self.local_table.put(table_key, alpha, best, best_at);
        }
        Ok(best)
    }

    /// Finds the legal moves and ranks them: `first`, then those that leave the fewest replies
    /// (fastest-first), with a bonus for quadrants with an odd number of empty squares (`parity`).
    #[inline(always)]
    fn rank_moves<I: NullWindowKernels>(
        &self,
        isa: I,
        position: Position,
        (empty, mut legal): (Bitboard, Bitboard),
        parity: usize,
        first: u32,
        candidates: &mut Candidates,
    ) {
        let geometry = self.last_moves.geometry;
        let odd = geometry.quadrant_squares[parity % 16];
        // Whether positions after the moves are in the table.
        let uses_table = empty.count_ones() > MIN_TABLE_EMPTIES;
        while legal != 0 {
            let at = legal.trailing_zeros();
            legal &= legal - 1;
            let flips = isa.flips(position, at);
            let mut next_key = 0;
            if uses_table {
                next_key = key(position.after(at, flips));
                self.local_table.prefetch(next_key);
            }
            candidates.push(Candidate { flips, replies: 0, key: next_key, at });
        }
        // The prefetched entries arrive in the cache during this.
        candidates.rank_by(|Candidate { flips, replies, at, .. }| {
            let square = 1 << *at;
            *replies = isa.moves(position.after(*at, *flips), empty ^ square);
            // A reply in a corner counts twice.
            let weight = replies.count_ones() + (*replies & geometry.corners).count_ones();
            if *at == first { 0 } else { 1 + 2 * weight + u32::from(odd & square == 0) }
        });
    }

    /// Enhanced transposition cutoff: returns a lower bound above `alpha` if the table has one for
    /// a position after one of the moves.
    #[inline(always)]
    fn enhanced_transposition_cutoff(&self, candidates: &Candidates, alpha: i32) -> Option<i32> {
        for candidate in &candidates.list[..candidates.count] {
            let lower = -self.local_table.get(candidate.key).upper;
            if lower > alpha {
                return Some(lower);
            }
        }
        None
    }
}
