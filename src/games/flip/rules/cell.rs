//! A cell of the board, and the two sides.

use std::{fmt, str::FromStr};

use crate::play::{ActionError, Seat};

/// A cell: row and column, counted from 0 at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Square {
    /// The row, from the top.
    pub row: u16,
    /// The column, from the left.
    pub col: u16,
}

impl Square {
    /// The cell in this row and column.
    pub const fn new(row: u16, col: u16) -> Self {
        Self { row, col }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.row, self.col)
    }
}

impl FromStr for Square {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let parse = || {
            let (row, col) = text.split_once(' ')?;
            Some(Self::new(row.parse().ok()?, col.parse().ok()?))
        };
        parse().ok_or_else(|| ActionError::new("a row and a column are wanted, such as 2 4"))
    }
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first; sits on seat 0.
    O,
    /// Moves second; sits on seat 1.
    X,
}

impl Side {
    /// O and X.
    pub const BOTH: [Self; 2] = [Self::O, Self::X];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::O => Self::X,
            Self::X => Self::O,
        }
    }

    /// 0 for O, 1 for X.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat of this side.
    pub const fn seat(self) -> Seat {
        Seat::new(self.index())
    }

    /// The side on this seat.
    pub const fn of(seat: Seat) -> Self {
        if seat.index() == 0 { Self::O } else { Self::X }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::O => "O",
            Self::X => "X",
        })
    }
}
