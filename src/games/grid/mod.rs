//! What games on a square board share: its size, where its cells lie on the screen, the rim with
//! their numbers, the cursor, and coordinates that are typed.
//!
//! | file | |
//! |---|---|
//! | `size` | how large it is: all that fixes the start |
//! | `layout`, `small` | where each cell lies; where it lies in a small picture |
//! | `drawing` | the rim, and what stands around a cell |
//! | `cursor` | the cursor: moved, typed, clicked |

mod cursor;
mod drawing;
mod layout;
mod size;
mod small;

pub use cursor::GridCursor;
pub use drawing::{draw_beside, draw_blank, draw_cursor, draw_rim, draw_sign};
pub use layout::GridLayout;
pub use size::BoardSize;
pub use small::lay_small;

/// A cell's place: row and column, from 0 at the top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct GridPos {
    /// The row, from the top.
    pub row: u16,
    /// The column, from the left.
    pub col: u16,
}

impl GridPos {
    /// The place in this row and column.
    pub const fn new(row: u16, col: u16) -> Self {
        Self { row, col }
    }
}

/// A square board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareGrid {
    /// Its rows, as many as its columns.
    pub size: u16,
    /// What people call the first row and the first column: 0 or 1.
    pub from: u16,
}

impl SquareGrid {
    /// What people call the last row.
    pub fn last(self) -> u16 {
        (self.size + self.from).saturating_sub(1)
    }

    /// Whether it has such a place.
    pub fn has(self, place: GridPos) -> bool {
        place.row < self.size && place.col < self.size
    }

    /// The number of a place in reading order.
    pub fn index(self, place: GridPos) -> usize {
        usize::from(place.row) * usize::from(self.size) + usize::from(place.col)
    }

    /// The place with this number in reading order, if it has one.
    pub fn place(self, index: usize) -> Option<GridPos> {
        let size = usize::from(self.size);
        let place =
            GridPos::new(u16::try_from(index / size).ok()?, u16::try_from(index % size).ok()?);
        self.has(place).then_some(place)
    }
}
