//! Drawing a grid: its layout, the rim with coordinates, and symbols in cells.
//!
//! Cells have a fixed 2:1 shape and are as large as the area allows. If a board doesn't fit even
//! with the smallest cells, a part of it is shown, which scrolls.

use std::ops::Range;

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect, Size},
    style::{Color, Modifier, Style},
};

use super::{Grid, GridPos};
use crate::widgets::{ClickAreas, ColorDepth, Look, cards, color::mix, drawing};

/// Heights of a cell in rows. Its width in columns is twice as large.
const CELL_HEIGHTS: [u16; 10] = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridLayout {
    pub grid: Grid,
    /// The board with its rim.
    pub frame: Rect,
    /// The visible cells, without the rim.
    pub board: Rect,
    pub cell: Size,
    /// Terminal columns of the row numbers.
    pub label_width: u16,
    /// Terminal columns before the row numbers.
    pub padding: u16,
    /// The cell in the top left corner of the visible part.
    pub first: GridPos,
    /// Visible cells across and down.
    pub shown: Size,
}

/// The rim, in columns at the left and right and rows above and below. Letters are at the right and
/// below.
struct Rim {
    left: u16,
    right: u16,
    above: u16,
    below: u16,
}

impl Rim {
    fn new(grid: Grid, cell_height: u16) -> Self {
        let gap = if cell_height == 1 { 1 } else { 2 };
        let letters = if grid.has_letters { letters_width(grid) } else { 0 };
        Self {
            left: label_width(grid) + gap,
            right: letters + gap,
            above: 1,
            below: u16::from(grid.has_letters).max(gap - 1),
        }
    }
}

fn label_width(grid: Grid) -> u16 {
    drawing::text_width(&grid.rows.last().to_string())
}

fn letters_width(grid: Grid) -> u16 {
    drawing::text_width(&letters(0, grid.rows.count))
}

/// The size of the whole board with its rim.
fn full_size(grid: Grid, cell_height: u16) -> Size {
    let rim = Rim::new(grid, cell_height);
    Size::new(
        grid.columns.count.saturating_mul(2 * cell_height).saturating_add(rim.left + rim.right),
        grid.rows.count.saturating_mul(cell_height).saturating_add(rim.above + rim.below),
    )
}

/// The largest height with which the board fits into `available`. If none fits: 2 for a large board
/// in a large area, else 1.
fn cell_height(grid: Grid, available: Size) -> u16 {
    let fits = |&cell_rows: &u16| {
        let Size { width, height } = full_size(grid, cell_rows);
        width <= available.width && height <= available.height
    };
    let is_roomy = available.height >= 18 && available.width >= 40 && grid.rows.count > 40;
    CELL_HEIGHTS.into_iter().find(fits).unwrap_or(if is_roomy { 2 } else { 1 })
}

/// The start of a window of `shown` cells that shows `cursor` and a few cells around it, as near as
/// possible to the old start `first`.
fn scroll(first: u16, cursor: u16, shown: u16, size: u16) -> u16 {
    let margin = (shown / 4).min(3);
    let min = (cursor + 1 + margin).saturating_sub(shown);
    let max = cursor.saturating_sub(margin);
    first.clamp(min, max.max(min)).min(size - shown)
}

impl GridLayout {
    pub fn extent(grid: Grid, available: Size) -> Size {
        let Size { width, height } = full_size(grid, cell_height(grid, available));
        Size::new(width.min(available.width), height.min(available.height))
    }

