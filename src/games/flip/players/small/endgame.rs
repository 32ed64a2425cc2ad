//! The end of a game up to 8 x 8, played out exactly.

use super::{Move, Places, final_score};
use crate::{
    games::flip::{
        players::{
            counter::Counter,
            table::{Bound, Known, Table, key},
        },
        rules::bits,
    },
    play::Halt,
};

/// More than any score.
pub const INFINITE: i32 = 100;
/// With so few empty cells neither the table nor counting replies pays.
const SHALLOW: u32 = 5;
/// Keeps the values of the endgame (tiles) apart from those of the midgame in the table.
pub const SALT: u64 = 0x5851_F42D_4C95_7F2D;

/// A solver: fail-soft principal variation search, ordered by fewest replies ("fastest first") and by the parity of
/// the quarters.
pub struct Endgame<'a> {
    pub places: &'a Places,
    pub table: &'a mut Table,
    pub counter: &'a mut Counter,
}

impl Endgame<'_> {
    /// The score (see [`final_score`]) that the owner of `own`, to move, reaches: exact between `alpha` and `beta`, a
    /// bound outside.
    pub fn solve(&mut self, own: u64, opp: u64, alpha: i32, beta: i32) -> Result<i32, Halt> {
        let empty = self.places.mask & !(own | opp);
        match empty.count_ones() {
            0 => Ok(final_score(own, opp, self.places.mask)),
            1 => self.solve_last(own, opp, empty),
            left if left <= SHALLOW => self.solve_shallow(own, opp, empty, alpha, beta),
            left => self.solve_deep(own, opp, empty, left, alpha, beta),
        }
    }

    /// One empty cell: whoever can takes it.
    fn solve_last(&mut self, own: u64, opp: u64, empty: u64) -> Result<i32, Halt> {
        self.counter.tick()?;
        let at = empty.trailing_zeros();
        let flips = bits::flips(own, opp, at);
        if flips != 0 {
            return Ok(final_score(own | flips | empty, opp ^ flips, self.places.mask));
        }
        let flips = bits::flips(opp, own, at);
        let after = if flips == 0 { (own, opp) } else { (own ^ flips, opp | flips | empty) };
        Ok(final_score(after.0, after.1, self.places.mask))
    }

    /// No move for the owner of `own`: the other goes on, or the game is over.
    fn pass(&mut self, own: u64, opp: u64, empty: u64, alpha: i32, beta: i32) -> Result<i32, Halt> {
        if bits::moves(opp, own, empty) == 0 {
            Ok(final_score(own, opp, self.places.mask))
        } else {
            Ok(-self.solve(opp, own, -beta, -alpha)?)
        }
    }

    fn solve_shallow(&mut self, own: u64, opp: u64, empty: u64, mut alpha: i32, beta: i32) -> Result<i32, Halt> {
        self.counter.tick()?;
        let odd = self.odd_quarters(empty);
        let mut best = -INFINITE;
        for set in [empty & odd, empty & !odd] {
            for at in bits::indices(set) {
                let flips = bits::flips(own, opp, at);
                if flips == 0 {
                    continue;
                }
                let value = -self.solve(opp ^ flips, own | flips | 1 << at, -beta, -alpha)?;
                if value > best {
                    best = value;
                    alpha = alpha.max(value);
                    if alpha >= beta {
                        return Ok(best);
                    }
                }
            }
        }
        if best == -INFINITE { self.pass(own, opp, empty, alpha, beta) } else { Ok(best) }
    }

    fn solve_deep(&mut self, own: u64, opp: u64, empty: u64, left: u32, alpha: i32, beta: i32) -> Result<i32, Halt> {
        self.counter.tick()?;
        let legal = bits::moves(own, opp, empty);
        if legal == 0 {
            return self.pass(own, opp, empty, alpha, beta);
        }
        let key = key(own, opp, SALT);
        let known = self.table.get(key);
        if let Some(known) = known.filter(|known| known.settles(left, alpha, beta)) {
            return Ok(i32::from(known.value));
        }
        let mut moves = [Move::default(); 64];
        let count = self.order(own, opp, empty, legal, known, &mut moves);
        let (mut best, mut best_at, mut lower) = (-INFINITE, 0, alpha);
        for (number, chosen) in moves[..count].iter().enumerate() {
            let (next_own, next_opp) = chosen.make(own, opp);
            let mut value = 0;
            if number > 0 {
                value = -self.solve(next_own, next_opp, -lower - 1, -lower)?;
            }
            if number == 0 || (value > lower && value < beta) {
                value = -self.solve(next_own, next_opp, -beta, -lower)?;
            }
            if value > best {
                (best, best_at) = (value, chosen.at);
                lower = lower.max(value);
                if lower >= beta {
                    break;
                }
            }
        }
        self.table.put(key, Known::new(best, Bound::of(best, alpha, beta), left, best_at));
        Ok(best)
    }

    /// Puts the legal moves in the order in which to try them; returns how many there are.
    fn order(&self, own: u64, opp: u64, empty: u64, legal: u64, known: Option<Known>, moves: &mut [Move; 64]) -> usize {
        let odd = self.odd_quarters(empty);
        let mut count = 0;
        for at in bits::indices(legal) {
            let flips = bits::flips(own, opp, at);
            let cell = 1 << at;
            let replies = bits::moves(opp ^ flips, own | flips | cell, empty ^ cell);
            // A corner the opponent gets weighs as a further reply.
            let weight = replies.count_ones() + (replies & self.places.corners).count_ones();
            let mut order = weight.cast_signed() * 4 - i32::from(self.places.promise[at as usize]) / 4;
            order -= i32::from(odd & cell != 0) * 2;
            if known.is_some_and(|known| u32::from(known.best) == at) {
                order = i32::MIN;
            }
            moves[count] = Move { order, at, flips };
            count += 1;
        }
        moves[..count].sort_unstable_by_key(|chosen| (chosen.order, chosen.at));
        count
    }

    /// The cells of the quarters with an odd number of empty cells: who moves there first also moves there last.
    fn odd_quarters(&self, empty: u64) -> u64 {
        let odd = |quarter: &&u64| (*quarter & empty).count_ones() & 1 == 1;
        self.places.quarters.iter().filter(odd).sum()
    }
}
