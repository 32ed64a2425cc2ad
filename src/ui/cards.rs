//! What all playing cards look like: the paper of a face, the pattern of a back.

use ratatui::{
    buffer::Buffer,
    layout::{Margin, Rect},
    style::Style,
    widgets::{Block, Clear, Widget},
};

use super::{ColorDepth, Look};

/// Whether colours behind the signs can tell a card from the table.
pub fn has_backgrounds(look: &Look) -> bool {
    look.depth > ColorDepth::Mono
}

/// Plain print on the paper of a face.
pub fn face_style(look: &Look) -> Style {
    Style::new().fg(look.palette.print[0]).bg(look.palette.paper)
}

/// Fills an area with a sign, whatever was there.
pub fn fill(buffer: &mut Buffer, area: Rect, sign: &str, style: Style) {
    for at in area.positions() {
        if let Some(cell) = buffer.cell_mut(at) {
            cell.reset();
            cell.set_symbol(sign).set_style(style);
        }
    }
}

/// A card's ground; where there are no colours, a frame if there is room for it.
pub fn draw_blank(buffer: &mut Buffer, area: Rect, style: Style, look: &Look) {
    fill(buffer, area, " ", style);
    if !has_backgrounds(look) && area.height > 2 && area.width > 2 {
        Clear.render(area, buffer);
        Block::bordered().border_set(look.glyphs.border).render(area, buffer);
    }
}

/// The part of a card that a frame leaves free, where it has one.
pub fn inner_area(area: Rect, look: &Look) -> Rect {
    if !has_backgrounds(look) && area.height > 2 && area.width > 2 {
        area.inner(Margin::new(1, 1))
    } else {
        area
    }
}

/// The back of a card.
pub fn draw_back(buffer: &mut Buffer, area: Rect, look: &Look) {
    let [plain, pattern] = look.palette.back;
    let style = Style::new().fg(pattern).bg(plain);
    draw_blank(buffer, area, style, look);
    if area.height == 1 && has_backgrounds(look) && look.glyphs.blocks {
        // A little air above, so that cards on top of each other stay apart.
        return fill(
            buffer,
            area,
            look.glyphs.low,
            Style::new().fg(plain).bg(look.palette.background),
        );
    }
    let is_framed = area.height > 2 && area.width > 2;
    let inside = if is_framed { area.inner(Margin::new(1, 1)) } else { area };
    if is_framed || !has_backgrounds(look) {
        fill(buffer, inside, look.glyphs.back, style);
    }
}
