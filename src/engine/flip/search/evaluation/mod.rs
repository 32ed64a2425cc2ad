//! Static evaluation: what a position is worth without a search.
//!
//! | part | what it does |
//! |---|---|
//! | [`TrainedEvaluator`] | evaluates positions of 8 x 8 by trained patterns |
//! | [`HandcraftedEvaluator`] | evaluates positions on all boards up to 8 x 8 |
//! | [`features`], [`patterns`], [`symmetry`] | find the features of the trained evaluation |
//! | [`weights`] | holds the weights of the features, and reads and writes their file |
//! | [`DeviationModel`] | models how far shallow searches are from deep ones, for multi-ProbCut |

pub mod features;
mod handcrafted;
mod multi_probcut;
pub mod patterns;
pub mod symmetry;
mod trained;
pub mod weights;

pub use handcrafted::HandcraftedEvaluator;
pub use multi_probcut::{DeviationModel, MAX_SELECTIVITY};
pub use trained::{TrainedEvaluator, evaluate};
pub use weights::{PHASES, PatternWeights, phase};

use super::{geometry::BoardGeometry, instruction_set::InstructionSet, ordered_move::OrderedMove};
use crate::flip::model::bitboard::{Bitboard, Position};

/// A static evaluation of positions.
pub trait Evaluator: Sync {
    /// Returns the expected score of the side to move, whose legal moves are `legal`, in hundredths
    /// of a tile.
    fn evaluate(&self, position: Position, legal: Bitboard) -> i32;

    /// Returns the shallow search that may replace a search to `depth` plies of a position with
    /// `empties` empty squares, or `None` if the full search is needed. `selectivity` says how
    /// readily searches are replaced, from 0 (never) to [`MAX_SELECTIVITY`].
    fn prob_cut(&self, _depth: u32, _empties: u32, _selectivity: u8) -> Option<ProbCut> {
        None
    }
}

/// An evaluation that a search updates with each move instead of computing it anew.
pub trait IncrementalEvaluator: Evaluator {
    /// The data that the evaluation keeps of a position, updated with each move.
    type State: Copy;

    /// Returns the state of a position.
    fn state(&self, position: Position) -> Self::State;

    /// Returns the state after a pass.
    fn state_after_pass(&self, state: &Self::State) -> Self::State;

    /// Returns the state after a move.
    fn state_after(&self, state: &Self::State, candidate: OrderedMove) -> Self::State;

    /// Returns the same as [`Evaluator::evaluate`], given the state of the position.
    fn evaluate_state<I: InstructionSet>(
        &self,
        isa: I,
        position: Position,
        legal: Bitboard,
        state: &Self::State,
    ) -> i32;

    /// Returns the expected score of the side to move in the position `next` after the move
    /// `candidate`, given the state before it, in hundredths of a tile. If the side to move must
    /// pass, the position after the pass counts; if the game is over, its result.
    fn evaluate_after<I: InstructionSet>(
        &self,
        isa: I,
        geometry: &BoardGeometry,
        next: Position,
        state: &Self::State,
        candidate: OrderedMove,
    ) -> i32;
}

/// A shallow search that may replace a deep one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbCut {
    /// The depth of the shallow search, in plies. At depth 0 it is the static evaluation.
    pub depth: u32,
    /// If the shallow search's score is beyond the window by this much, the deep search's score
    /// probably is, too. In hundredths of a tile.
    pub margin: i32,
    /// The shallow search is worth trying if the static evaluation falls short of that score by at
    /// most this much, in hundredths of a tile.
    pub static_margin: i32,
}

/// The evaluation that is used for a board.
#[derive(Debug)]
pub enum AnyEvaluator {
    /// The trained one, for 8 x 8.
    Trained(TrainedEvaluator<'static>),
    /// The hand-crafted one.
    Handcrafted(Box<HandcraftedEvaluator>),
}

impl AnyEvaluator {
    /// Returns the best evaluation for an n x n board. `handcrafted` must be for the same size.
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
