//! Shared parts of the games on a grid: coordinates, cursor and drawing.

mod coordinates;
mod cursor;
mod view;

pub use coordinates::{ActionText, Grid, GridGame, GridPos, Notation, Numbers};
pub use cursor::{GridCommand, GridCursor};
pub use view::{
    GridLayout, draw_blank, draw_cursor, draw_edges, draw_remark, draw_rim, draw_symbol,
    draw_thumbnail_ground, focus_on, letters, middle, thumbnail_cells, underline,
};
