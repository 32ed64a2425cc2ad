//! Helper threads for iterative deepening (Lazy SMP): they run the same searches as the main
//! thread, every second one a ply ahead. What they find reaches the main thread through the
//! transposition table, and each thread leaves to the others what they are searching
//! ([`BusyPositions`](crate::flip::search::busy_positions::BusyPositions)).
//!
//! Their results depend on timing, so they only help searches within a time.

use std::{panic::resume_unwind, thread};

use super::{Iteration, RootSearch};
use crate::{
    flip::search::{endgame::LocalTable, node_counter::NodeCounter},
    play::CancelToken,
};

/// Stops the helpers when dropped, even by a panic.
struct StopGuard(CancelToken);

impl Drop for StopGuard {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl<'a> RootSearch<'a> {
    /// Runs `search`, the searches of `iterations`, while helper threads run them as well.
    pub fn with_helpers<T>(
        &mut self,
        iterations: &[Iteration],
        search: impl FnOnce(&mut Self) -> T,
    ) -> T {
        // Only searches within a time share their table.
        let is_shared = self.table.busy_positions().is_some();
        let threads = if is_shared { self.limits.threads } else { 1 };
        thread::scope(|scope| {
            let guard = StopGuard(CancelToken::default());
            let helpers: Vec<_> = (1..threads)
                .filter_map(|number| {
                    let help = self.helper(number, iterations, guard.0.clone());
                    // Without a thread there is less help.
                    thread::Builder::new().spawn_scoped(scope, help).ok()
                })
                .collect();
            let result = search(self);
            drop(guard);
            for helper in helpers {
                match helper.join() {
                    Ok(counter) => self.counter.include(&counter),
                    Err(panic) => resume_unwind(panic),
                }
            }
            result
        })
    }

    /// Returns the work of the helper with this number, counted from 1. It ends with its counter of
    /// nodes when `stop` says so.
    fn helper<'h>(
        &self,
        number: usize,
        iterations: &'h [Iteration],
        stop: CancelToken,
    ) -> impl FnOnce() -> NodeCounter + Send + use<'a, 'h> {
        let Self { position, board, table, limits, expected_nodes, .. } = *self;
        let (moves, counter) = (self.moves.clone(), self.counter.until(stop));
        move || {
            let local_table = &mut LocalTable::new();
            let pace = None;
            let mut search = RootSearch {
                moves,
                position,
                board,
                table,
                local_table,
                counter,
                limits,
                expected_nodes,
                pace,
            };
            search.search_ahead(iterations.get(number % 2..).unwrap_or_default());
            search.counter
        }
    }

    /// Runs these searches until it is stopped.
    fn search_ahead(&mut self, iterations: &[Iteration]) {
        let mut scores = [0; 2];
        for iteration in iterations {
            let Iteration::Search { depth, selectivity } = *iteration else { return };
            let last = &mut scores[depth as usize % 2];
            match self.search(depth, selectivity, *last) {
                Ok(score) => *last = score,
                Err(_) => return,
            }
        }
    }
}
