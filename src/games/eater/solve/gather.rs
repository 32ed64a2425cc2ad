//! From a board to its ending: gathers the smallest sets with which each cell is reached from the
//! top, row by row.

use super::{
    effort::Effort,
    ending::{Ending, MOST_CELLS, Set, smallest},
};
use crate::{
    games::eater::rules::{Cell, Cells, EaterBoard},
    play::SearchStop,
};

/// The most sets with which a cell is reached; with more, no position can be solved in reasonable
/// time.
const MOST_SETS: usize = 1500;

/// A board's ending, and the cells for which its bits stand.
#[derive(Clone, Debug)]
pub struct Gathered {
    pub ending: Ending,
    pub cells: Vec<Cell>,
}

impl Gathered {
    /// What is left on a board; nothing if that are too many cells or sets for an ending.
    ///
    /// # Errors
    /// [`SearchStop`] when the effort is spent.
    pub fn of(board: &EaterBoard, effort: &Effort) -> Result<Option<Self>, SearchStop> {
        let live = board.live();
        let cells: Vec<Cell> = live.clone().and(&board.free()).iter().collect();
        if cells.len() > MOST_CELLS as usize {
            return Ok(None);
        }
        let mut above = vec![vec![0]; usize::from(board.size())];
        for row in 0..board.size() {
            let Some(reached) = reach_row(row, &above, &live, &cells, effort)? else {
                return Ok(None);
            };
            above = reached;
        }
        Ok(limited(above.concat()).map(|sets| Self { ending: Ending::new(sets), cells }))
    }
}

/// The sets that reach each cell of a row, from those of the row above.
fn reach_row(
    row: u16,
    above: &[Vec<Set>],
    live: &Cells,
    cells: &[Cell],
    effort: &Effort,
) -> Result<Option<Vec<Vec<Set>>>, SearchStop> {
    let columns = above.len();
    let mut reached = vec![Vec::new(); columns];
    let from_left: Vec<usize> = (0..columns).collect();
    let from_right: Vec<usize> = (0..columns).rev().collect();
    for order in [from_left, from_right] {
        let mut beside = Vec::new();
        for col in order {
            effort.look()?;
            let cell =
                u16::try_from(col).map_or_else(|_| Cell::default(), |col| Cell::new(row, col));
            if !live.contains(cell) {
                beside = Vec::new();
                continue;
            }
            let own = cells.binary_search(&cell).map_or(0, |bit| 1 << bit);
            let entries = above[col.saturating_sub(1)..columns.min(col + 2)].iter().flatten();
            let Some(sets) = limited(entries.chain(&beside).map(|set| set | own).collect()) else {
                return Ok(None);
            };
            reached[col].extend(&sets);
            beside = sets;
        }
    }
    Ok(reached.into_iter().map(limited).collect())
}

/// The smallest of these sets, unless they are too many.
fn limited(sets: Vec<Set>) -> Option<Vec<Set>> {
    let sets = smallest(sets);
    (sets.len() <= MOST_SETS).then_some(sets)
}
