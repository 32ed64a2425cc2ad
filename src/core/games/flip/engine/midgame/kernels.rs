//! The midgame search, compiled once for each instruction set.

#[cfg(target_arch = "x86_64")]
use super::Avx2;
use super::{InstructionSet, MidgameSearch, MoveByMoveEvaluator, Portable, Position, SearchStop};

/// The functions of [`MidgameSearch`] that are compiled for each instruction set. Calls between
/// them go through this trait.
pub trait MidgameKernels<E: MoveByMoveEvaluator>: InstructionSet {
    /// See [`MidgameSearch::search`].
    ///
    /// # Errors
    /// Returns a [`SearchStop`] if the search must end.
    fn node(
        self,
        search: &mut MidgameSearch<'_, E>,
        position: Position,
        view: &E::View,
        depth: u32,
        window: (i32, i32),
    ) -> Result<i32, SearchStop>;
}

impl<E: MoveByMoveEvaluator> MidgameKernels<E> for Portable {
    fn node(
        self,
        search: &mut MidgameSearch<'_, E>,
        position: Position,
        view: &E::View,
        depth: u32,
        window: (i32, i32),
    ) -> Result<i32, SearchStop> {
        search.search_node(self, position, view, depth, window)
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
impl<E: MoveByMoveEvaluator> MidgameKernels<E> for Avx2 {
    #[inline(always)]
    fn node(
        self,
        search: &mut MidgameSearch<'_, E>,
        position: Position,
        view: &E::View,
        depth: u32,
        window: (i32, i32),
    ) -> Result<i32, SearchStop> {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<E: MoveByMoveEvaluator>(
            isa: Avx2,
            search: &mut MidgameSearch<'_, E>,
            position: Position,
            view: &E::View,
            depth: u32,
            window: (i32, i32),
        ) -> Result<i32, SearchStop> {
            search.search_node(isa, position, view, depth, window)
        }
        // SAFETY: an `Avx2` exists only on a processor with these extensions.
        unsafe { compiled(self, search, position, view, depth, window) }
    }
}
