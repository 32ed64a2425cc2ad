//! The endgame solver: the exact score with best play to the end of the game. Scores are in tiles.
//!
//! | file | what it searches | empty squares |
//! |---|---|---|
//! | `pvs`, `move_ordering` | any window, with the shared transposition table | 11 or more |
//! | `null_window`, `local_table` | null windows, with a table for each thread | 6 to 10 |
//! | `last_moves` | null windows, without a table | 1 to 5 |
//!
//! Positions with many empty squares are first searched selectively, with multi-ProbCut. The
//! transposition table then has good moves to begin the exact search with.
//!
//! `young_brothers_wait` distributes a search over several threads.
//!
//! Nearly all the time is spent where few squares are empty, and on ordering moves. Therefore
//! `null_window`, `last_moves` and `move_ordering` are compiled once for each instruction set, like
//! the midgame search. The scores and the numbers of nodes are the same for all of them.

#![allow(clippy::inline_always)] // inlined into code compiled for one instruction set

mod last_moves;
mod local_table;
mod move_ordering;
mod null_window;
mod pvs;
mod young_brothers_wait;

use std::thread;

use last_moves::LastMoves;
use move_ordering::OrderingKernels;
use null_window::{NullWindowKernels, NullWindowSearch};
use pvs::{MIN_SPLIT_EMPTIES, PvSearch};
use young_brothers_wait::SplitPointPool;

#[cfg(target_arch = "x86_64")]
use super::super::instruction_set::Avx2;
use super::{
    super::{
        evaluation::IncrementalEvaluator,
        geometry::BoardGeometry,
        instruction_set::Portable,
        node_counter::NodeCounter,
        transposition_table::{Entry, TranspositionTable},
    },
    MidgameSearch,
};
use crate::{flip::model::bitboard::Position, play::SearchStop};
pub use local_table::LocalTable;

/// A value above all scores, in tiles.
pub const INFINITY: i32 = 100;

/// A solver of positions on boards of one size.
pub struct EndgameSolver<'a, E> {
    /// The board.
    pub geometry: &'a BoardGeometry,
    /// Orders the moves of positions with many empty squares.
    pub evaluator: &'a E,
    /// The transposition table for positions with many empty squares. Scores are stored in
    /// hundredths of a tile, with the number of empty squares as the depth.
    pub table: &'a TranspositionTable,
    /// The table for positions with few empty squares.
    pub local_table: &'a mut LocalTable,
    /// Counts nodes.
    pub counter: &'a mut NodeCounter,
    /// The number of threads.
    pub threads: usize,
}

impl<E: IncrementalEvaluator> EndgameSolver<'_, E> {
    /// Returns the score of the side to move with best play ([`BoardGeometry::final_score`]): exact
    /// between `alpha` and `beta`, a bound outside.
    ///
    /// # Errors
    /// Returns a [`SearchStop`] if the search must end.
    pub fn solve(&mut self, position: Position, alpha: i32, beta: i32) -> Result<i32, SearchStop> {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            return self.solve_with(avx2, position, alpha, beta);
        }
        self.solve_with(Portable, position, alpha, beta)
    }

    fn solve_with<I: NullWindowKernels + OrderingKernels>(
        &mut self,
        isa: I,
        position: Position,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, SearchStop> {
        let Self { geometry, evaluator, table, threads, .. } = *self;
        let (local_table, counter) = (&mut *self.local_table, &mut *self.counter);
        let search = |local_table, counter, pool| {
            let last_moves = LastMoves { geometry, nodes: 0 };
            PvSearch {
                isa,
                geometry,
                evaluator,
                table,
                null_window: NullWindowSearch { last_moves, local_table, counter },
                pool,
                split_point: None,
                selectivity: 0,
            }
        };
        // One thread searches positions that are too small to split.
        if threads < 2 || geometry.empty(position).count_ones() < MIN_SPLIT_EMPTIES {
            return search(local_table, counter, None).search_root(position, alpha, beta);
        }
        let pool = SplitPointPool::default();
        let mut helpers: Vec<_> =
            (1..threads).map(|_| (LocalTable::new(), counter.for_helper())).collect();
        let score = thread::scope(|scope| {
            let _shutdown = pool.shutdown_guard();
            for (local_table, counter) in &mut helpers {
                // If a thread can't start, the others search alone.
                let _ = thread::Builder::new()
                    .spawn_scoped(scope, || search(local_table, counter, Some(&pool)).help(&pool));
            }
            search(local_table, counter, Some(&pool)).search_root(position, alpha, beta)
        })?;
        for (_, helper) in helpers {
            counter.add_helper(&helper);
        }
        Ok(score)
    }
}

/// Runs a midgame search with the tables and the selectivity of an endgame search. The window and
/// the score are in hundredths of a tile.
fn search_midgame<I, E: IncrementalEvaluator>(
    search: &mut PvSearch<'_, I, E>,
    position: Position,
    depth: u32,
    alpha: i32,
    beta: i32,
) -> Result<i32, SearchStop> {
    let mut midgame = MidgameSearch {
        evaluator: search.evaluator,
        geometry: search.geometry,
        table: search.table,
        local_table: &mut *search.null_window.local_table,
        counter: &mut *search.null_window.counter,
        selectivity: search.selectivity,
    };
    midgame.search(position, depth, alpha, beta)
}

/// Returns the bounds of the score that a table entry gives for a position with `empties` empty
/// squares, if its search was at most this selective. Scores are whole tiles, so the lower
/// bound is rounded up and the upper one down.
#[inline]
pub fn score_bounds(entry: Entry, empties: u32, selectivity: u8) -> (i32, i32) {
    if entry.suffices(empties, selectivity) {
        (-(-i32::from(entry.lower)).div_euclid(100), i32::from(entry.upper).div_euclid(100))
    } else {
        (-INFINITY, INFINITY)
    }
}

#[cfg(test)]
mod tests;
