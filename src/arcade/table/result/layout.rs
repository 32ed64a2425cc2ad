//! The layout of the result card beside, below or over the board.

use ratatui::{
    buffer::Buffer,
    layout::{Margin, Rect, Size},
};

use super::{
    ResultCard, ResultCommand,
    painter::Painter,
    plan::{COLUMN_GAP, Plan, right_column},
};
use crate::{
    arcade::split::Split,
    widgets::{ClickAreas, Look, drawing},
};

/// The maximum width of the card without its frame.
const MAX_WIDTH: u16 = 64;
/// With less height, notes on a card over the board follow each other without blank rows.
const NOTES_ROOM: u16 = 12;

/// Draws the card. Returns the commands whose keys it shows.
pub fn draw(
    card: &ResultCard,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) -> Vec<ResultCommand> {
    let (plan, inside) = draw_frame(card, area, buffer, look, areas);
    let mut painter = Painter { buffer, look, inside, y: inside.y };
    areas.focus_on(painter.draw_title(card, &plan));
    let top = painter.y;
    if plan.has_columns() {
        painter.inside.width = right_column(inside.width) - COLUMN_GAP;
    }
    if plan.rows > 0 {
        painter.draw_rows(&card.content.rows);
    }
    painter.skip_row_if(plan.has_gap_above_subtitle());
    let subtitle_style = if plan.rows > 0 { look.dim() } else { look.strong() };
    painter.draw_lines(plan.shown_subtitle(), subtitle_style);
    if plan.has_columns() {
        let x = inside.x + right_column(inside.width);
        painter.inside = Rect { x, width: inside.right().saturating_sub(x), ..inside };
        painter.y = top;
    }
    for (at, note) in plan.notes.iter().enumerate() {
        painter.skip_row_if(plan.has_gap_before_note(at));
        let area = painter.draw_note(note);
        if plan.is_over_board() {
            areas.replace_with_message(area);
        }
    }
    painter.inside = inside;
    painter.draw_keys(&plan, areas);
    if plan.is_over_board() {
        let height = painter.y.saturating_sub(top);
        areas.replace_with_message(Rect { y: top, height, ..inside });
    }
    plan.keys.iter().map(|key| key.command).collect()
}

/// Plans the card and draws its frame: beside or below the board, or over it. Returns the plan and
/// the area inside the frame.
fn draw_frame(
    card: &ResultCard,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) -> (Plan, Rect) {
    let height = area.height.saturating_sub(2);
    let Some(Split { text: place, board, is_below }) = card.place.get() else {
        let (width, is_small) = (area.width.saturating_sub(4).min(MAX_WIDTH), height < NOTES_ROOM);
        let plan = Plan::over_the_board(card, Size::new(width, height), is_small, look);
        let size = Size::new(width, plan.height);
        if is_small || size.height + 4 > area.height {
            // A single row of the table would look like a part of the card.
            drawing::draw_empty(buffer, area, look);
        }
        let title = drawing::fitting(&card.titles, width);
        return (plan, drawing::draw_dialog_frame(buffer, area, size, title, look, areas));
    };
    let room = Size::new(place.width.saturating_sub(4), place.height.min(height + 2) - 2);
    // Beside the board, the card begins and ends with it if there is room.
    let (plan, top, min_height) = if is_below {
        (Plan::below_the_board(card, room, look), place.y, 0)
    } else {
        (Plan::beside_the_board(card, room, look), board.y, board.height)
    };
    let height = (plan.height + 2).max(min_height).min(place.height);
    let frame = Rect { height, ..place };
    let frame = Rect { y: top.min(place.bottom() - frame.height), ..frame };
    areas.cover(area);
    if !is_below {
        let board_columns = Rect { width: place.x.saturating_sub(area.x + 1), ..area };
        areas.set_message_columns(board_columns);
    }
    let title = drawing::fitting(&card.titles, frame.width.saturating_sub(4));
    drawing::draw_frame(buffer, frame, title, look);
    (plan, frame.inner(Margin::new(2, 1)))
}
