//! Frames of dialogs, and marks around a card or a cell.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Margin, Rect, Size},
    style::{Modifier, Style},
    text::Line,
    widgets::{Block, Clear, Widget},
};

use super::truncate;
use crate::widgets::{ClickAreas, Look, backdrop};

/// What the glyphs to the left and right of a card or a cell mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideMark {
    Selected,
    /// Selected and advised by a hint.
    SelectedAdvice,
    Advice,
}

/// Draws an empty frame in the middle of an area and dims the rest. Returns the area inside, which
/// has the given size if there is room. Its first row has the focus by default.
pub fn draw_dialog_frame(
    buffer: &mut Buffer,
    area: Rect,
    inner_size: Size,
    title: &str,
    look: &Look,
    areas: &mut ClickAreas,
) -> Rect {
    let Size { width, height } = inner_size;
    let frame = area.centered(Length(width.saturating_add(4)), Length(height.saturating_add(2)));
    areas.cover(area);
    backdrop::dim_behind_dialog(buffer, area, frame, look);
    draw_frame(buffer, frame, title, look);
    let inside = frame.inner(Margin::new(2, 1));
    areas.focus_on(inside);
    inside
}

pub fn draw_empty(buffer: &mut Buffer, area: Rect, look: &Look) {
    Clear.render(area, buffer);
    buffer.set_style(area, look.text());
}

pub fn draw_frame(buffer: &mut Buffer, frame: Rect, title: &str, look: &Look) {
    Clear.render(frame, buffer);
    Block::bordered()
        .border_set(look.glyphs.border)
        .border_style(look.rule())
        .style(look.text())
        .title(Line::styled(
            format!(" {} ", truncate(title, frame.width.saturating_sub(4), look)),
            look.accent(),
        ))
        .render(frame, buffer);
}

/// From this height on, advice is marked only in the middle row.
const MIN_HEIGHT_FOR_SINGLE_MARK: u16 = 3;

/// Draws two glyphs to the left and right of `area`, a card or a cell, but not outside `frame`.
/// Brackets cover the whole height. Advice is marked only in the middle row of a high area, or of
/// any area without block glyphs, where stacked marks would look like a pattern or a cursor.
pub fn draw_side_mark(
    buffer: &mut Buffer,
    area: Rect,
    frame: Rect,
    mark: SideMark,
    style: Style,
    look: &Look,
) {
    if area.is_empty() {
        return;
    }
    let glyphs = match mark {
        SideMark::Selected => look.glyphs.brackets,
        SideMark::SelectedAdvice => look.glyphs.advised_cursor(),
        SideMark::Advice => look.glyphs.advice,
    };
    let middle = area.y + (area.height - 1) / 2;
    let is_low = look.glyphs.blocks && area.height < MIN_HEIGHT_FOR_SINGLE_MARK;
    let is_whole = mark != SideMark::Advice || is_low;
    let rows = if is_whole { area.y..area.bottom() } else { middle..middle + 1 };
    for y in rows {
        if area.x > frame.x {
            buffer.set_string(area.x - 1, y, glyphs[0], style.add_modifier(Modifier::BOLD));
        }
        if area.right() < frame.right() {
            buffer.set_string(area.right(), y, glyphs[1], style.add_modifier(Modifier::BOLD));
        }
    }
}
