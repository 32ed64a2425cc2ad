//! Drawing of playing cards: the blank card and the pattern on the back.

use ratatui::{
    buffer::Buffer,
    layout::{Margin, Rect},
    style::Style,
    widgets::{Block, Clear, Widget},
};

use super::{ColorDepth, Look};

/// Whether the terminal has background colours, so that cards need no frame.
pub fn has_backgrounds(look: &Look) -> bool {
    look.depth > ColorDepth::Mono
}

/// Returns the style of black print on the face of a card.
pub fn face_style(look: &Look) -> Style {
    Style::new().fg(look.palette.print[0]).bg(look.palette.paper)
}

/// Fills an area with a glyph and replaces everything that was there.
pub fn fill(buffer: &mut Buffer, area: Rect, glyph: &str, style: Style) {
    for position in area.positions() {
        if let Some(cell) = buffer.cell_mut(position) {
            cell.reset();
            cell.set_symbol(glyph).set_style(style);
        }
    }
}

/// Draws a blank card. Without background colours it gets a frame, if there is room for it.
pub fn draw_blank(buffer: &mut Buffer, area: Rect, style: Style, look: &Look) {
    fill(buffer, area, " ", style);
    if !has_backgrounds(look) && area.height > 2 && area.width > 2 {
        Clear.render(area, buffer);
        Block::bordered().border_set(look.glyphs.border).render(area, buffer);
    }
}

/// Returns the area of a card inside its frame, or the whole card if it has none.
pub fn inner_area(area: Rect, look: &Look) -> Rect {
    if !has_backgrounds(look) && area.height > 2 && area.width > 2 {
        area.inner(Margin::new(1, 1))
    } else {
        area
    }
}

/// Draws the back of a card.
pub fn draw_back(buffer: &mut Buffer, area: Rect, look: &Look) {
    let [plain, pattern] = look.palette.back;
    let style = Style::new().fg(pattern).bg(plain);
    draw_blank(buffer, area, style, look);
    if area.height == 1 && has_backgrounds(look) && look.glyphs.blocks {
        // Leave a little space above, so that cards in a column are separate.
        return fill(
            buffer,
            area,
            look.glyphs.low,
            Style::new().fg(plain).bg(look.palette.background),
        );
    }
    let has_margin = area.height > 2 && area.width > 2;
    let inner = if has_margin { area.inner(Margin::new(1, 1)) } else { area };
    if has_margin || !has_backgrounds(look) {
        fill(buffer, inner, look.glyphs.back, style);
    }
}
