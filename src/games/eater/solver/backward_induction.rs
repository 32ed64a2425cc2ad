//! Backward induction over reduced positions.

use super::{
    PositionAnalysis,
    analysis::symmetric_strategy,
    budget::SolveBudget,
    canonical::{canonical_key, labelled_key},
    matrix::PayoffMatrix,
    reduced_position::{CellBits, ReducedPosition, bit_indices},
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
    /// Matrices that are not in use, kept for their memory.
    spare_matrices: Vec<PayoffMatrix>,
}

impl Solver {
    /// Returns a solver that keeps values in about this many bytes at most.
    pub fn with_memory(bytes: usize) -> Self {
        Self { cache: ValueCache::with_memory(bytes), ..Self::default() }
    }

    /// Forgets all values that it has found.
    pub fn forget(&mut self) {
        self.cache.clear();
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
        let mut matrix = PayoffMatrix::default();
        let choices = self.fill_payoffs(&mut matrix, &position, budget)?;
        let solution = matrix.solve();
        let strategy = |probabilities: &[f64]| {
            let chosen = bit_indices(choices).map(|bit| cells[bit as usize]);
            symmetric_strategy(board, chosen.zip(probabilities.iter().copied()))
        };
        let (passer, eater) = (strategy(&solution.rows), strategy(&solution.cols));
        Ok(Some(PositionAnalysis { passer, eater, value: solution.value, exact: true }))
    }

    /// Returns the Passer's chance of winning from a reduced position.
    fn position_value(
        &mut self,
        position: &ReducedPosition,
        budget: &mut SolveBudget,
    ) -> Result<f64, SearchStop> {
        if let Some(value) = position.decided_value() {
            return Ok(value);
        }
        if position.cut_cells() != 0 {
            return Ok(0.0);
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
                let mut matrix = self.spare_matrices.pop().unwrap_or_default();
                self.fill_payoffs(&mut matrix, position, budget)?;
                let value = matrix.value();
                self.spare_matrices.push(matrix);
                self.cache.insert(key, value);
                value
            }
        };
        self.cache.insert_recent(labelled_key, value);
        Ok(value)
    }

    /// Fills `matrix` with the payoffs of an undecided position and returns its undominated cells.
    /// The Passer chooses the row and the Eater the column, both among these cells in order.
    fn fill_payoffs(
        &mut self,
        matrix: &mut PayoffMatrix,
        position: &ReducedPosition,
        budget: &mut SolveBudget,
    ) -> Result<CellBits, SearchStop> {
        let choices = position.undominated_cells();
        let count = choices.count_ones() as usize;
        let winning_cells = position.winning_cells();
        matrix.reset(count, count);
        for (col, eaten) in bit_indices(choices).enumerate() {
            budget.check()?;
            let after_eater = position.after_eater(eaten);
            let (live, cut_cells) = (after_eater.live_cells(), after_eater.cut_cells());
            let value_after_eater = self.position_value(&after_eater, budget)?;
            for (row, passed) in bit_indices(choices).enumerate() {
                let bit: CellBits = 1 << passed;
                let payoff = if passed == eaten || live & bit == 0 {
                    // After a clash, or on a cell that has just died, the Passer gains nothing.
                    value_after_eater
                } else if winning_cells & bit != 0 {
                    1.0
                } else if cut_cells & !bit != 0 {
                    0.0
                } else {
                    self.position_value(&after_eater.after_passer(passed), budget)?
                };
                matrix.set(row, col, payoff);
            }
        }
        Ok(choices)
    }
}
