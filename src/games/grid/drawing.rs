//! Draws the rim of a square board and the symbols in and around a cell.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use super::GridLayout;
use crate::widgets::{ColorDepth, Look, drawing};
use fourcade_engine::play::GridPos;

/// Draws the rim with the numbers of the rows and columns. The numbers of `marked` are highlighted.
pub fn draw_rim(layout: &GridLayout, buffer: &mut Buffer, look: &Look, marked: Option<GridPos>) {
    let GridLayout { frame, board, cell, .. } = *layout;
    let style = Style::new().fg(look.palette.rim_text).bg(look.palette.rim);
    buffer.set_style(frame, style);
    let label_style = |is_marked| {
        if is_marked { style.add_modifier(Modifier::BOLD).fg(look.palette.accent) } else { style }
    };
    let number = |index: u16| index + layout.grid.first_number;
    // Where the column numbers would run into each other, only every fifth one is drawn.
    let is_crowded = layout.label_width >= cell.width;
    let is_labelled = |col: u16, marked: Option<u16>| {
        !is_crowded
            || number(col).is_multiple_of(5) && marked.is_none_or(|m| m.abs_diff(col) > 1)
            || marked == Some(col)
    };
    let max_width = cell.width.max(layout.label_width + 1);
    for col in layout.cols().filter(|&col| is_labelled(col, marked.map(|pos| pos.col))) {
        let x = layout.area_of(GridPos::new(layout.first.row, col)).x;
        let label = number(col).to_string();
        let x = x + (cell.width.saturating_sub(drawing::text_width(&label))) / 2;
        let is_marked = marked.is_some_and(|pos| pos.col == col);
        buffer.set_stringn(x, board.y - 1, label, max_width.into(), label_style(is_marked));
    }
    for row in layout.rows() {
        let y = layout.area_of(GridPos::new(row, layout.first.col)).y + (cell.height - 1) / 2;
        let label = format!("{:>width$}", number(row), width = usize::from(layout.label_width));
        let is_marked = marked.is_some_and(|pos| pos.row == row);
        buffer.set_string(frame.x + layout.padding, y, label, label_style(is_marked));
    }
    if layout.grid.has_letters {
        draw_letters(layout, buffer, style.fg(look.palette.seats[0]));
    }
    draw_scroll_arrows(layout, buffer, look, style);
}

/// Returns the letters of the row or column with this index on a board of this size: `a`, `b` and
/// so on, or `aa`, `ab` and so on if there are more than 26.
pub fn letters(index: u16, size: u16) -> String {
    let letter = |index: u16| char::from(b'a' + u8::try_from(index % 26).unwrap_or(0));
    if size <= 26 {
        letter(index).to_string()
    } else {
        [letter(index / 26), letter(index)].iter().collect()
    }
}

/// Draws the letters of the rows on the right rim and those of the columns on the lower rim.
fn draw_letters(layout: &GridLayout, buffer: &mut Buffer, style: Style) {
    let GridLayout { board, cell, .. } = *layout;
    for col in layout.cols() {
        let x = layout.area_of(GridPos::new(layout.first.row, col)).x;
        let label = letters(col, layout.grid.size);
        let x = x + (cell.width.saturating_sub(drawing::text_width(&label))) / 2;
        buffer.set_stringn(x, board.bottom(), label, cell.width.into(), style);
    }
    for row in layout.rows() {
        let y = layout.area_of(GridPos::new(row, layout.first.col)).y + (cell.height - 1) / 2;
        let label = letters(row, layout.grid.size);
        buffer.set_string(board.right() + layout.padding, y, label, style);
    }
}

/// Draws arrows on the rim where the board continues beyond the window.
fn draw_scroll_arrows(layout: &GridLayout, buffer: &mut Buffer, look: &Look, style: Style) {
    let (board, size) = (layout.board, layout.grid.size);
    let [above, below, left, right] = look.glyphs.more;
    let middle_y = board.y + board.height / 2;
    for (continues, x, y, arrow) in [
        (layout.first.row > 0, board.right(), board.y, above),
        (layout.rows().end < size, board.right(), board.bottom() - 1, below),
        (layout.first.col > 0, board.x - 1, middle_y, left),
        (layout.cols().end < size, board.right(), middle_y, right),
    ] {
        if continues && let Some(cell) = buffer.cell_mut((x, y)) {
            cell.set_symbol(arrow).set_style(style.fg(look.palette.accent));
        }
    }
}

/// Draws an empty cell.
pub fn draw_blank(buffer: &mut Buffer, area: Rect, style: Style) {
    buffer.set_style(area, style);
    for position in area.positions() {
        if let Some(cell) = buffer.cell_mut(position) {
            cell.set_symbol(" ");
        }
    }
}

/// Draws a symbol that is one column wide in the middle of a cell.
pub fn draw_symbol(buffer: &mut Buffer, area: Rect, symbol: &str, style: Style) {
    let (x, y) = middle(area);
    buffer.set_string(x, y, symbol, style);
}

/// Draws symbols at the left and the right edge of a cell.
///
/// Block symbols fill the height of the cell; plain brackets are drawn in its middle row only.
pub fn draw_edges(
    buffer: &mut Buffer,
    area: Rect,
    [left, right]: [&str; 2],
    style: Style,
    look: &Look,
) {
    let (_, y) = middle(area);
    let rows = if look.glyphs.blocks { area.y..area.bottom() } else { y..y + 1 };
    for y in rows {
        buffer.set_string(area.x, y, left, style);
        buffer.set_string(area.right() - 1, y, right, style);
    }
}

/// Draws the cursor on a cell: brackets in addition to the cell's background, where they fit.
pub fn draw_cursor(buffer: &mut Buffer, area: Rect, is_taken: bool, look: &Look) {
    if area.width < 4 || (is_taken && look.glyphs.blocks && look.depth > ColorDepth::Mono) {
        // The background shows the cursor or, without background colours, inverse video does.
        if area.width < 4 && look.depth <= ColorDepth::Ansi {
            buffer.set_style(area, Style::new().add_modifier(Modifier::REVERSED));
        }
        return;
    }
    let style = Style::new().fg(look.palette.accent).add_modifier(Modifier::BOLD);
    draw_edges(buffer, area, look.glyphs.brackets, style, look);
}

fn middle(area: Rect) -> (u16, u16) {
    (area.x + (area.width - 1) / 2, area.y + (area.height - 1) / 2)
}
