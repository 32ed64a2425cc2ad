//! Lists: scrolling, selection, and columns of text.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use crate::widgets::{ClickAreas, Look, drawing};

/// Returns the first visible row of a list of `count` rows with room for `visible`. Scrolls from
/// `first` as little as possible to show the `selected` row.
pub fn scroll(first: usize, selected: usize, count: usize, visible: usize) -> usize {
    let min = (selected + 1).saturating_sub(visible);
    first.min(selected).max(min).min(count.saturating_sub(visible))
}

/// The row `by` rows below this one of `count` rows, or the row at the end.
pub fn step(row: usize, by: isize, count: usize) -> usize {
    row.saturating_add_signed(by).min(count.saturating_sub(1))
}

/// The rows by which a page key moves if `visible` rows fit: one row stays in sight.
pub fn page(visible: usize) -> isize {
    visible.saturating_sub(1).max(1).cast_signed()
}

/// Like [`step`], but the first row follows the last one. There must be rows.
pub fn cycle(row: usize, by: isize, count: usize) -> usize {
    (row + count).saturating_add_signed(by) % count
}

/// Draws arrows to the right of a list's visible `rows` if it continues above or below them.
pub fn draw_scroll_marks(
    buffer: &mut Buffer,
    rows: Rect,
    has_more_above: bool,
    has_more_below: bool,
    look: &Look,
) {
    if rows.is_empty() || rows.right() >= buffer.area.right() {
        return;
    }
    let [above, below, ..] = look.glyphs.more;
    if has_more_above {
        buffer.set_string(rows.right(), rows.y, above, look.dim());
    }
    if has_more_below {
        buffer.set_string(rows.right(), rows.bottom() - 1, below, look.dim());
    }
}

pub fn draw_selection(
    buffer: &mut Buffer,
    row: Rect,
    style: Style,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let inset = 2.min(row.width);
    areas.focus_on(Rect { x: row.x + inset, width: row.width - inset, ..row });
    buffer.set_style(row, style);
    let selected = look.selected();
    // Swapped colours would fill the pointer's cell.
    let pointer =
        if look.reverses_selection() { selected } else { selected.fg(look.palette.accent) };
    buffer.set_string(row.x, row.y, look.glyphs.pointer, pointer);
}

/// Draws a text at the right edge and returns its width in columns.
pub fn draw_text_right(
    buffer: &mut Buffer,
    area: Rect,
    text: &str,
    style: Style,
    look: &Look,
) -> u16 {
    let width = drawing::text_width(text).min(area.width);
    let right = Rect { x: area.right() - width, width, ..area };
    drawing::draw_text(buffer, right, text, style, look);
    width
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextColumn {
    /// The distance from the left end of the row, in terminal columns.
    pub x: u16,
    pub width: u16,
}

impl TextColumn {
    pub const fn new(x: u16, width: u16) -> Self {
        Self { x, width }
    }

    pub fn draw(self, buffer: &mut Buffer, row: Rect, text: &str, style: Style, look: &Look) {
        drawing::draw_text(buffer, self.cell(row), text, style, look);
    }

    pub fn draw_right(self, buffer: &mut Buffer, row: Rect, text: &str, style: Style, look: &Look) {
        draw_text_right(buffer, self.cell(row), text, style, look);
    }

    fn cell(self, row: Rect) -> Rect {
        Rect { x: row.x + self.x, width: self.width, ..row }.intersection(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::{ColorDepth, testing};

    #[test]
    fn scrolling_moves_as_little_as_possible() {
        for (first, selected, count, visible, expected) in [
            (0, 0, 0, 5, 0),
            (0, 4, 20, 5, 0),
            (0, 5, 20, 5, 1),
            (7, 9, 20, 5, 7),
            (7, 3, 20, 5, 3),
            (18, 19, 20, 5, 15),
            (3, 1, 4, 9, 0),
        ] {
            assert_eq!(scroll(first, selected, count, visible), expected);
        }
    }

    #[test]
    fn text_is_aligned_within_its_column() {
        let look = testing::look(ColorDepth::Mono, true);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 1));
        let row = Rect::new(1, 0, 10, 1);
        TextColumn::new(0, 4).draw(&mut buffer, row, "ab", Style::new(), &look);
        TextColumn::new(4, 4).draw_right(&mut buffer, row, "12", Style::new(), &look);
        // The last column is cut at the end of the row.
        TextColumn::new(8, 4).draw_right(&mut buffer, row, "345", Style::new(), &look);
        assert_eq!(testing::text(&buffer).trim_end(), " ab    123~");
    }
}
