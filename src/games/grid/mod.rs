//! What the games on a grid share: the board on the screen, and the controller with its cursor and
//! typed coordinates.

mod coordinates;
mod cursor;
mod view;

pub use coordinates::{Grid, GridPos, Numbers};
pub use cursor::{GridCommand, GridCursor, GridGame};
pub use view::{
    GridLayout, draw_blank, draw_cursor, draw_edges, draw_rim, draw_symbol, letters,
    thumbnail_cells,
};
