//! The choice between the two evaluations.

use super::{
    endgame::EndgameSolver,
    evaluation::{Evaluator, HandcraftedEvaluator, PatternWeights, ProbCut, TrainedEvaluator},
    midgame::{MidgameSearch, SearchEvaluator},
};
use crate::{
    flip::model::bitboard::{Bitboard, Position},
    play::SearchStop,
};

/// The evaluation that is used for a board.
#[derive(Debug)]
pub enum AnyEvaluator {
    /// The trained one, for 8 x 8.
    Trained(TrainedEvaluator<'static>),
    /// The hand-crafted one.
    Handcrafted(Box<HandcraftedEvaluator>),
}

impl Evaluator for AnyEvaluator {
    #[inline]
    fn evaluate(&self, position: Position, legal: Bitboard) -> i32 {
        match self {
            Self::Trained(trained) => trained.evaluate(position, legal),
            Self::Handcrafted(handcrafted) => handcrafted.evaluate(position, legal),
        }
    }

    #[inline]
    fn prob_cut(&self, depth: u32, empties: u32, selectivity: u8) -> Option<ProbCut> {
        match self {
            Self::Trained(trained) => trained.prob_cut(depth, empties, selectivity),
            Self::Handcrafted(_) => None,
        }
    }
}

impl SearchEvaluator for AnyEvaluator {
    fn search(
        search: MidgameSearch<'_, Self>,
        position: Position,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, SearchStop> {
        // Each evaluation has its own search, so the choice is not made at every leaf.
        match search.evaluator {
            Self::Trained(evaluator) => {
                search.with_evaluator(evaluator).search(position, depth, alpha, beta)
            }
            Self::Handcrafted(evaluator) => {
                let evaluator = evaluator.as_ref();
                search.with_evaluator(evaluator).search(position, depth, alpha, beta)
            }
        }
    }

    fn solve(
        solver: &mut EndgameSolver<'_, Self>,
        position: Position,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, SearchStop> {
        match solver.evaluator {
            Self::Trained(evaluator) => {
                solver.with_evaluator(evaluator).solve(position, alpha, beta)
            }
            Self::Handcrafted(evaluator) => {
                solver.with_evaluator(evaluator.as_ref()).solve(position, alpha, beta)
            }
        }
    }
}

impl AnyEvaluator {
    /// Returns the best evaluation for an n x n board, of which this is the hand-crafted one.
    pub fn best(size: u16, handcrafted: Box<HandcraftedEvaluator>) -> Self {
        if size == 8 {
            Self::Trained(TrainedEvaluator::new(PatternWeights::trained()))
        } else {
            Self::Handcrafted(handcrafted)
        }
    }

    /// Returns whether searches with this evaluation can be selective.
    pub fn has_prob_cut(&self) -> bool {
        matches!(self, Self::Trained(_))
    }
}
