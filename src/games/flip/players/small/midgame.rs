//! Looking ahead to a depth, and judging what is found there.

use super::{Move, Places};
use crate::{
    games::flip::{
        engine::{
            counter::Counter,
            table::{Finding, Known, NO_MOVE, Table, key},
        },
        players::search::signed_tiles,
        rules::bits,
    },
    play::Halt,
};

/// More than any value.
pub const INFINITE: i32 = 30_000;
/// What a won game is worth before its tiles: more than any evaluation.
const WON: i32 = 20_000;
/// Keeps these values apart from those of the endgame in the table: finished games are worth more here than their score.
const SALT: u64 = 0x5851_F42D_4C95_7F2D;
/// Deeper than this, moves are ordered by the replies they leave.
const ORDERED: u32 = 2;

/// A value as a person reads it: tiles ahead, as the evaluation thinks or, of a finished game, as it is.
pub fn in_tiles(value: i32) -> String {
    let tiles = if value.abs() >= WON { (value.abs() - WON) * value.signum() } else { value };
    signed_tiles((tiles + 50 * tiles.signum()) / 100)
}

/// Fail-soft principal variation search. Values are hundredths of a tile.
pub struct Midgame<'a> {
    pub places: &'a Places,
    pub table: &'a Table,
    pub counter: &'a mut Counter,
}

impl Midgame<'_> {
    /// The value for the owner of `own`, to move, `depth` plies on (a pass is none): exact between `alpha` and
    /// `beta`, a bound outside.
    pub fn search(&mut self, own: u64, opp: u64, depth: u32, alpha: i32, beta: i32) -> Result<i32, Halt> {
        self.counter.tick()?;
        let empty = self.places.shape.mask & !(own | opp);
        let legal = bits::moves(own, opp, empty);
        if legal == 0 {
            if bits::moves(opp, own, empty) == 0 {
                let score = self.places.shape.final_score(own, opp);
                return Ok(score.signum() * WON + 100 * score);
            }
            return Ok(-self.search(opp, own, depth, -beta, -alpha)?);
        }
        if depth == 0 {
            return Ok(self.places.evaluate(own, opp, legal));
        }
        let key = key(own, opp, SALT);
        let known = if depth > 1 { self.table.get(key) } else { None };
        if let Some(known) = known.filter(|known| known.suffices(depth, 0)) {
            let (least, most) = (i32::from(known.lower), i32::from(known.upper));
            if least >= beta || least == most {
                return Ok(least);
            }
            if most <= alpha {
                return Ok(most);
            }
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
            let best_at = u8::try_from(best_at).unwrap_or(NO_MOVE);
            let finding = Finding { depth, selectivity: 0, window: (alpha, beta), value: best, best: best_at };
            self.table.put(key, &finding);
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
                let replies = bits::moves(next_own, next_opp, self.places.shape.mask & !(next_own | next_opp));
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
