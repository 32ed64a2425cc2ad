//! A board in few cells.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::marks::{self, Mark};
use crate::{
    games::{
        eater::rules::{Cell, EaterObservation, Role},
        grid,
    },
    ui::{ColorDepth, Look, shapes},
};

/// Draws the board without a rim.
pub fn draw(seen: &EaterObservation, area: Rect, buffer: &mut Buffer, look: &Look) {
    let (board, palette) = (&seen.board, &look.palette);
    let (reached, path) = (board.reached(), board.path().unwrap_or_default());
    for (place, area) in grid::thumbnail_cells(board.size(), area) {
        let cell = Cell::new(place.row, place.col);
        let is_new = seen.last.is_some_and(|last| last.passer == cell || last.eater == cell);
        let ground = match (is_new, reached.contains(cell)) {
            (true, _) => palette.last,
            (false, true) => palette.fresh,
            (false, false) => palette.cells[usize::from((place.row + place.col) % 2)],
        };
        grid::draw_blank(buffer, area, Style::new().bg(ground).fg(palette.text));
        let mark = match board.at(cell) {
            None => None,
            Some(Role::Eater) => Some(Mark::Eater),
            Some(Role::Passer) if reached.contains(cell) => Some(Mark::Joined),
            Some(Role::Passer) => Some(Mark::Apart),
        };
        match mark {
            _ if path.contains(&cell) => marks::draw_path(buffer, area, look),
            Some(mark)
                if area.height == 1 && look.glyphs.blocks && look.depth > ColorDepth::Mono =>
            {
                draw_tiny(buffer, area, mark, look);
            }
            Some(mark) => marks::draw(buffer, area, mark, look),
            None if look.depth <= ColorDepth::Ansi => {
                grid::draw_symbol(buffer, area, look.glyphs.empty, look.dim())
            }
            None => {}
        }
    }
}

/// A marker in one row of two columns: four pixels by two.
fn draw_tiny(buffer: &mut Buffer, area: Rect, mark: Mark, look: &Look) {
    let (rows, seat): (&[&str; 2], _) = match mark {
        Mark::Joined => (&[".##.", ".##."], 0),
        Mark::Apart => (&["....", ".##."], 0),
        Mark::Eater => (&["###.", "##.."], 1),
    };
    shapes::paint(buffer, area, look.palette.seats[seat], shapes::bitmap(rows));
}
