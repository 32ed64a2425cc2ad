//! The move ordering, compiled once for each instruction set.

use super::{EnhancedCutoff, MoveByMoveEvaluator, MoveList, MoveOrdering, Position};
#[cfg(target_arch = "x86_64")]
use crate::games::flip::engine::instruction_set::Avx2;
use crate::games::flip::engine::instruction_set::{InstructionSet, Portable};

/// The functions of [`MoveOrdering`] that are compiled for each instruction set. Calls between them
/// go through this trait.
pub trait OrderingKernels<E: MoveByMoveEvaluator>: InstructionSet {
    /// Sorts the legal moves in the order in which to try them. `first` is the transposition
    /// table's best move.
    ///
    /// If the table's bound of a position after one of the moves is high enough (enhanced
    /// transposition cutoff), this returns a lower bound of at least `cutoff.beta` instead.
    fn sort(
        self,
        ordering: &MoveOrdering<'_, E>,
        position: Position,
        first: u8,
        cutoff: EnhancedCutoff,
        moves: &mut MoveList,
    ) -> Option<i32>;

    /// Returns the evaluation of a position after an alpha-beta search to `plies` plies, at least
    /// one, in hundredths of a tile.
    fn evaluate(
        self,
        ordering: &MoveOrdering<'_, E>,
        position: Position,
        view: &E::View,
        plies: usize,
        window: (i32, i32),
    ) -> i32;
}

impl<E: MoveByMoveEvaluator> OrderingKernels<E> for Portable {
    fn sort(
        self,
        ordering: &MoveOrdering<'_, E>,
        position: Position,
        first: u8,
        cutoff: EnhancedCutoff,
        moves: &mut MoveList,
    ) -> Option<i32> {
        ordering.sort(self, position, first, cutoff, moves)
    }

    fn evaluate(
        self,
        ordering: &MoveOrdering<'_, E>,
        position: Position,
        view: &E::View,
        plies: usize,
        window: (i32, i32),
    ) -> i32 {
        ordering.evaluate(self, position, view, plies, window)
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
impl<E: MoveByMoveEvaluator> OrderingKernels<E> for Avx2 {
    #[inline(always)]
    fn sort(
        self,
        ordering: &MoveOrdering<'_, E>,
        position: Position,
        first: u8,
        cutoff: EnhancedCutoff,
        moves: &mut MoveList,
    ) -> Option<i32> {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<E: MoveByMoveEvaluator>(
            isa: Avx2,
            ordering: &MoveOrdering<'_, E>,
            position: Position,
            first: u8,
            cutoff: EnhancedCutoff,
            moves: &mut MoveList,
        ) -> Option<i32> {
            ordering.sort(isa, position, first, cutoff, moves)
        }
        // SAFETY: an `Avx2` exists only on a processor with these extensions.
        unsafe { compiled(self, ordering, position, first, cutoff, moves) }
    }

    #[inline(always)]
    fn evaluate(
        self,
        ordering: &MoveOrdering<'_, E>,
        position: Position,
        view: &E::View,
        plies: usize,
        window: (i32, i32),
    ) -> i32 {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<E: MoveByMoveEvaluator>(
            isa: Avx2,
            ordering: &MoveOrdering<'_, E>,
            position: Position,
            view: &E::View,
            plies: usize,
            window: (i32, i32),
        ) -> i32 {
            ordering.evaluate(isa, position, view, plies, window)
        }
        // SAFETY: an `Avx2` exists only on a processor with these extensions.
        unsafe { compiled(self, ordering, position, view, plies, window) }
    }
}
