//! Sets of cells as bitboards.

use super::Cell;

/// A set of cells of a board, with one word per row; bit `col` is the cell in column `col`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellSet {
    rows: Vec<u64>,
}

impl CellSet {
    /// Creates a set from the words of its rows, top row first.
    #[inline]
    pub fn new(rows: Vec<u64>) -> Self {
        Self { rows }
    }

    /// The words of all rows, top row first.
    #[inline]
    pub fn rows(&self) -> &[u64] {
        &self.rows
    }

    /// The word of a row; 0 outside the board.
    #[inline]
    pub fn row(&self, row: u16) -> u64 {
        self.rows.get(usize::from(row)).copied().unwrap_or(0)
    }

    /// Whether the set contains the cell.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.col < 64 && self.row(cell.row) >> cell.col & 1 == 1
    }

    /// The number of cells in the set.
    #[inline]
    pub fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// The cells in both sets, which must belong to boards of the same size.
    #[inline]
    pub fn intersection(mut self, other: &Self) -> Self {
        self.rows.iter_mut().zip(&other.rows).for_each(|(row, other)| *row &= other);
        self
    }

    /// The cells that are not in the other set. Both sets must belong to boards of the same size.
    #[inline]
    pub fn without(mut self, other: &Self) -> Self {
        self.rows.iter_mut().zip(&other.rows).for_each(|(row, other)| *row &= !other);
        self
    }

    /// The cells of the set in reading order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Cell> {
        (0..)
            .zip(&self.rows)
            .flat_map(|(row, &cells)| columns(cells).map(move |col| Cell::new(row, col)))
    }
}

/// The indices of the set bits, lowest first.
#[allow(clippy::cast_possible_truncation)] // The indices are below 64.
#[inline]
pub fn columns(mut row: u64) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        (row != 0).then(|| {
            let col = row.trailing_zeros() as u16;
            row &= row - 1;
            col
        })
    })
}
