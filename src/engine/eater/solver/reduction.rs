//! Reduces a board to its minimal winning sets, row by row from the top.

use super::{
    budget::SolveBudget,
    reduced_position::{CellBits, MAX_CELLS, ReducedPosition, minimal_sets},
};
use crate::{
    eater::model::{Cell, CellSet, EaterBoard},
    play::SearchStop,
};

/// The largest number of sets with which a cell is reached. Positions with more sets cannot be
/// solved in reasonable time.
const MAX_SETS: usize = 1500;

/// A board's reduced position.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// The position.
    pub position: ReducedPosition,
    /// The cells of the board by their bit in the position.
    pub cells: Vec<Cell>,
}

impl Reduction {
    /// Reduces a board. Returns `None` if it has too many live cells or winning sets.
    ///
    /// # Errors
    /// Returns [`SearchStop`] if the budget is spent or the search was cancelled.
    pub fn of(board: &EaterBoard, budget: &SolveBudget) -> Result<Option<Self>, SearchStop> {
        let live = board.live_cells();
        let cells: Vec<Cell> = live.clone().intersection(&board.empty_cells()).iter().collect();
        if cells.len() > MAX_CELLS as usize {
            return Ok(None);
        }
        let mut above = vec![vec![0]; usize::from(board.size())];
        for row in 0..board.size() {
            let Some(reached) = reach_row(row, &above, &live, &cells, budget)? else {
                return Ok(None);
            };
            above = reached;
        }
        let sets = limited_minimal_sets(above.concat());
        Ok(sets.map(|sets| Self { position: ReducedPosition::new(sets), cells }))
    }
}

/// Returns the minimal sets with which each cell of a row is reached from the top, given those of
/// the row above. Returns `None` if there are too many.
fn reach_row(
    row: u16,
    above: &[Vec<CellBits>],
    live: &CellSet,
    cells: &[Cell],
    budget: &SolveBudget,
) -> Result<Option<Vec<Vec<CellBits>>>, SearchStop> {
    let columns = above.len();
    let mut reached = vec![Vec::new(); columns];
    let rightwards: Vec<usize> = (0..columns).collect();
    let leftwards: Vec<usize> = (0..columns).rev().collect();
    for order in [rightwards, leftwards] {
        let mut previous = Vec::new();
        for col in order {
            budget.check()?;
            let cell =
                u16::try_from(col).map_or_else(|_| Cell::default(), |col| Cell::new(row, col));
            if !live.contains(cell) {
                previous = Vec::new();
                continue;
            }
            let own = cells.binary_search(&cell).map_or(0, |bit| 1 << bit);
            let entries = above[col.saturating_sub(1)..columns.min(col + 2)].iter().flatten();
            let sets = entries.chain(&previous).map(|set| set | own).collect();
            let Some(sets) = limited_minimal_sets(sets) else { return Ok(None) };
            reached[col].extend(&sets);
            previous = sets;
        }
    }
    Ok(reached.into_iter().map(limited_minimal_sets).collect())
}

/// Returns the minimal ones of these sets, or `None` if there are more than [`MAX_SETS`].
fn limited_minimal_sets(sets: Vec<CellBits>) -> Option<Vec<CellBits>> {
    let sets = minimal_sets(sets);
    (sets.len() <= MAX_SETS).then_some(sets)
}
