//! The spots of the grid: 4 rows of 13.

use std::{fmt, str::FromStr};

use crate::play::ActionError;

/// The number of rows of the grid.
pub const ROWS: usize = 4;
/// The number of columns of the grid.
pub const COLUMNS: usize = 13;

/// A spot of the grid, where one card lies. Its text form is its row, 0 to 3, and its column, 1 to
/// 13, as on the course sheet: `0 13` is the last spot of the first row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot(u8);

impl Spot {
    /// The number of spots.
    pub const COUNT: usize = ROWS * COLUMNS;

    /// All spots, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..52).map(Self)
    }

    /// The spot in this row (0 to 3) and column (1 to 13), or `None` outside the grid.
    pub fn new(row: usize, column: usize) -> Option<Self> {
        if row >= ROWS || !(1..=COLUMNS).contains(&column) {
            return None;
        }
        Self::all().nth(row * COLUMNS + column - 1)
    }

    /// The spot with this index, or `None` if `index` is 52 or more.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::all().nth(index)
    }

    /// The index of the spot, row by row, 0 to 51.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row of the spot, 0 to 3.
    pub const fn row(self) -> usize {
        self.index() / COLUMNS
    }

    /// The column of the spot, 1 to 13.
    pub const fn column(self) -> usize {
        self.index() % COLUMNS + 1
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.row(), self.column())
    }
}

impl FromStr for Spot {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let (row, column) = text
            .split_once(' ')
            .ok_or_else(|| ActionError::new("expected a row and a column, such as 0 13"))?;
        let parse = || Self::new(row.parse().ok()?, column.parse().ok()?);
        parse().ok_or_else(|| ActionError::new("row and column must be within 0 - 3 and 1 - 13"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spots_are_written_and_read_back() {
        for spot in Spot::all() {
            assert_eq!(spot.to_string().parse(), Ok(spot));
            assert_eq!(Spot::new(spot.row(), spot.column()), Some(spot));
            assert_eq!(Spot::from_index(spot.index()), Some(spot));
        }
        assert_eq!(Spot::all().count(), Spot::COUNT);
        assert_eq!(Spot::new(0, 1).map(Spot::index), Some(0));
        assert_eq!(Spot::new(3, 13).map(Spot::index), Some(51));
    }

    #[test]
    fn spots_outside_the_grid_are_refused() {
        for text in ["0 0", "4 1", "0 14", "-1 1", "0", "", "a b", "0 1 2"] {
            assert!(text.parse::<Spot>().is_err(), "{text:?}");
        }
        assert_eq!(Spot::from_index(52), None);
    }
}
