//! The board of a game of Eater.

use std::{collections::VecDeque, fmt, str::FromStr};

use super::{
    Cell, CellSet, JointMove, Role,
    cell_set::columns,
    flood::{cells_on_paths, entered_from, flood},
};
use crate::play::ActionError;

/// The size of the smallest board.
pub const MIN_SIZE: u16 = 3;
/// The size of the largest board.
pub const MAX_SIZE: u16 = 50;

/// A board of m x m cells. Each row has a word for the Passer's cells and one for the Eater's; bit
/// `col` is the cell in column `col`.
///
/// The text form has one line per row, with `.` for an empty cell and `P` or `E` for a marker.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EaterBoard {
    rows: Vec<[u64; 2]>,
}

impl EaterBoard {
    /// Creates an empty board.
    ///
    /// # Panics
    /// Panics if `size` is not within `MIN_SIZE..=MAX_SIZE`.
    pub fn empty(size: u16) -> Self {
        assert!((MIN_SIZE..=MAX_SIZE).contains(&size), "a board can't have size {size}");
        Self { rows: vec![[0; 2]; usize::from(size)] }
    }

    /// The number of rows and of columns.
    #[allow(clippy::cast_possible_truncation)] // The size is at most MAX_SIZE.
    pub fn size(&self) -> u16 {
        self.rows.len() as u16
    }

