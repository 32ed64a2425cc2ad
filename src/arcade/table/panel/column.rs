//! An area of the panel that is filled from top to bottom.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use crate::{
    games::{LegendRow, Overview, SeatInput},
    widgets::{Look, drawing, page::WindowClass},
};

/// The columns before the name of a seat: the pointer and a space.
pub const NAME_INDENT: u16 = 2;

/// What the panel shows about the position, from the game and its controller.
pub struct PanelInfo {
    /// The points that no seat has yet; `None` unless the seats share a fixed total.
    pub open_points: Option<u32>,
    pub progress: Option<String>,
    /// The prompt of a choice that is being typed, with the text so far.
    pub pending_input: Option<String>,
    pub seat_inputs: Vec<SeatInput>,
    /// The aim of the next choice, for a person who is new to the game.
    pub goal: Option<String>,
    /// The signs on the board, for new players and spectators.
    pub legend: &'static [LegendRow],
    /// The history of the game, in a large window.
    pub overview: Option<Overview>,
}

pub struct PanelColumn<'a> {
    pub buffer: &'a mut Buffer,
    pub look: &'a Look,
    pub area: Rect,
    pub y: u16,
    /// Whether this is one of two halves below the board.
    pub is_below: bool,
    pub class: WindowClass,
    /// The part of the status that a message may replace; `None` for the whole status.
    pub replaceable: Option<Rect>,
    /// Whether the title or the seats' rows show the points of the match.
    pub has_match_points: bool,
}

impl PanelColumn<'_> {
    /// Whether the parts of the panel have blank rows between them.
    pub fn is_spacious(&self) -> bool {
        self.class > WindowClass::Small
    }

    pub fn free_rows(&self) -> u16 {
        self.area.bottom().saturating_sub(self.y)
    }

    pub fn draw_line(&mut self, text: &str, style: Style) {
        if self.free_rows() > 0 {
            let text = self.look.keymap.fill(text);
            drawing::draw_text(self.buffer, self.row(), &text, style, self.look);
            self.y += 1;
        }
    }

    pub fn draw_paragraph(&mut self, text: &str, style: Style) {
        for line in drawing::wrap(&self.look.keymap.fill(text), self.area.width) {
            self.draw_line(&line, style);
        }
    }

    pub fn rows_for(&self, text: &str) -> usize {
        drawing::wrap(&self.look.keymap.fill(text), self.area.width).len()
    }

    pub fn rest(&self) -> Rect {
        Rect { y: self.y, height: self.free_rows(), ..self.area }
    }

    pub fn row(&self) -> Rect {
        Rect { y: self.y, height: 1, ..self.area }
    }

    /// Returns the next row for a bar, aligned with the players' names, and moves on to the one
    /// below.
    pub fn take_bar_row(&mut self) -> Rect {
        let row = self.below_names(1);
        self.y += 1;
        row
    }

    /// Up to `rows` free rows, from the column of the players' names to the last column but one.
    pub fn below_names(&self, rows: u16) -> Rect {
        let width = self.area.width.saturating_sub(NAME_INDENT + 1);
        Rect {
            x: (self.area.x + NAME_INDENT).min(self.area.right()),
            y: self.y,
            width,
            height: rows.min(self.free_rows()),
        }
    }

    /// The column after the text in a row.
    pub fn end_of_text(&self, row: Rect) -> u16 {
        let is_free = |x: &u16| self.buffer[(*x, row.y)].symbol() == " ";
        let free = (row.x..row.right()).rev().take_while(is_free).count();
        row.right() - u16::try_from(free).unwrap_or(row.width)
    }

    pub fn draw_indented_paragraph(&mut self, text: &str, style: Style) {
        for line in drawing::wrap(text, self.area.width.saturating_sub(NAME_INDENT)) {
            self.draw_line(
                &format!("{:indent$}{line}", "", indent = usize::from(NAME_INDENT)),
                style,
            );
        }
    }
}
