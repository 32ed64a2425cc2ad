//! What the games on a square board share: the size of the board, the positions of its cells, and
//! typed coordinates.

use serde::{Deserialize, Serialize};

use super::ActionError;

/// The setup of a game that starts on an empty square board: its size, from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "UncheckedSize")]
pub struct BoardSize<const MIN: u16, const MAX: u16> {
    size: u16,
}

/// A size as it is read from a record, before its range is checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedSize {
    size: u16,
}

impl<const MIN: u16, const MAX: u16> TryFrom<UncheckedSize> for BoardSize<MIN, MAX> {
    type Error = ActionError;

    fn try_from(unchecked: UncheckedSize) -> Result<Self, ActionError> {
        Self::new(unchecked.size)
    }
}

impl<const MIN: u16, const MAX: u16> BoardSize<MIN, MAX> {
    /// Creates the setup for a board with `size` rows and columns.
    ///
    /// # Errors
    /// Returns an error if `size` is not within `MIN..=MAX`.
    pub fn new(size: u16) -> Result<Self, ActionError> {
        if (MIN..=MAX).contains(&size) {
            Ok(Self { size })
        } else {
            Err(ActionError::new(format!(
                "the board's size must be within {MIN} - {MAX}, not {size}"
            )))
        }
    }

    /// Returns the number of rows, which is also the number of columns.
    pub fn size(self) -> u16 {
        self.size
    }
}

/// The position of a cell: its row and column, counted from 0 at the top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct GridPos {
    /// The row, counted from the top.
    pub row: u16,
    /// The column, counted from the left.
    pub col: u16,
}

impl GridPos {
    /// Creates the position in this row and column.
    pub const fn new(row: u16, col: u16) -> Self {
        Self { row, col }
    }
}

/// The error for typed coordinates that are not on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row and column must be within {first} - {last}")]
pub struct OutsideGridError {
    first: u16,
    last: u16,
}

/// The size of a square board and how its rows and columns are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareGrid {
    /// The number of rows, which is also the number of columns.
    pub size: u16,
    /// The number of the first row and column on the game's course sheet: 0 or 1.
    pub first_number: u16,
    /// Whether letters stand at the edge beside the numbers: `a` is the first row and column.
    pub has_letters: bool,
}

impl SquareGrid {
    /// Returns the number of the last row and column.
    pub fn last_number(self) -> u16 {
        (self.size + self.first_number).saturating_sub(1)
    }

    /// Returns whether the position is on the board.
    pub fn contains(self, pos: GridPos) -> bool {
        pos.row < self.size && pos.col < self.size
    }

    /// Returns the index of a position in reading order.
    pub fn index(self, pos: GridPos) -> usize {
        usize::from(pos.row) * usize::from(self.size) + usize::from(pos.col)
    }

    /// Returns the position with this index in reading order, or `None` beyond the last one.
    pub fn position(self, index: usize) -> Option<GridPos> {
        let size = usize::from(self.size);
        let pos =
            GridPos::new(u16::try_from(index / size).ok()?, u16::try_from(index % size).ok()?);
        self.contains(pos).then_some(pos)
    }

    /// Parses typed coordinates, row first. Returns `None` while the column is missing.
    ///
    /// A space separates the two numbers. It can be left out if all numbers are single digits.
    ///
    /// # Errors
    /// Returns an error if the coordinates are not on the board.
    pub fn parse(self, text: &str) -> Result<Option<GridPos>, OutsideGridError> {
        let numbers: Vec<&str> = if self.has_single_digits() {
            text.matches(|c: char| c.is_ascii_digit()).collect()
        } else {
            text.split_whitespace().collect()
        };
        let [row, col, ..] = numbers[..] else { return Ok(None) };
        let index = |number: &str| number.parse::<u16>().ok()?.checked_sub(self.first_number);
        let pos = index(row).zip(index(col)).map(|(row, col)| GridPos::new(row, col));
        match pos.filter(|&pos| self.contains(pos)) {
            Some(pos) => Ok(Some(pos)),
            None => Err(OutsideGridError { first: self.first_number, last: self.last_number() }),
        }
    }

    /// Returns whether the number of every row and column is a single digit.
    pub fn has_single_digits(self) -> bool {
        self.last_number() <= 9
    }
}