    /// If the board doesn't fit, shows a part that contains `cursor`, as near as possible to the
    /// previous layout's `first`.
    pub fn new(grid: Grid, area: Rect, cursor: GridPos, first: Option<GridPos>) -> Self {
        let (rows, columns) = (grid.rows.count, grid.columns.count);
        let height = cell_height(grid, area.as_size());
        let extent = Self::extent(grid, area.as_size());
        let frame = area.centered(Length(extent.width), Length(extent.height));
        let rim = Rim::new(grid, height);
        let shown = Size::new(
            (frame.width.saturating_sub(rim.left + rim.right) / (2 * height)).min(columns),
            (frame.height.saturating_sub(rim.above + rim.below) / height).min(rows),
        );
        let first = first.unwrap_or_else(|| {
            let middle = |cursor: u16, shown: u16| cursor.saturating_sub(shown / 2);
            GridPos::new(middle(cursor.row, shown.height), middle(cursor.col, shown.width))
        });
        let first = GridPos::new(
            scroll(first.row, cursor.row, shown.height, rows),
            scroll(first.col, cursor.col, shown.width, columns),
        );
        let board = Rect::new(
            frame.x + rim.left,
            frame.y + rim.above,
            shown.width * 2 * height,
            shown.height * height,
        );
        let frame = Rect {
            width: board.width + rim.left + rim.right,
            height: board.height + rim.above + rim.below,
            ..frame
        };
        Self {
            grid,
            frame,
            board,
            cell: Size::new(2 * height, height),
            label_width: label_width(grid),
            padding: u16::from(height > 1),
            first,
            shown,
        }
    }

    pub fn visible_cols(&self) -> Range<u16> {
        self.first.col..self.first.col + self.shown.width
    }

    pub fn visible_rows(&self) -> Range<u16> {
        self.first.row..self.first.row + self.shown.height
    }

    /// In reading order.
    pub fn visible(&self) -> impl Iterator<Item = GridPos> + '_ {
        self.visible_rows()
            .flat_map(|row| self.visible_cols().map(move |col| GridPos::new(row, col)))
    }

    /// The position must be visible.
    pub fn area_of(&self, pos: GridPos) -> Rect {
        let Size { width, height } = self.cell;
        let (down, right) = (pos.row - self.first.row, pos.col - self.first.col);
        Rect::new(self.board.x + right * width, self.board.y + down * height, width, height)
    }
}

/// Draws the ground of a picture in the colour of a rim, which the cells stand out from.
pub fn draw_thumbnail_ground(area: Rect, buffer: &mut Buffer, look: &Look) {
    if look.has_backgrounds() {
        cards::fill(buffer, area, " ", look.text().bg(look.palette.rim));
    }
}

/// The cells of a board in a picture, centred in `area`. Those that don't fit are left out.
pub fn thumbnail_cells(size: u16, area: Rect) -> impl Iterator<Item = (GridPos, Rect)> {
    let rows = size.max(1);
    let height = (area.height / rows).min(area.width / (2 * rows)).max(1);
    let board = area.centered(Length(2 * height * size), Length(height * size));
    let positions = (0..size).flat_map(move |row| (0..size).map(move |col| GridPos::new(row, col)));
    let cells = positions.map(move |pos| {
        let (x, y) = (board.x + pos.col * 2 * height, board.y + pos.row * height);
        (pos, Rect::new(x, y, 2 * height, height).intersection(area))
    });
    cells.filter(|(_, cell)| !cell.is_empty())
}

/// Draws the rim with its coordinates; those of `marked` are highlighted in `color`.
pub fn draw_rim(
    layout: &GridLayout,
    buffer: &mut Buffer,
    look: &Look,
    marked: Option<GridPos>,
    color: Color,
) {
    let GridLayout { frame, board, cell, .. } = *layout;
    let style = Style::new().fg(look.palette.rim_text).bg(look.palette.rim);
    buffer.set_style(frame, style);
    // Beside the letters of the first seat, the numbers are those of the second one.
    let has_letters = layout.grid.has_letters;
    let [letter_style, number_style] = [0, 1].map(|seat| style.fg(look.palette.seats[seat]));
    let plain = if has_letters { number_style } else { style };
    let label_style = |is_marked| {
        if is_marked { style.add_modifier(Modifier::BOLD).fg(color) } else { plain }
    };
    let Grid { rows, columns, .. } = layout.grid;
    // If column numbers would touch each other, only every fifth one is drawn.
    let is_crowded = layout.label_width >= cell.width;
    let is_labelled = |col: u16, marked: Option<u16>| {
        !is_crowded
            || (columns.first + col).is_multiple_of(5)
                && marked.is_none_or(|at| at.abs_diff(col) > 1)
            || marked == Some(col)
    };
    let max_width = cell.width.max(layout.label_width + 1);
    for col in layout.visible_cols().filter(|&col| is_labelled(col, marked.map(|pos| pos.col))) {
        let x = layout.area_of(GridPos::new(layout.first.row, col)).x;
        let label = (columns.first + col).to_string();
        let x = x + (cell.width.saturating_sub(drawing::text_width(&label))) / 2;
        let is_marked = marked.is_some_and(|pos| pos.col == col);
        buffer.set_stringn(x, board.y - 1, label, max_width.into(), label_style(is_marked));
    }
    for row in layout.visible_rows() {
        let y = layout.area_of(GridPos::new(row, layout.first.col)).y + (cell.height - 1) / 2;
        let label = format!("{:>1$}", rows.first + row, usize::from(layout.label_width));
        let is_marked = marked.is_some_and(|pos| pos.row == row);
        buffer.set_string(frame.x + layout.padding, y, label, label_style(is_marked));
    }
    if has_letters {
        draw_letters(layout, buffer, letter_style);
    }
    draw_scroll_arrows(layout, buffer, look, style);
}

