//! The null-window search of positions with 6 to 10 empty squares: fastest-first move ordering and
//! a small table.

use super::{
    super::{
        instruction_set::kernels,
        node_counter::NodeCounter,
        ordered_move::OrderedMove,
        transposition_table::{NO_MOVE, key},
    },
    INFINITY,
    last_moves::{LastMoves, LastMovesKernels},
    local_table::LocalTable,
};
use crate::{
    games::flip::rules::bitboard::{Bitboard, Position},
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

/// The null-window search.
pub struct NullWindowSearch<'a> {
    /// The search below it.
    pub last_moves: LastMoves<'a>,
    /// The table of this thread.
    pub local_table: &'a mut LocalTable,
    /// Counts nodes.
    pub counter: &'a mut NodeCounter,
}

kernels! {
    /// The functions of [`NullWindowSearch`] that are compiled for each instruction set.
    pub trait NullWindowKernels: LastMovesKernels for NullWindowSearch<'_> {
        /// See [`NullWindowSearch::search`].
        fn null_window(position: Position, alpha: i32) -> Result<i32, SearchStop>
            = NullWindowSearch::search;
    }
}

/// The moves to try, in order.
struct SortedMoves {
    list: [OrderedMove; MAX_MOVES],
    count: usize,
}

impl SortedMoves {
    /// Inserts a move behind those that are not worse.
    #[inline(always)]
    fn insert(&mut self, new: OrderedMove) {
        let mut place = self.count.min(MAX_MOVES - 1);
        self.count = place + 1;
        while place > 0 && self.list[place - 1].order > new.order {
            self.list[place] = self.list[place - 1];
            place -= 1;
        }
        self.list[place] = new;
    }
}

impl NullWindowSearch<'_> {
    /// Counts `nodes`, and the nodes that `last_moves` has searched since the previous call.
    ///
    /// # Errors
    /// Returns a [`SearchStop`] if the search must end.
    #[inline(always)]
    pub fn count(&mut self, nodes: u64) -> Result<(), SearchStop> {
        self.counter.add(nodes + std::mem::take(&mut self.last_moves.nodes))
    }

    /// Searches the window between `alpha` and `alpha + 1`. The position must have more than
    /// [`MAX_LAST_EMPTIES`] and at most [`MAX_NULL_WINDOW_EMPTIES`] empty squares.
    ///
    /// # Errors
    /// Returns a [`SearchStop`] if the search must end.
    #[inline(always)]
    pub fn search<I: NullWindowKernels>(
        &mut self,
        isa: I,
        position: Position,
        alpha: i32,
    ) -> Result<i32, SearchStop> {
        self.count(1)?;
        let geometry = self.last_moves.geometry;
        let empty = geometry.empty(position);
        let empties = empty.count_ones();
        if let Some(upper) = self.last_moves.stability_cutoff(position, empties, alpha) {
            return Ok(upper);
        }
        let legal = isa.moves(position, empty);
        if legal == 0 {
            let is_over = isa.moves(position.pass(), empty) == 0;
            return if is_over {
                Ok(geometry.final_score(position))
            } else {
                Ok(-isa.null_window(self, position.pass(), !alpha)?)
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
        let moves = match self.sorted_moves(isa, position, empty, legal, first, alpha) {
            Ok(moves) => moves,
            Err(lower) => return Ok(lower),
        };
        let (mut best, mut best_at) = (-INFINITY, 0);
        for chosen in &moves.list[..moves.count] {
            let next = chosen.apply(position);
            let score = -if empties - 1 <= MAX_LAST_EMPTIES {
                let parity = parity ^ geometry.quadrant(chosen.at);
                let empty = empty ^ (1 << chosen.at);
                isa.five_or_more(&mut self.last_moves, next, empty, parity, !alpha)
            } else {
                isa.null_window(self, next, !alpha)?
            };
            if score > best {
                (best, best_at) = (score, chosen.at);
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

    /// Returns the legal moves in the order in which to try them: `first`, then those that leave
    /// the fewest replies (fastest-first), with a bonus for quadrants with an odd number of empty
    /// squares.
    ///
    /// If the table's bound of a position after one of the moves is high enough (enhanced
    /// transposition cutoff), the `Err` is a lower bound above `alpha`.
    #[inline(always)]
    fn sorted_moves<I: NullWindowKernels>(
        &self,
        isa: I,
        position: Position,
        empty: Bitboard,
        mut legal: Bitboard,
        first: u32,
        alpha: i32,
    ) -> Result<SortedMoves, i32> {
        let geometry = self.last_moves.geometry;
        let empties = empty.count_ones();
        let odd = geometry.quadrant_squares[geometry.parity(empty) % 16];
        let mut moves = SortedMoves { list: [OrderedMove::default(); MAX_MOVES], count: 0 };
        // Whether positions after the moves are in the table.
        let uses_table = empties > MIN_TABLE_EMPTIES;
        let mut keys = [0; MAX_MOVES];
        while legal != 0 {
            let at = legal.trailing_zeros();
            let square = legal & legal.wrapping_neg();
            legal ^= square;
            let mut chosen = OrderedMove { order: 0, at, flips: isa.flips(position, at) };
            let next = chosen.apply(position);
            if uses_table {
                let key = key(next);
                self.local_table.prefetch(key);
                keys[moves.count % MAX_MOVES] = key;
            }
            let replies = isa.moves(next, empty ^ square);
            // A reply in a corner counts twice.
            let weight = replies.count_ones() + (replies & geometry.corners).count_ones();
            chosen.order = 16 * weight.cast_signed()
                - 8 * i32::from(odd & square != 0)
                - 4096 * i32::from(at == first);
            moves.insert(chosen);
        }
        if uses_table {
            for &key in &keys[..moves.count] {
                let lower = -self.local_table.get(key).upper;
                if lower > alpha {
                    return Err(lower);
                }
            }
        }
        Ok(moves)
    }
}
