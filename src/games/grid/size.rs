//! The one thing that fixes the start of a game on an empty square board: its size.

use serde::{Deserialize, Serialize};

use crate::play::ActionError;

/// How many rows and columns a board has, from `LEAST` to `MOST`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RawSize")]
pub struct BoardSize<const LEAST: u16, const MOST: u16> {
    size: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSize {
    size: u16,
}

impl<const LEAST: u16, const MOST: u16> TryFrom<RawSize> for BoardSize<LEAST, MOST> {
    type Error = ActionError;

    fn try_from(raw: RawSize) -> Result<Self, ActionError> {
        Self::new(raw.size)
    }
}

impl<const LEAST: u16, const MOST: u16> BoardSize<LEAST, MOST> {
    /// A board of n x n.
    ///
    /// # Errors
    /// If n is not between `LEAST` and `MOST`.
    pub fn new(size: u16) -> Result<Self, ActionError> {
        if (LEAST..=MOST).contains(&size) {
            Ok(Self { size })
        } else {
            Err(ActionError::new(format!(
                "the board's size must be within {LEAST} - {MOST}, not {size}"
            )))
        }
    }

    /// n.
    pub fn size(self) -> u16 {
        self.size
    }
}
