//! A board in few cells.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use super::tiles;
use crate::{
    games::{
        flip::rules::{FlipObservation, Square},
        grid,
    },
    ui::{ColorDepth, Look, shapes},
};

/// Draws the board without a rim.
pub fn draw(seen: &FlipObservation, area: Rect, buffer: &mut Buffer, look: &Look) {
    let board = &seen.position.board;
    for (place, area) in grid::thumbnail_cells(board.size(), area) {
        let cell = Square::new(place.row, place.col);
        let is_last = seen.last() == Some(cell);
        let palette = &look.palette;
        let ground = if is_last {
            palette.last
        } else {
            palette.cells[usize::from((place.row + place.col) % 2)]
        };
        grid::draw_blank(buffer, area, Style::new().bg(ground).fg(palette.text));
        match board.at(cell) {
            // One row of two columns is too small for shapes: the colour tells.
            Some(side)
                if area.height == 1 && look.glyphs.blocks && look.depth > ColorDepth::Mono =>
            {
                shapes::paint(buffer, area, palette.seats[side.index()], shapes::ring(0.9, 0.0));
            }
            Some(side) => tiles::draw(buffer, area, side, look),
            None if look.depth <= ColorDepth::Ansi => tiles::empty(buffer, area, look),
            None => {}
        }
        if is_last && look.depth <= ColorDepth::Ansi {
            buffer.set_style(area, Style::new().add_modifier(Modifier::UNDERLINED));
        }
    }
}