    /// All cells in reading order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + use<> {
        let size = self.size();
        (0..size).flat_map(move |row| (0..size).map(move |col| Cell::new(row, col)))
    }

    /// Whether the cell is on the board.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.row < self.size() && cell.col < self.size()
    }

    /// The role whose marker is on a cell, or `None` if the cell is empty.
    ///
    /// # Panics
    /// Panics if the cell's row is not on the board.
    pub fn at(&self, cell: Cell) -> Option<Role> {
        let row = self.rows[usize::from(cell.row)];
        Role::BOTH.into_iter().find(|role| row[role.index()] >> cell.col & 1 == 1)
    }

    /// Checks that a cell can be chosen.
    ///
    /// # Errors
    /// Returns an error if the cell is not on the board or not empty.
    pub fn check(&self, cell: Cell) -> Result<(), ActionError> {
        if !self.contains(cell) {
            let size = self.size();
            Err(ActionError::new(format!("row and column must be within 1 - {size}")))
        } else if self.at(cell).is_some() {
            Err(ActionError::new("that cell is taken"))
        } else {
            Ok(())
        }
    }

    /// Sets or removes the marker on a cell.
    ///
    /// # Panics
    /// Panics if the cell's row is not on the board.
    pub fn set(&mut self, cell: Cell, marker: Option<Role>) {
        let row = &mut self.rows[usize::from(cell.row)];
        for role in Role::BOTH {
            row[role.index()] &= !(1 << cell.col);
            if marker == Some(role) {
                row[role.index()] |= 1 << cell.col;
            }
        }
    }

    /// Plays a round. If both players chose the same cell, the Eater's marker is placed there.
    pub fn apply(&mut self, joint_move: JointMove) {
        self.set(joint_move.passer, Some(Role::Passer));
        self.set(joint_move.eater, Some(Role::Eater));
    }

    /// The numbers of the Passer's and of the Eater's markers.
    pub fn marker_counts(&self) -> [u32; 2] {
        Role::BOTH.map(|role| self.rows(role).map(u64::count_ones).sum())
    }

    /// The number of empty cells.
    pub fn empty_count(&self) -> u32 {
        u32::from(self.size()).pow(2) - self.marker_counts().iter().sum::<u32>()
    }

    /// The empty cells.
    pub fn empty_cells(&self) -> CellSet {
        let all = self.full_row();
        CellSet::new(self.rows.iter().map(|[passer, eater]| all & !(passer | eater)).collect())
    }

    /// The cells with a marker of this role.
    pub fn markers(&self, role: Role) -> CellSet {
        CellSet::new(self.rows(role).collect())
    }

    /// The cells of this role in one row, as bits.
    #[inline]
    pub fn row(&self, role: Role, row: usize) -> u64 {
        self.rows[row][role.index()]
    }

    /// The cells of this role in each row from the top, as bits.
    pub fn rows(&self, role: Role) -> impl DoubleEndedIterator<Item = u64> {
        self.rows.iter().map(move |row| row[role.index()])
    }

    /// A word with the bits of all columns set.
    #[inline]
    pub fn full_row(&self) -> u64 {
        (1 << self.rows.len()) - 1
    }

    /// The board with left and right swapped, a position of the same value.
    pub fn mirrored(&self) -> Self {
        let shift = 64 - self.rows.len();
        Self {
            rows: self
                .rows
                .iter()
                .map(|row| row.map(|cells| cells.reverse_bits() >> shift))
                .collect(),
        }
    }

    /// The board with top and bottom swapped: a position of the same value, because each path
    /// becomes a path in the opposite direction.
    pub fn upside_down(&self) -> Self {
        Self { rows: self.rows.iter().rev().copied().collect() }
    }

    /// The Passer's cells that are connected to the top row.
    pub fn reached_cells(&self) -> CellSet {
        CellSet::new(flood(self.rows(Role::Passer)))
    }

    /// Whether the Passer has a path from top to bottom.
    pub fn is_connected(&self) -> bool {
        flood(self.rows(Role::Passer)).last().is_some_and(|&row| row != 0)
    }

    /// One of the Passer's shortest paths from top to bottom, if any, by breadth-first search.
    pub fn winning_path(&self) -> Option<Vec<Cell>> {
        let size = usize::from(self.size());
        let index = |cell: Cell| usize::from(cell.row) * size + usize::from(cell.col);
        // The predecessor of each reached cell; start cells are their own predecessors.
        let mut predecessors: Vec<Option<Cell>> = vec![None; size * size];
        let mut queue: VecDeque<Cell> =
            self.markers(Role::Passer).iter().filter(|cell| cell.row == 0).collect();
        for &start in &queue {
            predecessors[index(start)] = Some(start);
        }
        while let Some(cell) = queue.pop_front() {
            let row = usize::from(cell.row);
            if row + 1 == size {
                return Some(trace_back(cell, |cell| predecessors[index(cell)].unwrap_or(cell)));
            }
            let [beside, below] = [row, row + 1].map(|row| self.row(Role::Passer, row));
            for next in next_cells(cell, beside, below) {
                if predecessors[index(next)].is_none() {
                    predecessors[index(next)] = Some(cell);
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// Whether the Passer has a path or can still complete one.
    pub fn can_connect(&self) -> bool {
        self.closed_row().is_none()
    }

    /// The topmost row that no path can reach any more. If there is one, the Eater is certain to
    /// win.
    pub fn closed_row(&self) -> Option<u16> {
        (0..).zip(flood(self.passable_rows())).find(|&(_, row)| row == 0).map(|(row, _)| row)
    }

    /// The live cells: the cells on paths that the Passer may still complete. All other empty cells
    /// are dead: a marker there doesn't affect the result.
    pub fn live_cells(&self) -> CellSet {
        let rows: Vec<u64> = self.passable_rows().collect();
        CellSet::new(cells_on_paths(&rows))
    }

    /// The live cells that are empty.
    pub fn live_empty_cells(&self) -> CellSet {
        self.live_cells().intersection(&self.empty_cells())
    }

    /// The cells of each row that are not the Eater's.
    fn passable_rows(&self) -> impl DoubleEndedIterator<Item = u64> {
        let all = self.full_row();
        self.rows(Role::Eater).map(move |eaten| all & !eaten)
    }
}

/// The next cells of a path at `cell`, given the Passer's cells in its row and in the row below.
fn next_cells(cell: Cell, row: u64, below: u64) -> impl Iterator<Item = Cell> {
    let around = entered_from(1 << cell.col);
    let down = columns(around & below).map(move |col| Cell::new(cell.row + 1, col));
    let beside = columns(around & row & !(1 << cell.col)).map(move |col| Cell::new(cell.row, col));
    down.chain(beside)
}

fn trace_back(last: Cell, predecessor: impl Fn(Cell) -> Cell) -> Vec<Cell> {
    let mut path = vec![last];
    let mut cell = last;
    while predecessor(cell) != cell {
        cell = predecessor(cell);
        path.push(cell);
    }
    path.reverse();
    path
}

impl fmt::Display for EaterBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.size() {
            for col in 0..self.size() {
                write!(f, "{}", self.at(Cell::new(row, col)).map_or('.', Role::letter))?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// Parses the text form, ignoring white space at the ends of lines.
impl FromStr for EaterBoard {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let rows: Vec<_> = text.trim().lines().map(str::trim).collect();
        let size =
            u16::try_from(rows.len()).ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
        let size = size.ok_or_else(|| {
            ActionError::new(format!("a board needs {MIN_SIZE} - {MAX_SIZE} rows"))
        })?;
        let mut board = Self::empty(size);
        for (row, line) in (0..size).zip(&rows) {
            if line.chars().count() != rows.len() {
                let row = row + 1;
                return Err(ActionError::new(format!(
                    "row {row} of the board must have as many cells as there are rows"
                )));
            }
            for (col, letter) in (0..size).zip(line.chars()) {
                let marker = match letter {
                    '.' => None,
                    'P' => Some(Role::Passer),
                    'E' => Some(Role::Eater),
                    _ => {
                        return Err(ActionError::new(format!(
                            "{letter:?} is not a cell of a board: use . P E"
                        )));
                    }
                };
                board.set(Cell::new(row, col), marker);
            }
        }
        Ok(board)
    }
}
