//! Who orders the moves while many cells are empty.

use super::super::evaluation::{Weights, evaluate};
use crate::games::flip::rules::bits;

/// Says what a position is worth for the side to move, in hundredths of a tile, without looking ahead.
pub trait Judge: Sync {
    /// The owner of `own` is to move.
    fn judge(&self, own: u64, opp: u64) -> i32;
}

/// The evaluation of boards of 8 x 8.
impl Judge for Weights {
    fn judge(&self, own: u64, opp: u64) -> i32 {
        evaluate(self, own, opp, bits::moves(own, opp, !(own | opp)))
    }
}
