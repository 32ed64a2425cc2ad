//! Draws a small picture of a board, without a rim.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::markers::{self, Marker};
use crate::{
    games::grid,
    widgets::{ColorDepth, Look, shapes},
};
use fourcade_engine::eater::model::{Cell, EaterObservation};

/// Draws the board in the middle of `area`.
pub fn draw_thumbnail(
    observation: &EaterObservation,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
) {
    let (board, palette) = (&observation.board, &look.palette);
    let (reached, path) = (board.reached_cells(), board.winning_path().unwrap_or_default());
    for (pos, area) in grid::thumbnail_cells(board.size(), area) {
        let cell = Cell::new(pos.row, pos.col);
        let is_new = observation.last_move.is_some_and(|last_move| last_move.contains(cell));
        let background = match (is_new, reached.contains(cell)) {
            (true, _) => palette.last,
            (false, true) => palette.fresh,
            (false, false) => palette.cells[usize::from((pos.row + pos.col) % 2)],
        };
        grid::draw_blank(buffer, area, Style::new().bg(background).fg(palette.text));
        match Marker::on(board, &reached, cell) {
            _ if path.contains(&cell) => markers::draw_path(buffer, area, look),
            Some(marker)
                if area.height == 1 && look.glyphs.blocks && look.depth > ColorDepth::Mono =>
            {
                draw_tiny(buffer, area, marker, look);
            }
            Some(marker) => markers::draw(buffer, area, marker, look),
            None if look.depth <= ColorDepth::Ansi => {
                grid::draw_symbol(buffer, area, look.glyphs.empty, look.dim());
            }
            None => {}
        }
    }
}

/// Draws a marker in a cell of 2 x 1, which has four by two pixels.
fn draw_tiny(buffer: &mut Buffer, area: Rect, marker: Marker, look: &Look) {
    let (rows, seat): (&[&str; 2], _) = match marker {
        Marker::Connected => (&[".##.", ".##."], 0),
        Marker::Unconnected => (&["....", ".##."], 0),
        Marker::Eater => (&["###.", "##.."], 1),
    };
    shapes::paint(buffer, area, look.palette.seats[seat], shapes::bitmap(rows));
}
