//! Positions as minimal winning sets, and the reduction of a board row by row from the top.

use super::budget::SolveBudget;
use crate::{
    eater::model::{Cell, CellSet, EaterBoard},
    play::SearchStop,
};

/// A set of the empty cells of a [`ReducedPosition`], one bit per cell.
pub type CellBits = u32;

pub const MAX_CELLS: u32 = CellBits::BITS;

/// A position as its minimal winning sets: sets of empty cells that complete a path once the Passer
/// has marked all of them.
///
/// No set contains another one. If there is no set, the Eater has won; if there is only the empty
/// set, the Passer has won.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReducedPosition {
    winning_sets: Vec<CellBits>,
}

impl ReducedPosition {
    /// Creates a position from winning sets, which need not be minimal.
    pub fn new(winning_sets: Vec<CellBits>) -> Self {
        Self { winning_sets: minimal_sets(winning_sets) }
    }

    /// The minimal winning sets, in no particular order.
    pub fn winning_sets(&self) -> &[CellBits] {
        &self.winning_sets
    }

    /// The value of a decided position: 1 if the Passer has won, 0 if the Eater has won.
    pub fn decided_value(&self) -> Option<f64> {
        match self.winning_sets.first() {
            None => Some(0.0),
            Some(0) => Some(1.0),
            Some(_) => None,
        }
    }

    /// The live cells: those in at least one winning set.
    pub fn live_cells(&self) -> CellBits {
        self.winning_sets.iter().fold(0, |all, set| all | set)
    }

    /// The cut cells: those in all winning sets. Without a set, all bits are set.
    pub fn cut_cells(&self) -> CellBits {
        self.winning_sets.iter().fold(CellBits::MAX, |all, set| all & set)
    }

    /// The cells that complete a path alone.
    pub fn winning_cells(&self) -> CellBits {
        self.winning_sets.iter().filter(|set| set.is_power_of_two()).fold(0, |all, set| all | set)
    }

    /// The position after the Eater gets a cell.
    pub fn after_eater(&self, cell: u32) -> Self {
        let without_cell = |&set: &CellBits| set >> cell & 1 == 0;
        Self { winning_sets: self.winning_sets.iter().copied().filter(without_cell).collect() }
    }

    /// The position after the Passer gets a cell.
    pub fn after_passer(&self, cell: u32) -> Self {
        let bit = 1 << cell;
        let mut sets: Vec<CellBits> =
            self.winning_sets.iter().filter(|&set| set & bit != 0).map(|set| set ^ bit).collect();
        let shortened = sets.len();
        // The sets stay minimal, except that a shortened one may be contained in an unchanged one.
        for &set in self.winning_sets.iter().filter(|&set| set & bit == 0) {
            if !sets[..shortened].iter().any(|short| short & !set == 0) {
                sets.push(set);
            }
        }
        Self { winning_sets: sets }
    }

    /// The cells that both sides need to consider; see [the proof](super). A cell is dominated by
    /// another one that is in all its sets. Of cells that are always together, only the first is
    /// kept.
    pub fn undominated_cells(&self) -> CellBits {
        // For each cell, the cells that are in all its sets.
        let mut companions = [CellBits::MAX; MAX_CELLS as usize];
        for &set in &self.winning_sets {
            for cell in bit_indices(set) {
                companions[cell as usize] &= set;
            }
        }
        let is_dominated = |cell: u32| {
            let mut others = bit_indices(companions[cell as usize] & !(1 << cell));
            others.any(|other| other < cell || companions[other as usize] >> cell & 1 == 0)
        };
        bit_indices(self.live_cells())
            .filter(|&cell| !is_dominated(cell))
            .fold(0, |kept, cell| kept | 1 << cell)
    }
}

/// The indices of the set bits, lowest first.
pub fn bit_indices(mut set: CellBits) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let index = set.trailing_zeros();
            set &= set - 1;
            index
        })
    })
}

/// The sets that contain no other one, smallest first.
fn minimal_sets(mut sets: Vec<CellBits>) -> Vec<CellBits> {
    sets.sort_unstable_by_key(|&set| (set.count_ones(), set));
    sets.dedup();
    let mut minimal: Vec<CellBits> = Vec::with_capacity(sets.len());
    for set in sets {
        if !minimal.iter().any(|small| small & !set == 0) {
            minimal.push(set);
        }
    }
    minimal
}

