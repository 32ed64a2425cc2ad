//! Many cells are empty: any window, and a table of positions that all threads share.

use std::sync::Arc;

use super::{
    super::{
        judge::Judge,
        table::{Finding, Known, NO_MOVE, Table, key},
    },
    INFINITE,
    close::{CLOSE, Close, LEAVES},
    crew::{Crew, Split},
    processor::Processor,
};
use crate::{games::flip::rules::bitboard, play::SearchStop};

/// How far from what the judge expects the score is sought first.
const NARROW: i32 = 4;

/// What the search needs.
pub struct Deep<'a, P, J> {
    pub processor: P,
    pub judge: &'a J,
    pub table: &'a Table,
    pub close: Close<'a>,
    /// Those who help, if anybody does, and the shared position in whose search this one is.
    pub crew: Option<&'a Crew>,
    pub split: Option<Arc<Split>>,
}

/// What is known of a position with `left` empty cells, as bounds of its score.
#[inline]
pub fn bounds(known: Known, left: u32) -> (i32, i32) {
    if known.suffices(left, 0) {
        (-(-i32::from(known.lower)).div_euclid(100), i32::from(known.upper).div_euclid(100))
    } else {
        (-INFINITE, INFINITE)
    }
}

/// A score that was found, for the table.
#[inline]
fn finding(left: u32, alpha: i32, beta: i32, value: i32, best: u32) -> Finding {
    let best = u8::try_from(best).unwrap_or(NO_MOVE);
    Finding {
        depth: left,
        selectivity: 0,
        window: (100 * alpha, 100 * beta),
        value: 100 * value,
        best,
    }
}

impl<P: Processor, J: Judge> Deep<'_, P, J> {
    /// As [`Self::search`], for the first position: counts all positions, and narrows a wide window
    /// around what the judge expects.
    pub fn search_all(
        &mut self,
        own: u64,
        opp: u64,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, SearchStop> {
        let shape = self.close.leaves.shape;
        let empty = shape.mask & !(own | opp);
        let (mut low, mut high) = (alpha, beta);
        if empty.count_ones() > CLOSE && beta - alpha > 2 * NARROW {
            let legal = self.processor.moves(own, opp, empty);
            let guess = self
                .judge
                .judge(own, opp, legal)
                .clamp(100 * (alpha + NARROW), 100 * (beta - NARROW));
            // On a full board a score is odd if the number of cells is, else even.
            let odd = shape.cells & 1;
            let guess = 2 * (guess + 100 * (1 - odd)).div_euclid(200) + odd;
            (low, high) = (guess - NARROW, guess + NARROW);
        }
        loop {
            let value = self.search(own, opp, low, high)?;
            if value <= low && low > alpha {
                (low, high) = ((value - NARROW).max(alpha), value + 1);
            } else if value >= high && high < beta {
                (low, high) = (value - 1, (value + NARROW).min(beta));
            } else {
                self.close.count(0)?;
                return Ok(value);
            }
        }
    }

    /// The score between `alpha` and `beta`, or a bound: however many cells are empty.
    pub fn search(&mut self, own: u64, opp: u64, alpha: i32, beta: i32) -> Result<i32, SearchStop> {
        let shape = self.close.leaves.shape;
        let empty = shape.mask & !(own | opp);
        let left = empty.count_ones();
        if left <= LEAVES {
            return Ok(self.by_null_windows(own, opp, empty, alpha, beta));
        }
        if left <= CLOSE && beta - alpha == 1 {
            return self.processor.close(&mut self.close, own, opp, alpha);
        }
        self.close.count(1)?;
        self.look_if_wanted()?;
        if let Some(most) = self.close.leaves.stability_cut(own, opp, left, alpha) {
            return Ok(most);
        }
        let legal = bitboard::moves(own, opp, empty);
        if legal == 0 {
            let is_over = bitboard::moves(opp, own, empty) == 0;
            return if is_over {
                Ok(shape.final_score(own, opp))
            } else {
                Ok(-self.search(opp, own, -beta, -alpha)?)
            };
        }
        let place = key(own, opp, 0);
        let known = self.table.get(place);
        if let Some(known) = &known {
            let (lower, upper) = bounds(*known, left);
            if lower >= beta || lower == upper {
                return Ok(lower);
            }
            if upper <= alpha {
                return Ok(upper);
            }
        }
        let moves = match self.order(
            own,
            opp,
            left,
            legal,
            known.map_or(NO_MOVE, |known| known.best),
            beta,
        ) {
            Ok(moves) => moves,
            Err(least) => return Ok(least),
        };
        let (mut best, mut best_at, mut lower) = (-INFINITE, 0, alpha);
        for (number, chosen) in moves.iter().enumerate() {
            if number > 0
                && let Some(crew) = self.who_helps(left)
            {
                let rest = &moves[number..];
                let split = Split::new(
                    (own, opp),
                    rest,
                    (lower, beta),
                    (best, best_at),
                    self.split.clone(),
                );
                (best, best_at) = self.share(crew, &split)?;
                break;
            }
            let (next_own, next_opp) = chosen.make(own, opp);
            let mut value = 0;
            if number > 0 {
                value = -self.search(next_own, next_opp, -lower - 1, -lower)?;
            }
            if number == 0 || (value > lower && value < beta) {
                value = -self.search(next_own, next_opp, -beta, -lower)?;
            }
            if value > best {
                (best, best_at) = (value, chosen.at);
                lower = lower.max(value);
                if lower >= beta {
                    break;
                }
            }
        }
        self.table.put(place, &finding(left, alpha, beta, best, best_at));
        Ok(best)
    }

    /// The leaves search null windows only: the value is sought between two bounds that come
    /// closer.
    fn by_null_windows(&mut self, own: u64, opp: u64, empty: u64, alpha: i32, beta: i32) -> i32 {
        let (mut low, mut high) = (alpha, beta);
        loop {
            let middle = low.midpoint(high).min(high - 1);
            let value = self.processor.leaves(&mut self.close.leaves, own, opp, empty, middle);
            if value > middle {
                low = value;
            } else {
                high = value;
            }
            if low >= high || low >= beta || high <= alpha {
                return value;
            }
        }
    }
}
