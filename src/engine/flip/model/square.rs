//! The squares of a board, and the two sides.

use std::{fmt, str::FromStr};

use crate::play::{ActionError, Seat};

/// A square of the board: row and column, counted from 0 at the top left. The text form is `2 4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Square {
    /// The row, from the top.
    pub row: u16,
    /// The column, from the left.
    pub col: u16,
}

impl Square {
    /// The square in this row and column.
    pub const fn new(row: u16, col: u16) -> Self {
        Self { row, col }
    }

    /// The square of bit `index` of a bitboard.
    #[allow(clippy::cast_possible_truncation)] // below 64
    pub const fn from_index(index: u32) -> Self {
        Self::new((index / 8) as u16, (index % 8) as u16)
    }

    /// The index of this square's bit in a bitboard: 8 * row + column. The square must lie on a
    /// board up to 8 x 8.
    pub const fn index(self) -> u32 {
        (8 * self.row + self.col) as u32
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
        parse().ok_or_else(|| ActionError::new("type a row and a column, such as 2 4"))
    }
}

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first; seat 0.
    O,
    /// Moves second; seat 1.
    X,
}

impl Side {
    /// Both sides, O first.
    pub const BOTH: [Self; 2] = [Self::O, Self::X];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::O => Self::X,
            Self::X => Self::O,
        }
    }

    /// 0 for O and 1 for X.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat of this side.
    pub const fn seat(self) -> Seat {
        Seat::new(self.index())
    }

    /// The side of this seat.
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
