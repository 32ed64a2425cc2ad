//! A cell of the board, and the two sides.

use std::{fmt, str::FromStr};

use crate::play::{ActionError, Seat};

/// A cell: row and column, counted from 0 at the top left. People count from 1, and so does what is
/// written and read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cell {
    /// The row, from the top.
    pub row: u16,
    /// The column, from the left.
    pub col: u16,
}

impl Cell {
    /// The cell in this row and column.
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
        let place = |number: &str| number.parse::<u16>().ok()?.checked_sub(1);
        let parse = || {
            let (row, col) = text.split_once(' ')?;
            Some(Self::new(place(row)?, place(col)?))
        };
        parse().ok_or_else(|| ActionError::new("a row and a column are wanted, such as 2 3"))
    }
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Wants a path from top to bottom; sits on seat 0.
    Passer,
    /// Wants that there is none; sits on seat 1.
    Eater,
}

impl Role {
    /// Passer and Eater.
    pub const BOTH: [Self; 2] = [Self::Passer, Self::Eater];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::Passer => Self::Eater,
            Self::Eater => Self::Passer,
        }
    }

    /// 0 for the Passer, 1 for the Eater.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat of this side.
    pub const fn seat(self) -> Seat {
        Seat::new(self.index())
    }

    /// The side on this seat.
    pub const fn of(seat: Seat) -> Self {
        if seat.index() == 0 { Self::Passer } else { Self::Eater }
    }

    /// The letter of its markers, `P` or `E`.
    pub const fn letter(self) -> char {
        match self {
            Self::Passer => 'P',
            Self::Eater => 'E',
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Passer => "Passer",
            Self::Eater => "Eater",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_written_and_read_from_1() {
        assert_eq!(Cell::new(1, 2).to_string(), "2 3");
        assert_eq!("2 3".parse(), Ok(Cell::new(1, 2)));
        assert_eq!(Cell::new(u16::MAX, 0).to_string(), "65536 1");
        for bad in ["", "2", "0 3", "3 0", "2,3", "2 3 4", "-1 2", "a b", "99999 1"] {
            assert!(bad.parse::<Cell>().is_err(), "{bad:?}");
        }
    }
}
