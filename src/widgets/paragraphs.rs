//! Paragraphs of one style each, wrapped and drawn one below another.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::{Look, drawing};

/// A paragraph, or a line of one.
pub type Styled = (String, Style);

pub fn wrapped(paragraphs: impl IntoIterator<Item = Styled>, columns: u16) -> Vec<Styled> {
    let lines = |(text, style): Styled| {
        drawing::wrap(&text, columns).into_iter().map(move |line| (line, style))
    };
    paragraphs.into_iter().flat_map(lines).collect()
}

/// Draws lines as far as there is room. Returns the area below them, after an empty row.
pub fn draw(lines: &[Styled], area: Rect, buffer: &mut Buffer, look: &Look) -> Rect {
    for ((text, style), row) in lines.iter().zip(area.rows()) {
        drawing::draw_text(buffer, row, text, *style, look);
    }
    let height = drawing::cells(lines.len() + 1).min(area.height);
    Rect { y: area.y + height, height: area.height - height, ..area }
}
