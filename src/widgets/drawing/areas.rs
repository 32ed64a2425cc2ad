//! Parts of areas.

use ratatui::layout::Rect;

/// The part of an area to the right of its first columns.
pub fn skip_columns(area: Rect, columns: u16) -> Rect {
    let columns = columns.min(area.width);
    Rect { x: area.x + columns, width: area.width - columns, ..area }
}

/// The part of an area below its first rows.
pub fn skip_rows(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}
