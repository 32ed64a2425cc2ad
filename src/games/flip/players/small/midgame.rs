//! Looking ahead to a depth, and judging what is found there.

use super::{Move, Places, final_score};
use crate::{
    games::flip::{
        players::{
            counter::Counter,
            search::signed_tiles,
            table::{Bound, Known, Table, key},
        },
        rules::bits,
    },
    play::Halt,
};

/// More than any value.
pub const INFINITE: i32 = 30_000;
/// What a won game is worth before its tiles: more than any evaluation.
const WON: i32 = 20_000;
/// Deeper than this, moves are ordered by the replies they leave.
const ORDERED: u32 = 2;

/// A value as a person reads it: tiles ahead, as the evaluation thinks or, of a finished game, as it is.
pub fn in_tiles(value: i32) -> String {
    let tiles = in_hundredths(value);
    signed_tiles((tiles + 50 * tiles.signum()) / 100)
}

/// The same in hundredths of a tile.
pub fn in_hundredths(value: i32) -> i32 {
    if value.abs() >= WON { (value.abs() - WON) * value.signum() } else { value }
}

/// Fail-soft principal variation search. Values are hundredths of a tile.
pub struct Midgame<'a> {
    pub places: &'a Places,
    pub table: &'a mut Table,
    pub counter: &'a mut Counter,
}

impl Midgame<'_> {
    /// The value for the owner of `own`, to move, `depth` plies on (a pass is none): exact between `alpha` and
    /// `beta`, a bound outside.
    pub fn search(&mut self, own: u64, opp: u64, depth: u32, alpha: i32, beta: i32) -> Result<i32, Halt> {
        self.counter.tick()?;
        let empty = self.places.mask & !(own | opp);
        let legal = bits::moves(own, opp, empty);
        if legal == 0 {
            if bits::moves(opp, own, empty) == 0 {
                let score = final_score(own, opp, self.places.mask);
                return Ok(score.signum() * WON + 100 * score);
            }
            return Ok(-self.search(opp, own, depth, -beta, -alpha)?);
        }
        if depth == 0 {
            return Ok(self.places.evaluate(own, opp, legal));
        }
        let key = key(own, opp, 0);
        let known = if depth > 1 { self.table.get(key) } else { None };
        if let Some(known) = known.filter(|known| known.settles(depth, alpha, beta)) {
            return Ok(i32::from(known.value));
        }
        let mut moves = [Move::default(); 64];
        let count = self.order(own, opp, legal, depth, known, &mut moves);
        let (mut best, mut best_at, mut lower) = (-INFINITE, 0, alpha);
        for (number, chosen) in moves[..count].iter().enumerate() {
            let (next_own, next_opp) = chosen.make(own, opp);
            let mut value = 0;
            if number > 0 {
                value = -self.search(next_own, next_opp, depth - 1, -lower - 1, -lower)?;
            }
            if number == 0 || (value > lower && value < beta) {
                value = -self.search(next_own, next_opp, depth - 1, -beta, -lower)?;
            }
            if value > best {
                (best, best_at) = (value, chosen.at);
                lower = lower.max(value);
                if lower >= beta {
                    break;
                }
            }
        }
        if depth > 1 {
            self.table.put(key, Known::new(best, Bound::of(best, alpha, beta), depth, best_at));
        }
        Ok(best)
    }

    /// Puts the legal moves in the order in which to try them; returns how many there are.
    fn order(&self, own: u64, opp: u64, legal: u64, depth: u32, known: Option<Known>, moves: &mut [Move; 64]) -> usize {
        let mut count = 0;
        for at in bits::indices(legal) {
            let mut chosen = Move { order: -i32::from(self.places.promise[at as usize]), at, flips: 0 };
            chosen.flips = bits::flips(own, opp, at);
            if known.is_some_and(|known| u32::from(known.best) == at) {
                chosen.order = i32::MIN;
            } else if depth > ORDERED {
                let (next_own, next_opp) = chosen.make(own, opp);
                let replies = bits::moves(next_own, next_opp, self.places.mask & !(next_own | next_opp));
                let weight = replies.count_ones() + 2 * (replies & self.places.corners).count_ones();
                chosen.order += 3 * weight.cast_signed();
            }
            moves[count] = chosen;
            count += 1;
        }
        moves[..count].sort_unstable_by_key(|chosen| (chosen.order, chosen.at));
        count
    }
}
