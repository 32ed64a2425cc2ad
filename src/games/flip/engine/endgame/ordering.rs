//! The order of the moves while many cells are empty: where a judge sees them lead, a few plies
//! ahead.

use super::{
    super::{judge::Judge, table::key},
    close::{CLOSE, Move},
    deep::{Deep, bounds},
    processor::Processor,
};
use crate::games::flip::rules::bitboard;

/// What a reply that a move leaves to the opponent weighs, against what the judge says (hundredths
/// of a tile).
const REPLY: i32 = 300;
/// By how many plies the judge's sight is lengthened to order moves: one and two from so many empty
/// cells on.
const FORESIGHT: [u32; 2] = [14, 18];
/// More than any judge says.
const FAR: i32 = 1_000_000;

impl<P: Processor, J: Judge> Deep<'_, P, J> {
    /// The legal moves in the order in which to try them, or at once a lower bound from `beta` on
    /// if the table knows where a move leads.
    pub fn order(
        &self,
        own: u64,
        opp: u64,
        left: u32,
        legal: u64,
        first: u8,
        beta: i32,
    ) -> Result<Vec<Move>, i32> {
        let mut moves = Vec::with_capacity(legal.count_ones() as usize);
        for at in bitboard::indices(legal) {
            let mut chosen = Move { order: i32::MIN, at, flips: bitboard::flips(own, opp, at) };
            let (next_own, next_opp) = chosen.make(own, opp);
            if left - 1 > CLOSE
                && let Some(known) = self.table.get(key(next_own, next_opp, 0))
            {
                let least = -bounds(known, left - 1).1;
                if least >= beta {
                    return Err(least);
                }
            }
            if at != u32::from(first) {
                chosen.order = self.promise(next_own, next_opp, left);
            }
            moves.push(chosen);
        }
        moves.sort_by_key(|chosen| chosen.order);
        Ok(moves)
    }

    /// How good a position is for the owner of `own`, to move, as far as one can see. `left` cells
    /// were empty before.
    fn promise(&self, own: u64, opp: u64, left: u32) -> i32 {
        let shape = self.close.leaves.shape;
        let replies = self.processor.moves(own, opp, shape.mask & !(own | opp));
        let weight = replies.count_ones() + (replies & shape.corners).count_ones();
        let plies = FORESIGHT.iter().filter(|&&from| left >= from).count();
        REPLY * weight.cast_signed() + self.foresee(own, opp, plies, -FAR, FAR)
    }

    /// What the judge thinks of the position so many plies ahead.
    fn foresee(&self, own: u64, opp: u64, plies: usize, mut alpha: i32, beta: i32) -> i32 {
        let shape = self.close.leaves.shape;
        let empty = shape.mask & !(own | opp);
        let legal = self.processor.moves(own, opp, empty);
        if plies == 0 {
            return self.judge.judge(own, opp, legal);
        }
        if legal == 0 {
            let is_over = self.processor.moves(opp, own, empty) == 0;
            return if is_over {
                100 * shape.final_score(own, opp)
            } else {
                -self.foresee(opp, own, plies, -beta, -alpha)
            };
        }
        let mut best = -FAR;
        for at in bitboard::indices(legal) {
            let flips = self.processor.flips(own, opp, at);
            best = best.max(-self.foresee(
                opp ^ flips,
                own ^ flips ^ 1 << at,
                plies - 1,
                -beta,
                -alpha,
            ));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
