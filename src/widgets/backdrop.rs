//! The screen behind a dialog: it is dimmed, and words cut by the dialog are removed.

use ratatui::{
    buffer::{Buffer, Cell},
    layout::{Position, Rect},
    style::{Color, Modifier},
};

use super::{ColorDepth, Look, color::mix};

/// The share of the background's colour in dimmed cells, from 0 to 1.
const DIMMING: f32 = 0.6;

/// Dims `area` around a dialog, and removes text that its frame, drawn later, would cut.
pub fn dim_behind_dialog(buffer: &mut Buffer, area: Rect, frame: Rect, look: &Look) {
    for y in frame.top()..frame.bottom() {
        remove_cut_text(buffer, y, frame.x, (area.left()..frame.x).rev());
        remove_cut_text(buffer, y, frame.right().saturating_sub(1), frame.right()..area.right());
    }
    dim_around(buffer, area, frame, look);
}

/// Dims `area` except `kept`.
pub fn dim_around(buffer: &mut Buffer, area: Rect, kept: Rect, look: &Look) {
    for position in area.positions().filter(|&position| !kept.contains(position)) {
        if let Some(cell) = buffer.cell_mut(position) {
            dim(cell, look);
        }
    }
}

/// Removes the text beside the frame's edge, which the frame cuts or touches, up to a gap of two
/// cells. `inside` is the column of the edge, and `outside` are the columns from there outwards.
fn remove_cut_text(buffer: &mut Buffer, y: u16, inside: u16, outside: impl Iterator<Item = u16>) {
    let is_text = |buffer: &Buffer, x| {
        let cell = buffer.cell(Position::new(x, y));
        cell.is_some_and(|cell| !cell.symbol().trim().is_empty() && !is_picture(cell))
    };
    let mut was_text = is_text(buffer, inside);
    for x in outside {
        let is_text = is_text(buffer, x);
        if !is_text && !was_text {
            return;
        }
        if is_text && let Some(cell) = buffer.cell_mut(Position::new(x, y)) {
            cell.set_symbol(" ");
        }
        was_text = is_text;
    }
}

/// Whether the cell is part of a line or a shape, which a dialog may cut.
fn is_picture(cell: &Cell) -> bool {
    cell.symbol().chars().all(|glyph| ('\u{2500}'..='\u{25ff}').contains(&glyph))
}

fn dim(cell: &mut Cell, look: &Look) {
    let is_reversed = cell.modifier.contains(Modifier::REVERSED);
    cell.modifier = Modifier::empty();
    match look.depth {
        ColorDepth::True => {
            if is_reversed {
                (cell.fg, cell.bg) = (cell.bg, cell.fg);
            }
            let dimmed = |color, otherwise| match color {
                Color::Rgb(..) => mix(color, look.palette.background, DIMMING),
                _ => otherwise,
            };
            cell.fg = dimmed(cell.fg, look.palette.dim);
            cell.bg = dimmed(cell.bg, look.palette.background);
        }
        ColorDepth::Indexed | ColorDepth::Ansi => {
            (cell.fg, cell.bg) = (look.palette.rule, look.palette.background);
        }
        ColorDepth::Mono => {}
    }
    if cell.fg == Color::Reset {
        cell.modifier = Modifier::DIM;
    }
}

#[cfg(test)]
mod tests {
    use ratatui::widgets::{Block, Clear, Widget};

    use super::*;
    use crate::widgets::testing;

    fn drawn(lines: &[&str], frame: Rect, look: &Look) -> Buffer {
        let mut buffer = Buffer::with_lines(lines.iter().copied());
        let area = buffer.area;
        buffer.set_style(area, look.strong());
        dim_behind_dialog(&mut buffer, area, frame, look);
        Clear.render(frame, &mut buffer);
        Block::bordered().border_set(look.glyphs.border).render(frame, &mut buffer);
        buffer
    }

    #[test]
    fn words_cut_by_a_dialog_are_removed() {
        let look = testing::look(ColorDepth::Mono, true);
        let lines = [
            "the first line is above the frame",
            "12 3   this sentence is cut  apart",
            "whole  it ends here||now it  begins",
            "edge to edge        and more",
            "the last line is below the frame",
        ];
        let buffer = drawn(&lines, Rect::new(11, 1, 9, 3), &look);
        let expected = [
            "the first line is above the frame",
            "12 3       +-------+         apart",
            "whole      |       |         begins",
            "           +-------+",
            "the last line is below the frame",
        ];
        assert_eq!(testing::text(&buffer).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn everything_around_a_dialog_is_dimmed() {
        let looks = testing::reduced_looks().map(|(_, look)| look);
        for look in looks.into_iter().chain([testing::dark()]) {
            let buffer = drawn(&["before   after"; 5], Rect::new(8, 1, 4, 3), &look);
            let strong = look.strong();
            for at in buffer.area.positions().filter(|at| at.x < 8) {
                let style = buffer[at].style();
                let is_fainter =
                    style.fg != strong.fg || style.add_modifier.contains(Modifier::DIM);
                assert!(is_fainter && !style.add_modifier.contains(Modifier::BOLD), "{at}");
            }
        }
    }
}
