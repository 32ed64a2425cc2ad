//! What a position of 8 x 8 is worth: patterns by phase, trained on positions of our own
//! (`examples/train_flip`).

pub mod features;
pub mod patterns;
mod probcut;
pub mod views;
pub mod weights;

pub use probcut::{BOLDEST, Spread};
pub use weights::{PHASES, Weights, phase};

use super::judge::{Check, Judge};

/// The evaluation says no more than this, in hundredths of a tile: all tiles of the board.
pub const MOST: i32 = 6400;

/// What the position is worth for the owner of `own`, who can move to `moves`: the difference of
/// tiles that the end is thought to bring, in hundredths of a tile.
#[inline]
pub fn evaluate(weights: &Weights, own: u64, opp: u64, moves: u64) -> i32 {
    let weights = weights.of(phase(own, opp));
    let mut value = 0;
    features::visit(own, opp, moves, |feature| value += i32::from(weights[feature]));
    value.clamp(-MOST, MOST)
}

/// The evaluation as a judge of searches.
#[derive(Clone, Copy, Debug)]
pub struct Trained<'a>(&'a Weights);

impl<'a> Trained<'a> {
    /// With these weights.
    pub fn with(weights: &'a Weights) -> Self {
        Self(weights)
    }
}

impl Judge for Trained<'_> {
    #[inline]
    fn judge(&self, own: u64, opp: u64, legal: u64) -> i32 {
        evaluate(self.0, own, opp, legal)
    }

    fn check(&self, depth: u32, empties: u32, selectivity: u8) -> Option<Check> {
        probcut::check(depth, empties, selectivity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::flip::rules::bitboard;

    fn value(own: u64, opp: u64) -> i32 {
        evaluate(Weights::trained(), own, opp, bitboard::moves(own, opp, !(own | opp)))
    }

    #[test]
    fn mirror_images_are_worth_the_same() {
        let (own, opp) = (0x0000_001C_3038_0400, 0x0000_1020_0C04_0800);
        let (own, opp) = (views::all(own), views::all(opp));
        assert_eq!(own[0] & opp[0], 0);
        for view in 1..8 {
            assert_eq!(value(own[view], opp[view]), value(own[0], opp[0]));
        }
    }

    #[test]
    fn a_corner_is_worth_more_than_the_cell_beside_it_on_the_diagonal() {
        let (own, opp) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
        let corner = value(own | 1, opp) - value(own, opp);
        let beside = value(own | 1 << 9, opp) - value(own, opp);
        assert!(corner > beside, "{corner} {beside}");
    }
}