/// The letters of a row or column: `a`, `b`, ... or, if there are more than 26, `aa`, `ab`, ...
pub fn letters(index: u16, size: u16) -> String {
    let letter = |index: u16| char::from(b'a' + u8::try_from(index % 26).unwrap_or(0));
    if size <= 26 {
        letter(index).to_string()
    } else {
        [letter(index / 26), letter(index)].iter().collect()
    }
}

fn draw_letters(layout: &GridLayout, buffer: &mut Buffer, style: Style) {
    let GridLayout { board, cell, .. } = *layout;
    for col in layout.visible_cols() {
        let x = layout.area_of(GridPos::new(layout.first.row, col)).x;
        let label = letters(col, layout.grid.columns.count);
        let x = x + (cell.width.saturating_sub(drawing::text_width(&label))) / 2;
        buffer.set_stringn(x, board.bottom(), label, cell.width.into(), style);
    }
    for row in layout.visible_rows() {
        let y = layout.area_of(GridPos::new(row, layout.first.col)).y + (cell.height - 1) / 2;
        let label = letters(row, layout.grid.rows.count);
        buffer.set_string(board.right() + 1, y, label, style);
    }
}

fn draw_scroll_arrows(layout: &GridLayout, buffer: &mut Buffer, look: &Look, style: Style) {
    let GridLayout { grid, board, .. } = *layout;
    let [above, below, left, right] = look.glyphs.more;
    let middle_y = board.y + board.height / 2;
    for (continues, x, y, arrow) in [
        (layout.first.row > 0, board.right(), board.y, above),
        (layout.visible_rows().end < grid.rows.count, board.right(), board.bottom() - 1, below),
        (layout.first.col > 0, board.x - 1, middle_y, left),
        (layout.visible_cols().end < grid.columns.count, board.right(), middle_y, right),
    ] {
        if continues && let Some(cell) = buffer.cell_mut((x, y)) {
            cell.set_symbol(arrow).set_style(style.fg(look.palette.accent));
        }
    }
}

pub fn draw_blank(buffer: &mut Buffer, area: Rect, style: Style) {
    buffer.set_style(area, style);
    for position in area.positions() {
        if let Some(cell) = buffer.cell_mut(position) {
            cell.set_symbol(" ");
        }
    }
}

/// `symbol` is one column wide.
pub fn draw_symbol(buffer: &mut Buffer, area: Rect, symbol: &str, style: Style) {
    let (x, y) = middle(area);
    buffer.set_string(x, y, symbol, style);
}

/// Marks a cell on a terminal without background colours.
pub fn underline(buffer: &mut Buffer, area: Rect, look: &Look) {
    let last = Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area };
    for position in last.positions() {
        let Some(cell) = buffer.cell_mut(position) else { continue };
        if area.height > 1 && cell.symbol() == " " {
            cell.set_symbol(look.glyphs.low_line);
        } else {
            cell.set_style(Style::new().add_modifier(Modifier::UNDERLINED));
        }
    }
}

/// Marks a cell that is discussed after the game, in its upper right corner.
pub fn draw_remark(buffer: &mut Buffer, area: Rect, look: &Look) {
    let style = Style::new().fg(look.palette.alert).add_modifier(Modifier::BOLD);
    let Some(cell) = buffer.cell_mut((area.right().saturating_sub(1), area.y)) else { return };
    cell.set_symbol("?");
    if !cell.modifier.contains(Modifier::REVERSED) {
        cell.set_style(style);
    }
}

