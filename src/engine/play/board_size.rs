//! The setup of games on a square board.

use serde::{Deserialize, Serialize};

use super::ActionError;

/// The size of an initially empty square board, from `MIN` to `MAX`, as a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "UncheckedSize")]
pub struct BoardSize<const MIN: u16, const MAX: u16> {
    size: u16,
}

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
    /// The setup with this size.
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

    /// The number of rows and of columns.
    pub fn size(self) -> u16 {
        self.size
    }
}
