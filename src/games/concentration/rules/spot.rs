//! The places of the grid: 4 rows of 13.

use std::{fmt, str::FromStr};

use crate::play::ActionError;

/// The rows of the grid.
pub const ROWS: usize = 4;
/// The columns of the grid.
pub const COLUMNS: usize = 13;

/// A place of the grid. Written as its row, from 0, and its column, from 1: `0 13` is the last of
/// the first row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot(u8);

impl Spot {
    /// How many there are.
    pub const COUNT: usize = ROWS * COLUMNS;

    /// All of them, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..52).map(Self)
    }

    /// The place in this row, from 0, and this column, from 1, if there is one.
    pub fn new(row: usize, column: usize) -> Option<Self> {
        let is_within = row < ROWS && (1..=COLUMNS).contains(&column);
        is_within.then(|| Self::all().nth(row * COLUMNS + column - 1)).flatten()
    }

    /// The place with this number, row by row from 0.
    pub fn at(index: usize) -> Option<Self> {
        Self::all().nth(index)
    }

    /// Its number, row by row from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its row, from 0.
    pub const fn row(self) -> usize {
        self.index() / COLUMNS
    }

    /// Its column, from 1.
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
            .ok_or_else(|| ActionError::new("a row and a column are wanted, such as 0 13"))?;
        let parse = || Self::new(row.parse().ok()?, column.parse().ok()?);
        parse().ok_or_else(|| ActionError::new("row and column must be within 0 - 3 and 1 - 13"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_written_and_read_again() {
        for spot in Spot::all() {
            assert_eq!(spot.to_string().parse(), Ok(spot));
            assert_eq!(Spot::new(spot.row(), spot.column()), Some(spot));
            assert_eq!(Spot::at(spot.index()), Some(spot));
        }
        assert_eq!(Spot::all().count(), Spot::COUNT);
        assert_eq!(Spot::new(0, 1).map(Spot::index), Some(0));
        assert_eq!(Spot::new(3, 13).map(Spot::index), Some(51));
    }

    #[test]
    fn what_lies_beyond_is_refused() {
        for text in ["0 0", "4 1", "0 14", "-1 1", "0", "", "a b", "0 1 2"] {
            assert!(text.parse::<Spot>().is_err(), "{text:?}");
        }
        assert_eq!(Spot::at(52), None);
    }
}