pub fn draw_edges(buffer: &mut Buffer, area: Rect, [left, right]: [&str; 2], style: Style) {
    for y in area.y..area.bottom() {
        buffer.set_string(area.x, y, left, style);
        buffer.set_string(area.right() - 1, y, right, style);
    }
}

/// Draws the cursor as bars or a frame at the left and right edges. If the symbol in the cell
/// reaches into these columns, they get a coloured background instead, so that the symbol stays
/// whole; without colours, the cell is reversed.
pub fn draw_cursor(buffer: &mut Buffer, area: Rect, color: Color, look: &Look) {
    let reverse = Style::new().add_modifier(Modifier::REVERSED);
    if area.width < 4 {
        // The background shows the cursor; without background colours, reversed text does.
        if look.depth <= ColorDepth::Ansi {
            buffer.set_style(area, reverse);
        }
        return;
    }
    let columns = [area.x, area.right() - 1].map(|x| Rect { x, width: 1, ..area });
    // The symbols that fill the half of a column beside its bar.
    let filled =
        if look.depth == ColorDepth::Mono { ["", ""] } else { ["▐█▜▟", "▌█▛▙"] };
    let is_free = |(column, filled): (&Rect, &str)| {
        let mut symbols = column.positions().map(|position| buffer[position].symbol());
        symbols.all(|symbol| symbol == " " || filled.contains(symbol))
    };
    if !columns.iter().zip(filled).all(is_free) {
        if look.depth == ColorDepth::Mono {
            return buffer.set_style(area, reverse);
        }
        // The background is muted if a symbol of the same colour would be lost in it.
        let is_own = columns.iter().flat_map(|it| it.positions()).any(|at| buffer[at].fg == color);
        let ground = mix(look.palette.cursor, color, if is_own { 0.4 } else { 0.7 });
        return columns.into_iter().for_each(|it| buffer.set_style(it, Style::new().bg(ground)));
    }
    let style = Style::new().fg(color).add_modifier(Modifier::BOLD);
    // Without colours, bars between two cells could belong to either.
    if look.depth == ColorDepth::Mono && look.glyphs.blocks {
        return draw_corners(buffer, area, look, style);
    }
    let [left, right] = look.glyphs.brackets;
    if !look.glyphs.blocks {
        return draw_edges(buffer, area, [left, right], style);
    }
    // Each bar is the outer half of its column. If the inner half is filled, it stays.
    for (column, bar) in columns.into_iter().zip([right, left]) {
        for position in column.positions() {
            let cell = &mut buffer[position];
            let ground = if cell.symbol() == " " { cell.bg } else { cell.fg };
            cell.set_symbol(bar).set_style(style.bg(ground));
        }
    }
}

fn draw_corners(buffer: &mut Buffer, area: Rect, look: &Look, style: Style) {
    let border = &look.glyphs.border;
    draw_edges(buffer, area, [border.vertical_left, border.vertical_right], style);
    let row = |y| Rect { y, height: 1, ..area };
    draw_edges(buffer, row(area.y), [border.top_left, border.top_right], style);
    let bottom = [border.bottom_left, border.bottom_right];
    draw_edges(buffer, row(area.bottom() - 1), bottom, style);
}

/// Places the terminal's own cursor on the symbol of a cell, for screen readers.
pub fn focus_on(area: Rect, areas: &mut ClickAreas) {
    if !area.is_empty() {
        let (x, y) = middle(area);
        areas.focus_on(Rect { x, y, ..area });
    }
}

