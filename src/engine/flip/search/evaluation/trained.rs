//! The evaluation of 8 x 8 by patterns, trained by `examples/train_flip`.

#![allow(clippy::inline_always)] // inlined into code compiled for one instruction set

use super::{
    Evaluator, IncrementalEvaluator, InstructionSet, PatternWeights, ProbCut, multi_probcut,
    patterns::{Configurations, Lanes},
    phase,
    weights::Counts,
};
use crate::flip::{
    model::bitboard::{Bitboard, Position},
    search::{geometry::BoardGeometry, ordered_move::OrderedMove},
};

/// The highest evaluation, in hundredths of a tile: a win by all 64 tiles.
const MAX_SCORE: i32 = 6400;

/// Returns the expected score of the side to move, whose legal moves are `legal`, in hundredths of
/// a tile.
#[inline]
pub fn evaluate(weights: &PatternWeights, position: Position, legal: Bitboard) -> i32 {
    let replies = position.opponent_moves(!position.occupied());
    score(weights, position, Configurations::of(position).lanes(), legal, replies)
}

#[inline(always)]
fn score(
    weights: &PatternWeights,
    position: Position,
    lanes: &Lanes,
    legal: Bitboard,
    replies: Bitboard,
) -> i32 {
    let counts = Counts {
        own_moves: legal.count_ones(),
        opp_moves: replies.count_ones(),
        empties: position.occupied().count_zeros(),
    };
    weights.of(phase(counts.empties)).sum(lanes, counts).clamp(-MAX_SCORE, MAX_SCORE)
}

/// The evaluation with these weights.
#[derive(Clone, Copy, Debug)]
pub struct TrainedEvaluator<'a>(&'a PatternWeights);

impl<'a> TrainedEvaluator<'a> {
    /// Returns the evaluation with these weights.
    pub fn new(weights: &'a PatternWeights) -> Self {
        Self(weights)
    }
}

impl Evaluator for TrainedEvaluator<'_> {
    #[inline]
    fn evaluate(&self, position: Position, legal: Bitboard) -> i32 {
        evaluate(self.0, position, legal)
    }

    fn prob_cut(&self, depth: u32, empties: u32, selectivity: u8) -> Option<ProbCut> {
        multi_probcut::prob_cut(depth, empties, selectivity)
    }
}

impl IncrementalEvaluator for TrainedEvaluator<'_> {
    type State = Configurations;

    #[inline(always)]
    fn state(&self, position: Position) -> Configurations {
        Configurations::of(position)
    }

    #[inline(always)]
    fn state_after_pass(&self, state: &Configurations) -> Configurations {
        state.pass()
    }

    #[inline(always)]
    fn state_after(&self, state: &Configurations, candidate: OrderedMove) -> Configurations {
        state.after(candidate.at, candidate.flips)
    }

    #[inline(always)]
    fn evaluate_state<I: InstructionSet>(
        &self,
        isa: I,
        position: Position,
        legal: Bitboard,
        state: &Configurations,
    ) -> i32 {
        let replies = isa.moves(position.pass(), !position.occupied());
        score(self.0, position, state.lanes(), legal, replies)
    }

    #[inline(always)]
    fn evaluate_after<I: InstructionSet>(
        &self,
        isa: I,
        geometry: &BoardGeometry,
        next: Position,
        state: &Configurations,
        candidate: OrderedMove,
    ) -> i32 {
        let empty = !next.occupied();
        let (legal, replies) = (isa.moves(next, empty), isa.moves(next.pass(), empty));
        if legal != 0 {
            let lanes = state.lanes_after(candidate.at, candidate.flips);
            score(self.0, next, &lanes, legal, replies)
        } else if replies != 0 {
            let passed = state.after(candidate.at, candidate.flips).pass();
            -score(self.0, next.pass(), passed.lanes(), replies, legal)
        } else {
            100 * geometry.final_score(next)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::symmetry, *};

    fn score(position: Position) -> i32 {
        let legal = position.moves(!position.occupied());
        evaluate(PatternWeights::trained(), position, legal)
    }

    #[test]
    fn mirror_images_have_the_same_score() {
        let (own, opp) = (0x0000_001C_3038_0400, 0x0000_1020_0C04_0800);
        let (own, opp) = (symmetry::images(own), symmetry::images(opp));
        assert_eq!(own[0] & opp[0], 0);
        for image in 1..8 {
            let mirrored = score(Position::new(own[image], opp[image]));
            assert_eq!(mirrored, score(Position::new(own[0], opp[0])));
        }
    }

    #[test]
    fn a_corner_is_worth_more_than_its_diagonal_neighbour() {
        let (own, opp) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
        let gain =
            |tile: Bitboard| score(Position::new(own | tile, opp)) - score(Position::new(own, opp));
        let (corner, beside) = (gain(1), gain(1 << 9));
        assert!(corner > beside, "{corner} {beside}");
    }
}
