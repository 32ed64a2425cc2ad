//! The end of a game up to 8 x 8, played out exactly.
//!
//! | file | what it searches | empty cells |
//! |---|---|---|
//! | `deep`, `ordering` | any window, moves ordered by a judgement of where they lead, the great table | from 13 on |
//! | `close`, `near` | null windows, moves ordered by the replies they leave, a table of the thread's own | 7 to 12 |
//! | `leaves` | null windows, moves ordered by parity | 1 to 6 |
//!
//! `shape` and `stable` know the board; `crew` and `shared` are for several threads.
//!
//! Nearly all the time goes where few cells are empty, so `close` and `leaves` are written for any
//! `Processor` and made for each of them. All answers are the same on each.

#![allow(clippy::inline_always)] // what is not inlined is not made for the processor

#[cfg(target_arch = "x86_64")]
mod avx2;
mod close;
mod crew;
mod deep;
mod last_flips;
mod leaves;
mod near;
mod ordering;
mod processor;
mod shape;
mod shared;
mod stable;

use std::thread;

use close::Close;
use crew::Crew;
use deep::Deep;
use leaves::Leaves;
use processor::{Portable, Processor};

use super::{counter::Counter, judge::Judge, table::Table};
use crate::play::SearchStop;
pub use near::NearTable;
pub use shape::Shape;

/// More than any score.
pub const INFINITE: i32 = 100;

/// A solver: what it works with.
pub struct Endgame<'a, J> {
    /// The board.
    pub shape: &'a Shape,
    /// Orders moves while many cells are empty.
    pub judge: &'a J,
    /// What it finds it keeps here: scores as hundredths of a tile, searched to as many plies as
    /// cells are empty.
    pub table: &'a Table,
    /// The same for positions near the end.
    pub near: &'a mut NearTable,
    /// Counts positions, and says when to stop.
    pub counter: &'a mut Counter,
    /// How many threads search.
    pub threads: usize,
}

impl<J: Judge> Endgame<'_, J> {
    /// The score ([`Shape::final_score`]) that the owner of `own`, to move, reaches: exact between
    /// `alpha` and `beta`, a bound outside.
    ///
    /// # Errors
    /// [`SearchStop`] when the search must end before.
    pub fn solve(&mut self, own: u64, opp: u64, alpha: i32, beta: i32) -> Result<i32, SearchStop> {
        #[cfg(target_arch = "x86_64")]
        if let Some(processor) = processor::Avx2::found() {
            return self.solve_on(processor, own, opp, alpha, beta);
        }
        self.solve_on(Portable, own, opp, alpha, beta)
    }

    fn solve_on<P: Processor>(
        &mut self,
        p: P,
        own: u64,
        opp: u64,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, SearchStop> {
        let Self { shape, judge, table, threads, .. } = *self;
        let (near, counter) = (&mut *self.near, &mut *self.counter);
        let searcher = |near, counter, crew| {
            let close = Close { leaves: Leaves { shape, nodes: 0 }, near, counter };
            Deep { processor: p, judge, table, close, crew, split: None }
        };
        if threads < 2 {
            return searcher(near, counter, None).search_all(own, opp, alpha, beta);
        }
        let crew = Crew::default();
        let mut helpers: Vec<_> =
            (1..threads).map(|_| (NearTable::new(), counter.another())).collect();
        let value = thread::scope(|scope| {
            for (near, counter) in &mut helpers {
                scope.spawn(|| searcher(near, counter, Some(&crew)).help(&crew));
            }
            let _closing = crew.closing();
            searcher(near, counter, Some(&crew)).search_all(own, opp, alpha, beta)
        })?;
        for (_, helped) in helpers {
            counter.include(&helped);
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests;