/// Maximum number of sets that reach a cell. With more, solving takes too long.
const MAX_SETS: usize = 1500;

/// A board as a reduced position.
#[derive(Clone, Debug)]
pub struct Reduction {
    pub position: ReducedPosition,
    /// The cell of the board for each bit of the position.
    pub cells: Vec<Cell>,
}

impl Reduction {
    /// Reduces a board. Returns `None` if it has too many live cells or winning sets.
    pub fn of(board: &EaterBoard, budget: &SolveBudget) -> Result<Option<Self>, SearchStop> {
        let live = board.live_cells();
        let cells: Vec<Cell> = live.clone().intersection(&board.empty_cells()).iter().collect();
        if cells.len() > MAX_CELLS as usize {
            return Ok(None);
        }
        let mut above = vec![vec![0]; usize::from(board.size())];
        for row in 0..board.size() {
            let Some(sets) = sets_reaching_row(row, &above, &live, &cells, budget)? else {
                return Ok(None);
            };
            above = sets;
        }
        let sets = minimal_sets_if_few(above.concat());
        Ok(sets.map(|sets| Self { position: ReducedPosition::new(sets), cells }))
    }
}

/// The minimal sets that reach each cell of a row from the top, given the sets that reach each cell
/// of the row above. `None` if there are too many.
fn sets_reaching_row(
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
        // The sets that reach the previous cell of the row.
        let mut beside = Vec::new();
        for col in order {
            budget.check()?;
            let cell =
                u16::try_from(col).map_or_else(|_| Cell::default(), |col| Cell::new(row, col));
            if !live.contains(cell) {
                beside = Vec::new();
                continue;
            }
            let own = cells.binary_search(&cell).map_or(0, |bit| 1 << bit);
            let entries = above[col.saturating_sub(1)..columns.min(col + 2)].iter().flatten();
            let sets = entries.chain(&beside).map(|set| set | own).collect();
            let Some(sets) = minimal_sets_if_few(sets) else { return Ok(None) };
            reached[col].extend(&sets);
            beside = sets;
        }
    }
    Ok(reached.into_iter().map(minimal_sets_if_few).collect())
}

/// The minimal ones of these sets, or `None` if there are too many.
fn minimal_sets_if_few(sets: Vec<CellBits>) -> Option<Vec<CellBits>> {
    let sets = minimal_sets(sets);
    (sets.len() <= MAX_SETS).then_some(sets)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted_sets(position: &ReducedPosition) -> Vec<CellBits> {
        let mut sets = position.winning_sets().to_vec();
        sets.sort_unstable();
        sets
    }

    #[test]
    fn sets_that_contain_another_set_are_dropped() {
        assert_eq!(minimal_sets(vec![0b111, 0b101, 0b110, 0b101, 0b1000]), [0b1000, 0b101, 0b110]);
        assert_eq!(minimal_sets(vec![0b1, 0]), [0]);
    }

    #[test]
    fn the_passer_shortens_sets_and_the_eater_removes_sets() {
        let position = ReducedPosition::new(vec![0b0011, 0b0110, 0b1010, 0b1100]);
        let (passed, eaten) = (position.after_passer(1), position.after_eater(1));
        assert_eq!(sorted_sets(&passed), [0b0001, 0b0100, 0b1000]);
        assert_eq!(sorted_sets(&eaten), [0b1100]);
        assert_eq!(passed.winning_cells(), 0b1101);
        assert_eq!(eaten.cut_cells(), 0b1100);
        assert_eq!(eaten.after_eater(2).decided_value(), Some(0.0));
        assert_eq!(passed.after_passer(0).decided_value(), Some(1.0));
        assert_eq!(passed.after_passer(0).winning_sets(), [0], "all sets contain the empty set");
        assert_eq!(position.decided_value(), None);
    }

    #[test]
    fn cells_are_dominated_by_cells_that_are_in_all_their_sets() {
        // Cell 1 is needed only together with 0, 5 only with 2, and 2 and 3 always together.
        assert_eq!(
            ReducedPosition::new(vec![0b00_0011, 0b01_0001, 0b01_1100, 0b10_1100])
                .undominated_cells(),
            0b01_0101
        );
        // In a ring, no cell is dominated.
        assert_eq!(
            ReducedPosition::new(vec![0b0011, 0b0110, 0b1100, 0b1001]).undominated_cells(),
            0b1111
        );
    }
}
