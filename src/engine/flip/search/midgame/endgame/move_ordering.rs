//! The order of the moves while many squares are empty: by a shallow search with the static
//! evaluation and by the number of replies (fastest-first).

use super::{
    super::super::{
        evaluation::IncrementalEvaluator,
        geometry::BoardGeometry,
        instruction_set::{InstructionSet, kernels},
        ordered_move::{MoveList, OrderedMove},
        transposition_table::{TranspositionTable, key},
    },
    null_window::MAX_NULL_WINDOW_EMPTIES,
    score_bounds,
};
use crate::flip::model::bitboard::{self, Position};

kernels! {
    pub trait OrderingKernels: InstructionSet for &MoveOrdering<'_, E> {
        fn sort<E: IncrementalEvaluator>(
            position: Position,
            first: u8,
            cutoff: EnhancedCutoff,
            moves: &mut MoveList
        ) -> Option<i32> = MoveOrdering::sort;
        fn evaluate<E: IncrementalEvaluator>(
            position: Position,
            state: &E::State,
            plies: usize,
            window: (i32, i32)
        ) -> i32 = MoveOrdering::evaluate;
    }
}

/// The penalty of a move for each reply that it leaves to the opponent, in hundredths of a tile. A
/// reply in a corner counts twice.
const REPLY_PENALTY: i32 = 400;
/// The bonus of the transposition table's best move, in hundredths of a tile. A move that leaves
/// far fewer replies may still come first, because its search is smaller.
const TABLE_MOVE_BONUS: i32 = 1000;
/// The minimum numbers of empty squares for ordering moves by a search to one, two and three plies.
const MIN_SEARCH_EMPTIES: [u32; 3] = [15, 18, 22];
/// A value above all evaluations, in hundredths of a tile.
const MAX_EVALUATION: i32 = 1_000_000;

pub struct MoveOrdering<'a, E> {
    pub geometry: &'a BoardGeometry,
    pub evaluator: &'a E,
    pub table: &'a TranspositionTable,
}

/// The condition of an enhanced transposition cutoff.
#[derive(Clone, Copy, Debug)]
pub struct EnhancedCutoff {
    /// The upper end of the window, in tiles.
    pub beta: i32,
    /// The maximum selectivity of the stored searches that count.
    pub selectivity: u8,
}

impl<E: IncrementalEvaluator> MoveOrdering<'_, E> {
    /// Sorts the legal moves in the order in which to try them. `first` is the transposition
    /// table's best move.
    ///
    /// If the table's bound of a position after one of the moves is high enough (enhanced
    /// transposition cutoff), this returns a lower bound of at least `cutoff.beta` instead.
    #[inline(always)]
    fn sort<I: OrderingKernels>(
        &self,
        isa: I,
        position: Position,
        first: u8,
        cutoff: EnhancedCutoff,
        moves: &mut MoveList,
    ) -> Option<i32> {
        let empties = self.geometry.empty(position).count_ones();
        // The positions after the moves may be in the shared table. Their entries load during the
        // ranking.
        let probes_table = empties - 1 > MAX_NULL_WINDOW_EMPTIES;
        if probes_table {
            for candidate in moves.as_slice() {
                self.table.prefetch(key(candidate.apply(position)));
            }
        }
        let state = self.evaluator.state(position);
        let plies = MIN_SEARCH_EMPTIES.iter().filter(|&&min| empties >= min).count();
        for candidate in moves.as_mut_slice() {
            let bonus = if candidate.at == u32::from(first) { TABLE_MOVE_BONUS } else { 0 };
            candidate.rank = self.rank(isa, position, &state, *candidate, plies) - bonus;
        }
        if probes_table {
            for candidate in moves.as_slice() {
                let Some(entry) = self.table.get(key(candidate.apply(position))) else { continue };
                let lower = -score_bounds(entry, empties - 1, cutoff.selectivity).1;
                if lower >= cutoff.beta {
                    return Some(lower);
                }
            }
        }
        moves.sort();
        None
    }

    /// Returns the rank of a move: how good the position after it is for the opponent, searched to
    /// `plies` plies, in hundredths of a tile. `state` is that of the position before the move.
    #[inline(always)]
    fn rank<I: OrderingKernels>(
        &self,
        isa: I,
        position: Position,
        state: &E::State,
        candidate: OrderedMove,
        plies: usize,
    ) -> i32 {
        let next = candidate.apply(position);
        let replies = isa.moves(next, self.geometry.empty(next));
        let weight = replies.count_ones() + (replies & self.geometry.corners).count_ones();
        let evaluation = if plies == 0 {
            self.evaluator.evaluate_after(isa, self.geometry, next, state, candidate)
        } else {
            let state = self.evaluator.state_after(state, candidate);
            isa.evaluate(self, next, &state, plies, (-MAX_EVALUATION, MAX_EVALUATION))
        };
        REPLY_PENALTY * weight.cast_signed() + evaluation
    }

    /// Returns the evaluation of a position after an alpha-beta search to `plies` plies, at least
    /// one, in hundredths of a tile.
    #[inline(always)]
    fn evaluate<I: OrderingKernels>(
        &self,
        isa: I,
        position: Position,
        state: &E::State,
        plies: usize,
        (mut alpha, beta): (i32, i32),
    ) -> i32 {
        let empty = self.geometry.empty(position);
        let legal = isa.moves(position, empty);
        if legal == 0 {
            return if isa.moves(position.pass(), empty) == 0 {
                100 * self.geometry.final_score(position)
            } else {
                let state = self.evaluator.state_after_pass(state);
                -isa.evaluate(self, position.pass(), &state, plies, (-beta, -alpha))
            };
        }
        let mut best = -MAX_EVALUATION;
        for at in bitboard::indices(legal) {
            let candidate = OrderedMove::with_flips(at, isa.flips(position, at));
            let next = candidate.apply(position);
            let score = if plies == 1 {
                self.evaluator.evaluate_after(isa, self.geometry, next, state, candidate)
            } else {
                let state = self.evaluator.state_after(state, candidate);
                isa.evaluate(self, next, &state, plies - 1, (-beta, -alpha))
            };
            best = best.max(-score);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
