//! Many empty cells.

use super::{
    super::table::{NO_MOVE, key},
    INFINITE, Judge,
    close::{CLOSE, Close, LEAVES, Move, bounds, finding},
    processor::Processor,
};
use crate::{games::flip::rules::bits, play::Halt};

/// What a reply that a move leaves to the opponent weighs, against what the judge says (hundredths of a tile).
const REPLY: i32 = 300;

/// What the search needs.
pub struct Deep<'a, P, J> {
    pub processor: P,
    pub judge: &'a J,
    pub close: Close<'a>,
}

impl<P: Processor, J: Judge> Deep<'_, P, J> {
    /// The score between `alpha` and `beta`, or a bound: however many cells are empty.
    pub fn search(&mut self, own: u64, opp: u64, alpha: i32, beta: i32) -> Result<i32, Halt> {
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
        if let Some(most) = self.close.leaves.stability_cut(own, opp, left, alpha) {
            return Ok(most);
        }
        let legal = bits::moves(own, opp, empty);
        if legal == 0 {
            let is_over = bits::moves(opp, own, empty) == 0;
            return if is_over { Ok(shape.final_score(own, opp)) } else { Ok(-self.search(opp, own, -beta, -alpha)?) };
        }
        let place = key(own, opp, 0);
        let known = self.close.table.get(place);
        if let Some(known) = &known {
            let (lower, upper) = bounds(*known, left);
            if lower >= beta || lower == upper {
                return Ok(lower);
            }
            if upper <= alpha {
                return Ok(upper);
            }
        }
        let moves = match self.order(own, opp, left, legal, known.map_or(NO_MOVE, |known| known.best), beta) {
            Ok(moves) => moves,
            Err(least) => return Ok(least),
        };
        let (mut best, mut best_at, mut lower) = (-INFINITE, 0, alpha);
        for (number, chosen) in moves.iter().enumerate() {
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
        self.close.table.put(place, &finding(left, alpha, beta, best, best_at));
        Ok(best)
    }

    /// The legal moves in the order in which to try them, or at once a lower bound from `beta` on if the table knows
    /// where a move leads.
    fn order(&self, own: u64, opp: u64, left: u32, legal: u64, first: u8, beta: i32) -> Result<Vec<Move>, i32> {
        let mut moves = Vec::with_capacity(legal.count_ones() as usize);
        for at in bits::indices(legal) {
            let mut chosen = Move { order: i32::MIN, at, flips: bits::flips(own, opp, at) };
            let (next_own, next_opp) = chosen.make(own, opp);
            if let Some(known) = self.close.table.get(key(next_own, next_opp, 0)) {
                let least = -bounds(known, left - 1).1;
                if least >= beta {
                    return Err(least);
                }
            }
            if at != u32::from(first) {
                chosen.order = self.promise(next_own, next_opp);
            }
            moves.push(chosen);
        }
        moves.sort_by_key(|chosen| chosen.order);
        Ok(moves)
    }

    /// How good a position is for the owner of `own`, to move, as far as one can see.
    fn promise(&self, own: u64, opp: u64) -> i32 {
        let shape = self.close.leaves.shape;
        let replies = bits::moves(own, opp, shape.mask & !(own | opp));
        let weight = replies.count_ones() + (replies & shape.corners).count_ones();
        REPLY * weight.cast_signed() + self.judge.judge(own, opp)
    }

    /// The leaves search null windows only: the value is sought between two bounds that come closer.
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
