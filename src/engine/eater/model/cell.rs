//! A cell of the board.

use std::{fmt, str::FromStr};

use crate::play::ActionError;

/// A cell of the board: its row and column, counted from 0 at the top left.
///
/// The text form counts from 1, row first: `2 3` is row 1, column 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cell {
    /// The row, counted from the top.
    pub row: u16,
    /// The column, counted from the left.
    pub col: u16,
}

impl Cell {
    /// Creates the cell in this row and column.
    #[inline]
    pub const fn new(row: u16, col: u16) -> Self {
        Self { row, col }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", u32::from(self.row) + 1, u32::from(self.col) + 1)
    }
}

impl FromStr for Cell {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let index = |number: &str| number.parse::<u16>().ok()?.checked_sub(1);
        let parse = || {
            let (row, col) = text.split_once(' ')?;
            Some(Self::new(index(row)?, index(col)?))
        };
        parse().ok_or_else(|| ActionError::new("give a row and a column, such as 2 3"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_form_of_a_cell_counts_from_1() {
        assert_eq!(Cell::new(1, 2).to_string(), "2 3");
        assert_eq!("2 3".parse(), Ok(Cell::new(1, 2)));
        assert_eq!(Cell::new(u16::MAX, 0).to_string(), "65536 1");
        for bad in ["", "2", "0 3", "3 0", "2,3", "2 3 4", "-1 2", "a b", "99999 1"] {
            assert!(bad.parse::<Cell>().is_err(), "{bad:?}");
        }
    }
}
