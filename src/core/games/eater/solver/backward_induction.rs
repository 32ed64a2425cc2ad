//! Backward induction over reduced positions.

use std::io::{self, Read, Write};

use super::{
    PositionAnalysis,
    analysis::symmetric_strategy,
    budget::SolveBudget,
    canonical::{canonical_key, labelled_key},
    double_oracle::{OracleGame, value_bounds},
    reduced_position::ReducedPosition,
    reduction::Reduction,
    value_cache::ValueCache,
};
use crate::{
    games::eater::rules::{Cell, EaterBoard},
    play::SearchStop,
};

/// Solves positions. Keeps the values that it has found for the next call, in at most 55 MB or
/// what [`Self::with_memory`] was given.
#[derive(Debug, Default)]
pub struct Solver {
    cache: ValueCache,
}

impl Solver {
    /// Returns a solver that keeps values in about this many bytes at most.
    pub fn with_memory(bytes: usize) -> Self {
        Self { cache: ValueCache::with_memory(bytes) }
    }

    /// Forgets all values that it has found.
    pub fn forget(&mut self) {
        self.cache.clear();
    }

    /// Writes the values that it has found, for [`Self::read_values`].
    ///
    /// # Errors
    /// Returns an error if the values can't be written.
    pub fn write_values(&self, writer: &mut dyn Write) -> io::Result<()> {
        self.cache.write(writer)
    }

    /// Reads values that [`Self::write_values`] has written, and returns their number.
    ///
    /// # Errors
    /// Returns an error if they can't be read, or are something else.
    pub fn read_values(&mut self, reader: &mut dyn Read) -> io::Result<u64> {
        self.cache.read(reader)
    }

    /// Returns the Passer's chance of winning from this board with best play by both sides, exact
    /// up to rounding (far below 1e-9). Returns `None` if the position is too large to be solved.
    ///
    /// # Errors
    /// Returns [`SearchStop`] if the budget is spent or the search was cancelled.
    pub fn value(
        &mut self,
        board: &EaterBoard,
        budget: &mut SolveBudget,
    ) -> Result<Option<f64>, SearchStop> {
        match Reduction::of(board, budget)? {
            Some(reduction) => self.position_value(&reduction.position, budget).map(Some),
            None => Ok(None),
        }
    }

    /// Returns an equilibrium of a position, or `None` if the position is too large to be solved.
    ///
    /// If the board is symmetric (left to right, or top to bottom), so are the strategies. In a
    /// decided position both sides choose any empty cell; on a full board there are no choices.
    ///
    /// # Errors
    /// Returns [`SearchStop`] if the budget is spent or the search was cancelled.
    pub fn analyse(
        &mut self,
        board: &EaterBoard,
        budget: &mut SolveBudget,
    ) -> Result<Option<PositionAnalysis>, SearchStop> {
        let Some(Reduction { position, cells }) = Reduction::of(board, budget)? else {
            return Ok(None);
        };
        if let Some(value) = position.decided_value() {
            let empty_cells: Vec<Cell> = board.empty_cells().iter().collect();
            return Ok(Some(PositionAnalysis::indifferent(&empty_cells, value, true)));
        }
        let game = OracleGame::new(&position);
        let (value, strategies) = game.solve(|after| self.position_value(after, budget))?;
        let [passer, eater] = strategies.map(|weights| {
            let chosen = weights.into_iter().map(|(bit, share)| (cells[bit as usize], share));
            symmetric_strategy(board, chosen)
        });
        Ok(Some(PositionAnalysis { passer, eater, value, exact: true }))
    }

    /// Returns the Passer's chance of winning from a reduced position.
    fn position_value(
        &mut self,
        position: &ReducedPosition,
        budget: &mut SolveBudget,
    ) -> Result<f64, SearchStop> {
        let (lower, upper) = value_bounds(position);
        if lower >= upper {
            return Ok(lower);
        }
        let labelled_key = labelled_key(position);
        if let Some(value) = self.cache.get_recent(labelled_key) {
            return Ok(value);
        }
        let key = canonical_key(position);
        let value = match self.cache.get(key) {
            Some(value) => value,
            None => {
                budget.count_position()?;
                let game = OracleGame::new(position);
                let (value, _) = game.solve(|after| self.position_value(after, budget))?;
                self.cache.insert(key, value);
                value
            }
        };
        self.cache.insert_recent(labelled_key, value);
        Ok(value)
    }
}
