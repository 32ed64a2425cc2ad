//! Looking ahead to a depth, and judging what is found there: principal variation search with a
//! table of positions, enhanced transposition cut-offs and, where a judgement says how far it may
//! be off, multi-ProbCut.

mod order;

pub use order::Move;

use order::Moves;

use super::{
    counter::Counter,
    endgame::{Endgame, NearTable, Shape},
    judge::Judge,
    table::{Finding, Known, NO_MOVE, Table, key},
};
use crate::{games::flip::rules::bitboard, play::SearchStop};

/// More than any value.
pub const INFINITE: i32 = 30_000;
/// A search to the end leaves so many empty cells to the solver.
const SOLVED: u32 = 9;
/// From so many plies on the table is asked.
const TABLE_FROM: u32 = 2;
/// From so many plies on the table is asked for the positions after each move.
const LOOK_AHEAD_FROM: u32 = 4;

/// A search of positions of one board size. Values are hundredths of a tile, for the side to move.
pub struct Midgame<'a, J> {
    /// Judges the leaves.
    pub judge: &'a J,
    /// The board.
    pub shape: &'a Shape,
    /// What is known.
    pub table: &'a Table,
    /// The same for positions near the end.
    pub near: &'a mut NearTable,
    /// Counts positions.
    pub counter: &'a mut Counter,
    /// How boldly moves are left out, from 0 (none is).
    pub selectivity: u8,
}

impl<J: Judge> Midgame<'_, J> {
    /// The value for the owner of `own`, to move, `depth` plies on (a pass is none): exact between
    /// `alpha` and `beta`, a bound outside.
    ///
    /// # Errors
    /// [`SearchStop`] when the search must end.
    pub fn search(
        &mut self,
        own: u64,
        opp: u64,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, SearchStop> {
        self.counter.tick()?;
        let empty = self.shape.mask & !(own | opp);
        let legal = bitboard::moves(own, opp, empty);
        if legal == 0 {
            return if bitboard::moves(opp, own, empty) == 0 {
                Ok(100 * self.shape.final_score(own, opp))
            } else {
                Ok(-self.search(opp, own, depth, -beta, -alpha)?)
            };
        }
        match depth {
            _ if depth >= empty.count_ones() && empty.count_ones() <= SOLVED => {
                self.solve(own, opp, alpha, beta)
            }
            0 => Ok(self.judge.judge(own, opp, legal)),
            1 => self.search_last(own, opp, legal, alpha, beta),
            _ => self.search_deep((own, opp), legal, depth, alpha, beta),
        }
    }

    /// Plays the last moves out.
    fn solve(&mut self, own: u64, opp: u64, alpha: i32, beta: i32) -> Result<i32, SearchStop> {
        let Self { shape, judge, table, .. } = *self;
        let mut endgame =
            Endgame { shape, judge, table, near: self.near, counter: self.counter, threads: 1 };
        let alpha = alpha.div_euclid(100).clamp(-64, 63);
        let tiles =
            endgame.solve(own, opp, alpha, (beta + 99).div_euclid(100).clamp(alpha + 1, 64))?;
        Ok(100 * tiles)
    }

    /// One ply: all moves in any order.
    fn search_last(
        &mut self,
        own: u64,
        opp: u64,
        legal: u64,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, SearchStop> {
        let mut best = -INFINITE;
        for at in bitboard::indices(legal) {
            let flips = bitboard::flips(own, opp, at);
            let value = -self.search(opp ^ flips, own | flips | 1 << at, 0, -beta, -alpha)?;
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    fn search_deep(
        &mut self,
        (own, opp): (u64, u64),
        legal: u64,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, SearchStop> {
        // Nobody can win by more than all cells.
        let most = 100 * self.shape.cells;
        let (alpha, beta) = (alpha.max(-most), beta.min(most));
        if alpha >= beta {
            return Ok(alpha);
        }
        let place = key(own, opp, 0);
        let known = if depth >= TABLE_FROM { self.table.get(place) } else { None };
        if let Some(value) =
            known.and_then(|known| settled(known, depth, self.selectivity, alpha, beta))
        {
            return Ok(value);
        }
        if beta - alpha == 1
            && let Some(value) = self.probable_cut(own, opp, legal, depth, alpha)?
        {
            return Ok(value);
        }
        let mut moves = Moves::new(own, opp, legal);
        if depth >= LOOK_AHEAD_FROM
            && let Some(value) = self.known_cut(&moves, own, opp, depth, beta)
        {
            return Ok(value);
        }
        self.order(&mut moves, own, opp, depth, known.as_ref());
        let (mut best, mut best_at, mut lower) = (-INFINITE, NO_MOVE, alpha);
        for (number, chosen) in moves.iter().enumerate() {
            let (next_own, next_opp) = chosen.make(own, opp);
            let mut value = 0;
            if number > 0 {
                value = -self.search(next_own, next_opp, depth - 1, -lower - 1, -lower)?;
            }
            if number == 0 || (value > lower && value < beta) {
                value = -self.search(next_own, next_opp, depth - 1, -beta, -lower)?;
            }
            if value > best {
                (best, best_at) = (value, chosen.cell());
                lower = lower.max(value);
                if lower >= beta {
                    break;
                }
            }
        }
        if depth >= TABLE_FROM {
            let window = (alpha, beta);
            self.table.put(
                place,
                &Finding {
                    depth,
                    selectivity: self.selectivity,
                    window,
                    value: best,
                    best: best_at,
                },
            );
        }
        Ok(best)
    }

    /// Whether a shallow search makes it probable that the true value lies outside the null window
    /// above `alpha`.
    ///
    /// M. Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
    /// Othello" (1997).
    fn probable_cut(
        &mut self,
        own: u64,
        opp: u64,
        legal: u64,
        depth: u32,
        alpha: i32,
    ) -> Result<Option<i32>, SearchStop> {
        let empties = (self.shape.mask & !(own | opp)).count_ones();
        let Some(check) = self.judge.check(depth, empties, self.selectivity) else {
            return Ok(None);
        };
        let beta = alpha + 1;
        // A first judgement far on the wrong side of the window saves looking.
        let now = self.judge.judge(own, opp, legal);
        let high = beta + check.margin;
        if now >= high - check.promise && high < INFINITE {
            let value = self.search(own, opp, check.depth, high - 1, high)?;
            if value >= high {
                return Ok(Some(beta));
            }
        }
        let low = alpha - check.margin;
        if now <= low + check.promise && low > -INFINITE {
            let value = self.search(own, opp, check.depth, low, low + 1)?;
            if value <= low {
                return Ok(Some(alpha));
            }
        }
        Ok(None)
    }

    /// Whether a position after one of the moves is known to be so bad for the opponent that
    /// nothing need be searched.
    fn known_cut(&self, moves: &Moves, own: u64, opp: u64, depth: u32, beta: i32) -> Option<i32> {
        moves.iter().find_map(|chosen| {
            let (next_own, next_opp) = chosen.make(own, opp);
            let known = self.table.get(key(next_own, next_opp, 0))?;
            let least = -i32::from(known.upper);
            (known.suffices(depth - 1, self.selectivity) && least >= beta).then_some(least)
        })
    }
}

/// What is known, if it settles the window.
#[inline]
fn settled(known: Known, depth: u32, selectivity: u8, alpha: i32, beta: i32) -> Option<i32> {
    let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
    if !known.suffices(depth, selectivity) {
        None
    } else if lower >= beta || lower == upper {
        Some(lower)
    } else if upper <= alpha {
        Some(upper)
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
