//! The board.

use std::{fmt, str::FromStr};

use super::{Cell, Cells, MAX_SIZE, MIN_SIZE, Pair, Role};
use crate::play::ActionError;

/// A board of m x m cells: for each row the Passer's and the Eater's cells as bits (bit `col`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EaterBoard {
    rows: Vec<[u64; 2]>,
}

impl EaterBoard {
    /// A board without markers.
    ///
    /// # Panics
    /// If there is no board of this size.
    pub fn empty(size: u16) -> Self {
        assert!((MIN_SIZE..=MAX_SIZE).contains(&size), "no board has this size");
        Self { rows: vec![[0; 2]; usize::from(size)] }
    }

    /// m.
    #[allow(clippy::cast_possible_truncation)] // at most MAX_SIZE
    pub fn size(&self) -> u16 {
        self.rows.len() as u16
    }

    /// All cells in reading order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + use<> {
        let size = self.size();
        (0..size).flat_map(move |row| (0..size).map(move |col| Cell::new(row, col)))
    }

    /// Whether the board has such a cell.
    pub fn has(&self, cell: Cell) -> bool {
        cell.row < self.size() && cell.col < self.size()
    }

    /// Whose marker is on a cell of the board.
    pub fn at(&self, cell: Cell) -> Option<Role> {
        let row = self.rows[usize::from(cell.row)];
        Role::BOTH.into_iter().find(|side| row[side.index()] >> cell.col & 1 == 1)
    }

    /// Puts a marker on a cell of the board, or takes it off.
    pub fn set(&mut self, cell: Cell, marker: Option<Role>) {
        let row = &mut self.rows[usize::from(cell.row)];
        for side in Role::BOTH {
            row[side.index()] &= !(1 << cell.col);
            if marker == Some(side) {
                row[side.index()] |= 1 << cell.col;
            }
        }
    }

    /// Carries out a round; where both chose the same cell the Eater's marker stands.
    pub fn mark(&mut self, pair: Pair) {
        self.set(pair.passer, Some(Role::Passer));
        self.set(pair.eater, Some(Role::Eater));
    }

    /// The markers of Passer and Eater.
    pub fn counts(&self) -> [u32; 2] {
        Role::BOTH.map(|side| self.rows(side).map(u64::count_ones).sum())
    }

    /// The number of empty cells.
    pub fn empties(&self) -> u32 {
        u32::from(self.size()).pow(2) - self.counts().iter().sum::<u32>()
    }

    /// The empty cells.
    pub fn free(&self) -> Cells {
        let all = self.full_row();
        Cells::new(self.rows.iter().map(|[passer, eater]| all & !(passer | eater)).collect())
    }

    /// The cells with markers of `side`.
    pub fn marks(&self, side: Role) -> Cells {
        Cells::new(self.rows(side).collect())
    }

    /// The cells of `side` in a row of the board, as bits.
    #[inline]
    pub fn row(&self, side: Role, row: usize) -> u64 {
        self.rows[row][side.index()]
    }

    /// The cells of `side`, row by row from the top, as bits.
    pub fn rows(&self, side: Role) -> impl DoubleEndedIterator<Item = u64> {
        self.rows.iter().map(move |row| row[side.index()])
    }

    /// The bits of all cells of a row.
    #[inline]
    pub fn full_row(&self) -> u64 {
        (1 << self.rows.len()) - 1
    }

    /// The board seen in a mirror: left and right change places. It is worth the same.
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

    /// The board upside down. A path read from its end is a path there, so it is worth the same.
    pub fn upside_down(&self) -> Self {
        Self { rows: self.rows.iter().rev().copied().collect() }
    }
}

/// `.PE`, row by row.
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

/// The board drawn like that; white space at the ends of lines does not matter.
impl FromStr for EaterBoard {
    type Err = ActionError;

    fn from_str(drawn: &str) -> Result<Self, ActionError> {
        let rows: Vec<_> = drawn.trim().lines().map(str::trim).collect();
        let size =
            u16::try_from(rows.len()).ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
        let size = size.ok_or_else(|| {
            ActionError::new(format!("a drawn board needs {MIN_SIZE} - {MAX_SIZE} rows"))
        })?;
        let mut board = Self::empty(size);
        for (row, drawn) in (0..size).zip(&rows) {
            if drawn.chars().count() != rows.len() {
                let row = row + 1;
                return Err(ActionError::new(format!(
                    "row {row} of a drawn board is not as long as the board is high"
                )));
            }
            for (col, marker) in (0..size).zip(drawn.chars()) {
                let marker = match marker {
                    '.' => None,
                    'P' => Some(Role::Passer),
                    'E' => Some(Role::Eater),
                    _ => {
                        return Err(ActionError::new(format!(
                            "{marker:?} is no marker: a board is drawn with . P E"
                        )));
                    }
                };
                board.set(Cell::new(row, col), marker);
            }
        }
        Ok(board)
    }
}
