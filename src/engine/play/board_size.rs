//! The setup of the games on a square board.

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
