//! The rim of a square board, and what stands around a cell.

use ratatui::{
    buffer::Buffer,
    layout::{Position as At, Rect},
    style::{Modifier, Style},
};

use super::{GridLayout, GridPos};
use crate::ui::{ColorDepth, Look, widgets};

/// The rim with the numbers of rows and columns, those of `marked` to be found at a glance.
pub fn draw_rim(layout: &GridLayout, buffer: &mut Buffer, look: &Look, marked: Option<GridPos>) {
    let GridLayout { frame, board, cell, .. } = *layout;
    let style = Style::new().fg(look.palette.rim_text).bg(look.palette.rim);
    buffer.set_style(frame, style);
    let here =
        |on| if on { style.add_modifier(Modifier::BOLD).fg(look.palette.accent) } else { style };
    // Where numbers would run into each other, every fifth stands for all.
    let is_crowded = layout.label >= cell.width;
    let number = |at: u16| at + layout.square.from;
    let stands = |at: u16, marked: Option<u16>| {
        !is_crowded
            || number(at).is_multiple_of(5) && marked.is_none_or(|m| m.abs_diff(at) > 1)
            || marked == Some(at)
    };
    let wide = cell.width.max(layout.label + 1);
    for col in layout.cols().filter(|&col| stands(col, marked.map(|place| place.col))) {
        let x = layout.area_of(GridPos::new(layout.first.row, col)).x;
        let label = number(col).to_string();
        let x = x + (cell.width.saturating_sub(widgets::text_width(&label))) / 2;
        let is_here = marked.is_some_and(|place| place.col == col);
        buffer.set_stringn(x, board.y - 1, label, wide.into(), here(is_here));
    }
    for row in layout.rows() {
        let y = layout.area_of(GridPos::new(row, layout.first.col)).y + (cell.height - 1) / 2;
        let text = format!("{:>width$}", number(row), width = usize::from(layout.label));
        let is_here = marked.is_some_and(|place| place.row == row);
        buffer.set_string(frame.x + layout.pad, y, text, here(is_here));
    }
    draw_more(layout, buffer, look, style);
}

/// Signs on the rim where the board goes on beyond the window.
fn draw_more(layout: &GridLayout, buffer: &mut Buffer, look: &Look, style: Style) {
    let (board, size) = (layout.board, layout.square.size);
    let [above, below, left, right] = look.glyphs.more;
    let middle = At::new(board.x + board.width / 2, board.y + board.height / 2);
    for (beyond, x, y, sign) in [
        (layout.first.row > 0, board.right(), board.y, above),
        (layout.rows().end < size, board.right(), board.bottom() - 1, below),
        (layout.first.col > 0, board.x - 1, middle.y, left),
        (layout.cols().end < size, board.right(), middle.y, right),
    ] {
        if beyond && let Some(cell) = buffer.cell_mut((x, y)) {
            cell.set_symbol(sign).set_style(style.fg(look.palette.accent));
        }
    }
}

/// A cell with nothing in it.
pub fn draw_blank(buffer: &mut Buffer, area: Rect, style: Style) {
    buffer.set_style(area, style);
    for at in area.positions() {
        if let Some(cell) = buffer.cell_mut(at) {
            cell.set_symbol(" ");
        }
    }
}

/// A sign of one column in the middle of a cell.
pub fn draw_sign(buffer: &mut Buffer, area: Rect, sign: &str, style: Style) {
    let (x, y) = middle(area);
    buffer.set_string(x, y, sign, style);
}

/// Signs at the left and the right edge of a cell.
pub fn draw_beside(
    buffer: &mut Buffer,
    area: Rect,
    [left, right]: [&str; 2],
    style: Style,
    look: &Look,
) {
    // Plain brackets stand beside the sign, blocks at the whole height.
    let (_, y) = middle(area);
    let rows = if look.glyphs.blocks { area.y..area.bottom() } else { y..y + 1 };
    for y in rows {
        buffer.set_string(area.x, y, left, style);
        buffer.set_string(area.right() - 1, y, right, style);
    }
}

/// What tells the cursor beside its cell's ground: brackets where there is room for them.
pub fn draw_cursor(buffer: &mut Buffer, area: Rect, is_taken: bool, look: &Look) {
    if area.width < 4 || (is_taken && look.glyphs.blocks && look.depth > ColorDepth::Mono) {
        // The ground tells it, or, where there is none, the letter.
        if area.width < 4 && look.depth <= ColorDepth::Ansi {
            buffer.set_style(area, Style::new().add_modifier(Modifier::REVERSED));
        }
        return;
    }
    let style = Style::new().fg(look.palette.accent).add_modifier(Modifier::BOLD);
    draw_beside(buffer, area, look.glyphs.brackets, style, look);
}

fn middle(area: Rect) -> (u16, u16) {
    (area.x + (area.width - 1) / 2, area.y + (area.height - 1) / 2)
}
