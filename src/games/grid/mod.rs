//! What the games on a square board share on the screen: the layout, the rim with the row and column
//! numbers, and the cursor with typed coordinates.

mod cursor;
mod drawing;
mod layout;

pub use cursor::GridCursor;
pub use drawing::{draw_blank, draw_cursor, draw_edges, draw_rim, draw_symbol, letters};
pub use layout::{GridLayout, thumbnail_cells};
