//! What the games on a square board share: the board on the screen, and the cursor with typed
//! coordinates.

mod cursor;
mod view;

pub use cursor::GridCursor;
pub use view::{
    GridLayout, draw_blank, draw_cursor, draw_edges, draw_rim, draw_symbol, letters,
    thumbnail_cells,
};
