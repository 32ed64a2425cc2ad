//! The setup as it is drawn.

use ratatui::{buffer::Buffer, layout::Rect};

use super::{Field, Setup};
use crate::{
    games::ArcadeGame,
    ui::{ClickAreas, ClickTarget, Look, widgets},
};

/// The spots of a column are its seat times this, plus the row.
pub const COLUMN: usize = 100;
/// The spots of the fields below start here.
pub const BELOW: usize = 10_000;

impl<G: ArcadeGame> Setup<G> {
    /// Draws the columns of the seats and the fields below them.
    pub(super) fn draw_all(
        &mut self,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        use ratatui::layout::Constraint::Length;
        let rows = u16::try_from(G::players().len() + 1).unwrap_or(1);
        let airy = area.height >= rows + 13;
        let gap = u16::from(airy);
        // In a low window the fields below the columns share a row.
        let is_short = area.height < rows + 6;
        let below = if is_short { 1 } else { 2 + u16::from(self.size.is_some()) };
        let height = 1 + gap + 1 + rows + gap + 1 + gap + below + gap;
        let body = area.centered(Length(area.width.min(72)), Length(height.min(area.height)));
        let mut y = body.y;
        widgets::put(
            buffer,
            Rect { y, height: 1, ..body },
            &format!("{}: who plays?", G::TITLE),
            look.accent(),
            look,
        );
        y += 1 + gap;
        self.columns(
            Rect { y, height: (rows + 1).min(body.bottom().saturating_sub(y)), ..body },
            buffer,
            look,
            areas,
        );
        y += rows + 1 + gap;
        let place = |y: u16| Rect { y, height: u16::from(y < area.bottom()), ..body };
        if area.height > rows + 5 {
            widgets::put(buffer, place(y), self.words(), look.dim(), look);
            y += 1 + gap;
        }
        let mut x = body.x;
        for (at, field) in self.fields().into_iter().skip(self.sitters.len()).enumerate() {
            let mut text = self.field_text(field);
            if is_short {
                text.truncate(text.trim_end().len() + 1);
            }
            let style = if field == self.field { look.selected() } else { look.text() };
            let row = place(y);
            let row =
                Rect { x, width: widgets::width(&text).min(body.right().saturating_sub(x)), ..row };
            widgets::put(buffer, row, &text, style, look);
            areas.add(row, ClickTarget::Item(BELOW + at));
            if is_short {
                x += row.width;
            } else {
                y += 1 + if field == Field::Seed { gap } else { 0 };
            }
        }
    }

    fn field_text(&self, field: Field) -> String {
        match field {
            Field::Size => {
                let size = self.size.unwrap_or_default();
                format!("  Size {size} x {size}  ")
            }
            Field::Seed => format!("  Seed {}  ", self.seed),
            Field::Start | Field::Seat(_) => "  Start  ".to_owned(),
        }
    }

    /// A sentence on how the selected player plays.
    fn words(&self) -> &'static str {
        let Field::Seat(seat) = self.field else { return "" };
        match self.sitters[seat].row.checked_sub(1) {
            Some(at) => G::players()[at].words,
            None => "A person at this keyboard.",
        }
    }

    fn columns(&self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let seats = u16::try_from(self.sitters.len()).unwrap_or(1);
        let wide = area.width / seats;
        for (seat, sitter) in self.sitters.iter().enumerate() {
            let x = area.x + wide * u16::try_from(seat).unwrap_or(0);
            // Narrow columns have no room for air.
            let is_narrow = wide < 14;
            let column =
                Rect { x, width: wide.saturating_sub(if is_narrow { 1 } else { 2 }), ..area };
            let is_here = self.field == Field::Seat(seat);
            let mut rows = column.rows();
            if let Some(head) = rows.next() {
                let pointer = if is_here { look.glyphs.pointer } else { " " };
                buffer.set_string(head.x, head.y, pointer, look.accent());
                let inset = if is_narrow { 1 } else { 2 };
                let name =
                    Rect { x: head.x + inset, width: head.width.saturating_sub(inset), ..head };
                widgets::put(buffer, name, G::SEAT_NAMES[seat], look.seat(seat), look);
            }
            for (at, row) in rows.enumerate() {
                let style = match (at == sitter.row, is_here) {
                    (true, true) => look.selected(),
                    (true, false) => look.strong(),
                    _ => look.dim(),
                };
                let name = if at == 0 { "person".to_owned() } else { sitter.name_of::<G>(at) };
                let mark = if at == sitter.row { look.glyphs.pointer } else { " " };
                let row = Rect { width: row.width.min(24), ..row };
                buffer.set_style(row, style);
                let text =
                    if is_narrow { format!("{mark}{name}") } else { format!("  {mark} {name}") };
                widgets::put(buffer, row, &text, style, look);
                areas.add(row, ClickTarget::Item(seat * COLUMN + at));
            }
        }
    }
}
