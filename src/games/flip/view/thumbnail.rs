//! Draws a small picture of a board.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use super::tiles;
use crate::{
    games::grid,
    widgets::{ColorDepth, Look, shapes},
};
use fourcade_engine::flip::model::{FlipObservation, Square};

/// Draws the board without a rim.
pub fn draw(observation: &FlipObservation, area: Rect, buffer: &mut Buffer, look: &Look) {
    let board = &observation.position.board;
    for (pos, area) in grid::thumbnail_cells(board.size(), area) {
        let square = Square::new(pos.row, pos.col);
        let is_last = observation.last() == Some(square);
        let palette = &look.palette;
        let background = if is_last {
            palette.last
        } else {
            palette.cells[usize::from((pos.row + pos.col) % 2)]
        };
        grid::draw_blank(buffer, area, Style::new().bg(background).fg(palette.text));
        match board.at(square) {
            // A square of two columns and one row is too small for two shapes: the colour tells the
            // sides apart.
            Some(side)
                if area.height == 1 && look.glyphs.blocks && look.depth > ColorDepth::Mono =>
            {
                // Half a row stays free, so that the discs of a column don't merge into a bar.
                let disc = shapes::bitmap(&["....", ".##."]);
                shapes::paint(buffer, area, palette.seats[side.index()], disc);
            }
            Some(side) => tiles::draw(buffer, area, side, look),
            None if look.depth <= ColorDepth::Ansi => tiles::draw_empty(buffer, area, look),
            None => {}
        }
        if is_last && look.depth <= ColorDepth::Ansi {
            buffer.set_style(area, Style::new().add_modifier(Modifier::UNDERLINED));
        }
    }
}
