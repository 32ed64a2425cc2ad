//! Backward induction over reduced positions.

use std::io::{self, Read, Write};

use super::{
    MixedStrategy, PositionAnalysis,
    budget::SolveBudget,
    canonical::{PositionKey, canonical_key, labelled_key},
    double_oracle::{OracleGame, value_bounds},
    opening_values::{self, OPENING_SIZE, OpeningCollection, OpeningValue},
    reduced_position::{ReducedPosition, Reduction},
    value_cache::ValueCache,
};
use crate::{
    eater::model::{Cell, EaterBoard},
    play::SearchStop,
};

/// Solves positions, and caches their values in at most 55 MB, or in the memory of
/// [`Self::with_memory`].
#[derive(Debug, Default)]
pub struct Solver {
    cache: ValueCache,
    uses_openings: bool,
}

impl Solver {
    /// Returns a solver with a cache of at most about this many bytes.
    pub fn with_memory(bytes: usize) -> Self {
        Self { cache: ValueCache::with_memory(bytes), uses_openings: false }
    }

    /// Lets the solver use the built-in openings of 5 x 5, whose values have 31 binary digits.
    #[must_use]
    pub fn with_openings(self) -> Self {
        Self { uses_openings: true, ..self }
    }

    /// Whether this board can be analysed from the openings, without searching deeper.
    ///
    /// # Errors
    /// Returns [`SearchStop`] if the budget is spent or the search was cancelled.
    pub fn knows_opening(
        &self,
        board: &EaterBoard,
        budget: &SolveBudget,
    ) -> Result<bool, SearchStop> {
        if !self.uses_openings || board.size() != OPENING_SIZE {
            return Ok(false);
        }
        let Some(Reduction { position, .. }) = Reduction::of(board, budget)? else {
            return Ok(false);
        };
        Ok(opening_values::may_contain(&position)
            && opening_values::find(canonical_key(&position))
                .is_some_and(OpeningValue::has_strategies))
    }

    /// Writes the openings of 5 x 5 and returns their number. They are the values from which the
    /// strategies of the first `rounds` rounds can be found, in all positions that the
    /// double-oracle method considers.
    ///
    /// # Errors
    /// Returns an error if the search was stopped or the values can't be written.
    pub fn write_openings(
        &mut self,
        rounds: u32,
        budget: &mut SolveBudget,
        writer: &mut dyn Write,
    ) -> Result<usize, OpeningsError> {
        let mut openings = OpeningCollection::default();
        let board = EaterBoard::empty(OPENING_SIZE);
        let mut positions: Vec<ReducedPosition> = Reduction::of(&board, budget)?
            .into_iter()
            .map(|reduction| reduction.position)
            .collect();
        for _ in 0..rounds {
            for position in positions {
                let game = OracleGame::new(&position);
                let (value, strategies) = game.solve(|after| {
                    let value = self.position_value(after, budget)?;
                    Ok::<f64, SearchStop>(openings.add(after, canonical_key(after), value))
                })?;
                openings.mark_solved(&position, value, &strategies);
            }
            positions = openings.take_next();
        }
        openings.write(writer)?;
        Ok(openings.len())
    }

    /// Drops all cached values.
    pub fn clear_cache(&mut self) {
        self.cache.clear();
    }

    /// Writes the cached values, for [`Self::read_values`].
    ///
    /// # Errors
    /// Returns an error if the values can't be written.
    pub fn write_values(&self, writer: &mut dyn Write) -> io::Result<()> {
        self.cache.write(writer)
    }

    /// Reads values of [`Self::write_values`] and returns their number.
    ///
    /// # Errors
    /// Returns an error if they can't be read or are malformed.
    pub fn read_values(&mut self, reader: &mut dyn Read) -> io::Result<u64> {
        self.cache.read(reader)
    }

    /// Returns the Passer's chance of winning from this board with best play by both sides, exact
    /// up to rounding (far below 1e-9), or `None` if the position is too large to be solved.
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
    /// The strategies on a symmetric board are symmetric. In a decided position both sides choose
    /// any empty cell; on a full board there are no choices.
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
                let value = match self.opening(position, key) {
                    Some(opening) => opening.value(),
                    None => {
                        budget.count_position()?;
                        let game = OracleGame::new(position);
                        game.solve(|after| self.position_value(after, budget))?.0
                    }
                };
                self.cache.insert(key, value);
                value
            }
        };
        self.cache.insert_recent(labelled_key, value);
        Ok(value)
    }

    fn opening(&self, position: &ReducedPosition, key: PositionKey) -> Option<OpeningValue> {
        if !self.uses_openings || !opening_values::may_contain(position) {
            return None;
        }
        opening_values::find(key)
    }
}

/// Weights up to this are rounding errors.
const NEGLIGIBLE_WEIGHT: f64 = 1e-12;

/// The strategy with these weights, averaged over the symmetries of the board. On a symmetric
/// board, the mirror images of an optimal strategy are optimal, too, and so is their average.
fn symmetric_strategy(
    board: &EaterBoard,
    weights: impl Iterator<Item = (Cell, f64)>,
) -> MixedStrategy {
    let images =
        weights.flat_map(|(cell, weight)| images(board, cell).map(move |image| (image, weight)));
    MixedStrategy::from_weights(images, NEGLIGIBLE_WEIGHT)
}

/// The images of a cell under the symmetries of the board, including the identity. If images
/// coincide, each occurs equally often.
fn images(board: &EaterBoard, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
    let last = board.size() - 1;
    let images = [
        cell,
        Cell::new(cell.row, last - cell.col),
        Cell::new(last - cell.row, cell.col),
        Cell::new(last - cell.row, last - cell.col),
    ];
    let upside_down = board.upside_down();
    let is_symmetry =
        [true, *board == board.mirrored(), *board == upside_down, *board == upside_down.mirrored()];
    images
        .into_iter()
        .zip(is_symmetry)
        .filter(|&(_, is_symmetry)| is_symmetry)
        .map(|(cell, _)| cell)
}

/// Why the openings were not written.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The search was stopped.
    #[error("The search stopped before it had all values. Start again with the same file.")]
    Stopped(SearchStop),
    /// The file can't be written.
    #[error("Can't write the values: {0}")]
    Write(#[from] io::Error),
}

impl From<SearchStop> for OpeningsError {
    fn from(stop: SearchStop) -> Self {
        Self::Stopped(stop)
    }
}
