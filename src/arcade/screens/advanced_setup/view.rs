//! How the setup screen is drawn: a column for each seat, and the other fields below. All sizes are
//! in terminal columns and rows.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect},
};

use super::{AdvancedSetup, Command, KEYS, SetupField};
use crate::games::ArcadeKind as _;
use crate::widgets::{ClickAreas, ClickTarget, Look, drawing, keys::key_name};

/// The click item of a player in a seat's column is this times the seat, plus the row.
pub const SEAT_ITEMS: usize = 100;
/// The click items of the fields below the columns start here.
pub const FIRST_FIELD_ITEM: usize = 10_000;
/// The maximum width of the screen.
const MAX_WIDTH: u16 = 72;
/// The maximum width of a player's row.
const PLAYER_WIDTH: u16 = 24;
/// Columns below this width have no empty space around the names.
const NARROW: u16 = 14;

/// Draws the screen.
pub struct View<'a> {
    pub screen: &'a AdvancedSetup,
    pub look: &'a Look,
}

impl View<'_> {
    /// Draws the columns of the seats and the fields below them.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let (screen, look) = (self.screen, self.look);
        let rows = u16::try_from(screen.players.kinds.len() + 1).unwrap_or(1);
        let gap = u16::from(area.height >= rows + 13);
        // In a low window the fields below the columns share a row.
        let is_low = area.height < rows + 6;
        let fields = if is_low { 1 } else { 2 + u16::from(screen.size.is_some()) };
        let height = 1 + gap + 1 + rows + gap + 1 + gap + fields + gap;
        let body =
            area.centered(Length(area.width.min(MAX_WIDTH)), Length(height.min(area.height)));
        let row = |y: u16| Rect { y, height: u16::from(y < area.bottom()), ..body };
        let mut y = body.y;
        let title = format!("{}: advanced setup", screen.game.title());
        drawing::draw_text(buffer, row(y), &title, look.accent(), look);
        y += 1 + gap;
        let columns_height = (rows + 1).min(body.bottom().saturating_sub(y));
        self.draw_columns(Rect { y, height: columns_height, ..body }, buffer, areas);
        y += rows + 1 + gap;
        if area.height > rows + 5 {
            if let SetupField::Seat(seat) = screen.field {
                let picker = &screen.seats[seat];
                let description = picker.description(&screen.players);
                let text = match picker.arg_kind(&screen.players) {
                    Some(arg) if arg.is_program() && picker.arg().is_empty() => {
                        let key = key_name(&KEYS, Command::NameProgram);
                        format!("Press {key} to name it. {description}")
                    }
                    _ => description.to_owned(),
                };
                drawing::draw_text(buffer, row(y), &text, look.dim(), look);
            }
            y += 1 + gap;
        }
        let mut x = body.x;
        for (index, field) in screen.fields().into_iter().skip(screen.seats.len()).enumerate() {
            let mut text = self.field_text(field);
            if is_low {
                text.truncate(text.trim_end().len() + 1);
            }
            let style = if field == screen.field { look.selected() } else { look.text() };
            let width = drawing::text_width(&text).min(body.right().saturating_sub(x));
            let button = Rect { x, width, ..row(y) };
            drawing::draw_text(buffer, button, &text, style, look);
            areas.add(button, ClickTarget::Item(FIRST_FIELD_ITEM + index));
            if is_low {
                x += width;
            } else {
                y += 1 + if field == SetupField::Seed { gap } else { 0 };
            }
        }
    }

    fn field_text(&self, field: SetupField) -> String {
        match field {
            SetupField::Size => {
                let size = self.screen.size.unwrap_or_default();
                format!("  Size {size} x {size}  ")
            }
            SetupField::Seed => format!("  Seed {}  ", self.screen.seed),
            SetupField::Start | SetupField::Seat(_) => "  Start  ".to_owned(),
        }
    }

    fn draw_columns(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let seats = u16::try_from(self.screen.seats.len()).unwrap_or(1);
        let width = area.width / seats;
        let gap = if width < NARROW { 1 } else { 2 };
        for (seat, x) in (0..self.screen.seats.len()).zip((area.x..).step_by(width.max(1).into())) {
            let column = Rect { x, width: width.saturating_sub(gap), ..area };
            self.draw_column(seat, column, width < NARROW, buffer, areas);
        }
    }

    /// Draws the name of a seat and its players.
    fn draw_column(
        &self,
        seat: usize,
        column: Rect,
        is_narrow: bool,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let (picker, look) = (&self.screen.seats[seat], self.look);
        let is_selected = self.screen.field == SetupField::Seat(seat);
        let mut rows = column.rows();
        if let Some(heading) = rows.next() {
            let pointer = if is_selected { look.glyphs.pointer } else { " " };
            buffer.set_string(heading.x, heading.y, pointer, look.accent());
            let inset = if is_narrow { 1 } else { 2 };
            let width = heading.width.saturating_sub(inset);
            let name = Rect { x: heading.x + inset, width, ..heading };
            drawing::draw_text(
                buffer,
                name,
                self.screen.game.seat_names()[seat],
                look.seat(seat),
                look,
            );
        }
        for (index, row) in rows.enumerate() {
            let is_chosen = index == picker.row;
            let style = match (is_chosen, is_selected && index == picker.cursor) {
                (_, true) => look.selected(),
                (true, false) => look.strong(),
                (false, false) => look.dim(),
            };
            let name = if index == 0 {
                "person".to_owned()
            } else {
                picker.name_in_row(&self.screen.players, index)
            };
            let pointer = if is_chosen { look.glyphs.pointer } else { " " };
            let text =
                if is_narrow { format!("{pointer}{name}") } else { format!("  {pointer} {name}") };
            let row = Rect { width: row.width.min(PLAYER_WIDTH), ..row };
            buffer.set_style(row, style);
            drawing::draw_text(buffer, row, &text, style, look);
            areas.add(row, ClickTarget::Item(seat * SEAT_ITEMS + index));
        }
    }
}