pub fn middle(area: Rect) -> (u16, u16) {
    (area.x + (area.width - 1) / 2, area.y + (area.height - 1) / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::grid::Notation;
    use fourcade_engine::flip::Flip;

    fn grid(size: u16) -> Grid {
        Grid::new::<Flip>(Notation::FromOne, (size, size))
    }

    #[test]
    fn cells_grow_with_the_window_and_keep_their_shape() {
        let heights = [(22, 10), (40, 20), (60, 28), (70, 36), (90, 44)].map(|(width, height)| {
            let layout =
                GridLayout::new(grid(8), Rect::new(0, 0, width, height), GridPos::new(0, 0), None);
            assert_eq!(
                (layout.cell.width, layout.shown),
                (2 * layout.cell.height, Size::new(8, 8))
            );
            layout.cell.height
        });
        assert_eq!(heights, [1, 2, 3, 4, 5]);
    }

    #[test]
    fn cells_grow_up_to_ten_rows_in_very_large_windows() {
        let height = |width, height| {
            let area = Rect::new(0, 0, width, height);
            GridLayout::new(grid(8), area, GridPos::new(0, 0), None).cell.height
        };
        assert_eq!(height(134, 49), 5);
        assert_eq!(height(170, 58), 7);
        assert_eq!(height(300, 90), 10);
        assert_eq!(height(900, 400), 10, "cells have at most 20 x 10");
    }

    #[test]
    fn letters_widen_the_rim_on_the_right() {
        let lettered = |size| Grid { has_letters: true, ..grid(size) };
        for (width, height) in [(66, 33), (200, 66)] {
            let area = Rect::new(0, 0, width, height);
            let layout = |grid| GridLayout::new(grid, area, GridPos::new(0, 0), None);
            let (plain, with_letters) = (layout(grid(30)), layout(lettered(30)));
            let rest = |layout: &GridLayout| layout.frame.right() - layout.board.right();
            assert_eq!(rest(&with_letters), rest(&plain) + 2);
            assert_eq!(rest(&layout(lettered(26))), rest(&layout(grid(26))) + 1);
            assert_eq!(with_letters.frame.bottom(), with_letters.board.bottom() + 1);
        }
    }

    #[test]
    fn a_board_that_does_not_fit_scrolls_with_the_cursor() {
        let area = Rect::new(0, 0, 45, 20);
        let at = |cursor, first| GridLayout::new(grid(1000), area, cursor, first);
        let start = at(GridPos::new(0, 0), None);
        assert_eq!(start.first, GridPos::new(0, 0));
        let moved = at(GridPos::new(500, 3), Some(start.first));
        assert_eq!(
            moved.visible_rows().end,
            501 + (start.shown.height / 4).min(3),
            "a few rows beyond the cursor are shown"
        );
        assert_eq!(moved.first.col, 0);
        assert_eq!(
            at(GridPos::new(499, 3), Some(moved.first)).first,
            moved.first,
            "the window moves only when it must"
        );
        assert!(moved.visible().any(|cell| cell == GridPos::new(500, 3)));
        let end = at(GridPos::new(999, 999), Some(moved.first));
        assert!(end.visible().any(|cell| cell == GridPos::new(999, 999)));
        assert!(end.visible().all(|cell| cell.row < 1000 && cell.col < 1000));
        assert!(area.contains(end.frame.as_position()) && end.frame.right() <= area.right());
    }

    #[test]
    fn no_area_is_too_small_to_lay_out() {
        for size in [4, 8, 11, 1024] {
            for (width, height) in [(0, 0), (1, 1), (7, 3), (20, 9), (250, 80)] {
                let layout = GridLayout::new(
                    grid(size),
                    Rect::new(0, 0, width, height),
                    GridPos::new(3, 2),
                    None,
                );
                assert!(layout.visible().all(|cell| cell.row < size && cell.col < size));
            }
        }
    }

    #[test]
    fn thumbnail_cells_are_as_large_as_possible_and_stay_inside() {
        for (size, area, height) in [
            (8, Rect::new(3, 2, 18, 8), 1),
            (8, Rect::new(0, 0, 40, 17), 2),
            (5, Rect::new(1, 1, 39, 16), 3),
        ] {
            let cells: Vec<_> = thumbnail_cells(size, area).collect();
            assert_eq!(cells.len(), usize::from(size * size));
            assert!(
                cells.iter().all(|(_, cell)| (cell.width, cell.height) == (2 * height, height))
            );
            assert!(cells.iter().all(|(_, cell)| area.union(*cell) == area));
        }
        assert!(
            thumbnail_cells(9, Rect::new(0, 0, 3, 3))
                .all(|(_, cell)| cell.right() <= 3 && cell.bottom() <= 3)
        );
    }
}
