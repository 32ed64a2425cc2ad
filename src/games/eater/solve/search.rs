//! Backward induction over endings.

use super::{
    canon::{key_of_shape, plain_key},
    effort::Effort,
    ending::{Ending, Set, bits},
    gather::Gathered,
    matrix::Matrix,
    memo::Memo,
};
use crate::{games::eater::rules::EaterBoard, play::SearchStop};

/// Solves positions. What it keeps between two calls are values that it has found; at most 55 MB.
#[derive(Debug, Default)]
pub struct Solver {
    memo: Memo,
    /// Matrices that are not in use.
    spare: Vec<Matrix>,
}

impl Solver {
    /// Forgets what it has found.
    pub fn forget(&mut self) {
        self.memo.clear();
    }

    /// The Passer's chance of winning from this board with best play on both sides, exact up to
    /// rounding (far below 1e-9); nothing if the position is too large to be tried.
    ///
    /// # Errors
    /// [`SearchStop`] when the effort is spent.
    pub fn value(
        &mut self,
        board: &EaterBoard,
        effort: &mut Effort,
    ) -> Result<Option<f64>, SearchStop> {
        match Gathered::of(board, effort)? {
            Some(gathered) => self.ending_value(&gathered.ending, effort).map(Some),
            None => Ok(None),
        }
    }

    /// The Passer's chance of winning from this ending.
    ///
    /// # Errors
    /// [`SearchStop`] when the effort is spent.
    pub fn ending_value(
        &mut self,
        ending: &Ending,
        effort: &mut Effort,
    ) -> Result<f64, SearchStop> {
        if let Some(decided) = ending.decided() {
            return Ok(decided);
        }
        if ending.necks() != 0 {
            return Ok(0.0);
        }
        let plain = plain_key(ending);
        if let Some(value) = self.memo.get_recent(plain) {
            return Ok(value);
        }
        let key = key_of_shape(ending);
        let value = match self.memo.get(key) {
            Some(value) => value,
            None => {
                effort.tick()?;
                let mut matrix = self.spare.pop().unwrap_or_default();
                self.fill(&mut matrix, ending, effort)?;
                let value = matrix.value();
                self.spare.push(matrix);
                self.memo.put(key, value);
                value
            }
        };
        self.memo.put_recent(plain, value);
        Ok(value)
    }

    /// Makes `matrix` the game of an open ending: the Passer chooses the row, the Eater the column,
    /// both among the ending's choices in order. Returns the choices.
    ///
    /// # Errors
    /// [`SearchStop`] when the effort is spent.
    pub fn fill(
        &mut self,
        matrix: &mut Matrix,
        ending: &Ending,
        effort: &mut Effort,
    ) -> Result<Set, SearchStop> {
        let choices = ending.choices();
        let count = choices.count_ones() as usize;
        let wins = ending.wins();
        matrix.reset(count, count);
        for (col, eaten) in bits(choices).enumerate() {
            effort.look()?;
            let left = ending.eaten(eaten);
            let (live, necks) = (left.cells(), left.necks());
            let untouched = self.ending_value(&left, effort)?;
            for (row, passed) in bits(choices).enumerate() {
                let bit: Set = 1 << passed;
                let payoff = match () {
                    // In a clash, and with a cell that has just died, the Passer gains nothing.
                    () if passed == eaten || live & bit == 0 => untouched,
                    () if wins & bit != 0 => 1.0,
                    () if necks & !bit != 0 => 0.0,
                    () => self.ending_value(&left.passed(passed), effort)?,
                };
                matrix.set(row, col, payoff);
            }
        }
        Ok(choices)
    }
}
