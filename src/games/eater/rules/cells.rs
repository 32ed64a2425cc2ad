//! A set of cells: one word of bits a row.

use super::Cell;

/// A set of cells of a board: bit `col` of word `row`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cells {
    rows: Vec<u64>,
}

impl Cells {
    /// The cells whose bits are set, row by row.
    pub fn new(rows: Vec<u64>) -> Self {
        Self { rows }
    }

    /// The words, top row first.
    pub fn rows(&self) -> &[u64] {
        &self.rows
    }

    /// The word of a row (empty outside the board).
    pub fn row(&self, row: u16) -> u64 {
        self.rows.get(usize::from(row)).copied().unwrap_or(0)
    }

    /// Whether the cell is in the set.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.col < 64 && self.row(cell.row) >> cell.col & 1 == 1
    }

    /// How many they are.
    pub fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// The cells in both sets, which belong to boards of the same size.
    pub fn and(mut self, other: &Self) -> Self {
        self.rows.iter_mut().zip(&other.rows).for_each(|(row, other)| *row &= other);
        self
    }

    /// They in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> {
        (0..)
            .zip(&self.rows)
            .flat_map(|(row, &cells)| columns(cells).map(move |col| Cell::new(row, col)))
    }
}

/// The set bits' places, lowest first.
#[allow(clippy::cast_possible_truncation)] // below 64
pub fn columns(mut row: u64) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        (row != 0).then(|| {
            let col = row.trailing_zeros() as u16;
            row &= row - 1;
            col
        })
    })
}
