//! The end of a game up to 8 x 8, played out exactly.
//!
//! | file | what it searches | empty cells |
//! |---|---|---|
//! | `deep` | any window, moves ordered by a judgement of where they lead | from 13 on |
//! | `close` | null windows, moves ordered by the replies they leave, a table of positions | 7 to 12 |
//! | `leaves` | null windows, moves ordered by parity | 1 to 6 |
//!
//! Nearly all the time goes where few cells are empty, so `close` and `leaves` are written for any [`Processor`] and made
//! for each of them. All answers are the same on each.

#![allow(clippy::inline_always)] // what is not inlined is not made for the processor

#[cfg(target_arch = "x86_64")]
mod avx2;
mod close;
mod deep;
mod last_flips;
mod leaves;
mod processor;
mod shape;
mod stable;

use close::Close;
use deep::Deep;
use leaves::Leaves;
use processor::{Portable, Processor};

use super::{counter::Counter, table::Table};
use crate::play::Halt;
pub use shape::Shape;

/// More than any score.
pub const INFINITE: i32 = 100;

/// Says what a position is worth for the side to move, in hundredths of a tile, without looking ahead.
pub trait Judge: Sync {
    /// The owner of `own` is to move.
    fn judge(&self, own: u64, opp: u64) -> i32;
}

/// A solver: what it works with.
pub struct Endgame<'a, J> {
    /// The board.
    pub shape: &'a Shape,
    /// Orders moves while many cells are empty.
    pub judge: &'a J,
    /// What it finds it keeps here: scores as hundredths of a tile, searched to as many plies as cells are empty.
    pub table: &'a Table,
    /// Counts positions, and says when to stop.
    pub counter: &'a mut Counter,
}

impl<J: Judge> Endgame<'_, J> {
    /// The score ([`Shape::final_score`]) that the owner of `own`, to move, reaches: exact between `alpha` and `beta`,
    /// a bound outside.
    ///
    /// # Errors
    /// [`Halt`] when the search must end before.
    pub fn solve(&mut self, own: u64, opp: u64, alpha: i32, beta: i32) -> Result<i32, Halt> {
        #[cfg(target_arch = "x86_64")]
        if let Some(processor) = processor::Avx2::found() {
            return self.solve_on(processor, own, opp, alpha, beta);
        }
        self.solve_on(Portable, own, opp, alpha, beta)
    }

    fn solve_on<P: Processor>(&mut self, p: P, own: u64, opp: u64, alpha: i32, beta: i32) -> Result<i32, Halt> {
        let leaves = Leaves { shape: self.shape, nodes: 0 };
        let close = Close { leaves, table: self.table, counter: self.counter };
        let mut deep = Deep { processor: p, judge: self.judge, close };
        let value = deep.search(own, opp, alpha, beta)?;
        deep.close.count(0)?;
        Ok(value)
    }
}

#[cfg(test)]
mod tests;
