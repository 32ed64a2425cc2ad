//! Few cells are empty: null windows, moves ordered by the replies they leave, and a table of
//! positions.

use super::{
    super::{counter::Counter, table::key},
    INFINITE,
    leaves::Leaves,
    near::NearTable,
    processor::Processor,
};
use crate::play::SearchStop;

/// The most empty cells of this search.
pub const CLOSE: u32 = 12;
/// With so few empty cells the leaves do the rest.
pub const LEAVES: u32 = 6;
/// There are no more moves than empty cells.
const MOST_MOVES: usize = CLOSE as usize;

/// What the search needs.
pub struct Close<'a> {
    pub leaves: Leaves<'a>,
    pub near: &'a mut NearTable,
    pub counter: &'a mut Counter,
}

/// A move with what is needed to make and to order it: lowest first.
#[derive(Clone, Copy, Default)]
pub struct Move {
    pub order: i32,
    pub at: u32,
    pub flips: u64,
}

impl Move {
    /// The tiles of the side to move and of the other after it.
    #[inline(always)]
    pub fn make(self, own: u64, opp: u64) -> (u64, u64) {
        (opp ^ self.flips, own ^ self.flips ^ (1 << self.at))
    }
}

/// The moves to try, in order.
struct Moves {
    list: [Move; MOST_MOVES],
    count: usize,
}

impl Moves {
    /// Puts a move behind those that are not worse.
    #[inline(always)]
    fn insert(&mut self, new: Move) {
        let mut place = self.count.min(MOST_MOVES - 1);
        self.count = place + 1;
        while place > 0 && self.list[place - 1].order > new.order {
            self.list[place] = self.list[place - 1];
            place -= 1;
        }
        self.list[place] = new;
    }
}

impl Close<'_> {
    /// Counts positions, with those that the leaves have seen since.
    #[inline(always)]
    pub fn count(&mut self, nodes: u64) -> Result<(), SearchStop> {
        self.counter.add(nodes + std::mem::take(&mut self.leaves.nodes))
    }

    /// Searches the window between `alpha` and `alpha + 1`, with more than [`LEAVES`] and up to
    /// [`CLOSE`] empty cells.
    #[inline(always)]
    pub fn search<P: Processor>(
        &mut self,
        p: P,
        own: u64,
        opp: u64,
        alpha: i32,
    ) -> Result<i32, SearchStop> {
        self.count(1)?;
        let shape = self.leaves.shape;
        let empty = shape.mask & !(own | opp);
        let left = empty.count_ones();
        if let Some(most) = self.leaves.stability_cut(own, opp, left, alpha) {
            return Ok(most);
        }
        let legal = p.moves(own, opp, empty);
        if legal == 0 {
            let is_over = p.moves(opp, own, empty) == 0;
            return if is_over {
                Ok(shape.final_score(own, opp))
            } else {
                Ok(-p.close(self, opp, own, !alpha)?)
            };
        }
        let place = key(own, opp, 0);
        let known = self.near.get(place);
        if known.lower > alpha {
            return Ok(known.lower);
        }
        if known.upper <= alpha {
            return Ok(known.upper);
        }
        let parity = shape.parity(empty);
        let moves = match self.order(p, (own, opp, empty), legal, known.best, alpha) {
            Ok(moves) => moves,
            Err(least) => return Ok(least),
        };
        let (mut best, mut best_at) = (-INFINITE, 0);
        for chosen in &moves.list[..moves.count] {
            let (next_own, next_opp) = chosen.make(own, opp);
            let value = -if left - 1 <= LEAVES {
                let parity = parity ^ shape.quarter(chosen.at);
                p.several(
                    &mut self.leaves,
                    next_own,
                    next_opp,
                    empty ^ (1 << chosen.at),
                    parity,
                    !alpha,
                )
            } else {
                p.close(self, next_own, next_opp, !alpha)?
            };
            if value > best {
                (best, best_at) = (value, chosen.at);
                if best > alpha {
                    break;
                }
            }
        }
        self.near.put(place, alpha, best, best_at);
        Ok(best)
    }

    /// The legal moves in the order in which to try them, or at once a lower bound above `alpha` if
    /// the table knows where a move leads.
    #[inline(always)]
    fn order<P: Processor>(
        &self,
        p: P,
        (own, opp, empty): (u64, u64, u64),
        mut legal: u64,
        first: u32,
        alpha: i32,
    ) -> Result<Moves, i32> {
        let shape = self.leaves.shape;
        let left = empty.count_ones();
        let odd = shape.odd_cells[shape.parity(empty) % 16];
        let mut moves = Moves { list: [Move::default(); MOST_MOVES], count: 0 };
        while legal != 0 {
            let at = legal.trailing_zeros();
            let cell = legal & legal.wrapping_neg();
            legal ^= cell;
            let mut chosen = Move { order: 0, at, flips: p.flips(own, opp, at) };
            let (next_own, next_opp) = chosen.make(own, opp);
            if left - 1 > LEAVES {
                let least = -self.near.get(key(next_own, next_opp, 0)).upper;
                if least > alpha {
                    return Err(least);
                }
            }
            let replies = p.moves(next_own, next_opp, empty ^ cell);
            // A corner that the opponent gets weighs as a further reply.
            let weight = replies.count_ones() + (replies & shape.corners).count_ones();
            chosen.order = 16 * weight.cast_signed()
                - 8 * i32::from(odd & cell != 0)
                - 4096 * i32::from(at == first);
            moves.insert(chosen);
        }
        Ok(moves)
    }
}
