//! An area of the panel that is filled from top to bottom.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use crate::{
    games::{LegendRow, Overview},
    widgets::{Look, drawing, page::WindowClass},
};

/// The columns before the name of a seat: the pointer and a space.
pub const NAME_INDENT: u16 = 2;

/// What the game and its controller report about the position on the table.
pub struct PanelInfo {
    /// The points that no seat has yet, in a game whose seats share a fixed total.
    pub open_points: Option<u32>,
    pub progress: Option<String>,
    /// The text that is being typed, with a prompt.
    pub pending_input: Option<String>,
    /// What the person who decides wants to do, for somebody who is new to the game.
    pub goal: Option<String>,
    /// What the signs on the board mean, for the same person and for those who watch.
    pub legend: &'static [LegendRow],
    /// What a large window tells about the game.
    pub overview: Option<Overview>,
}

/// An area that is filled with lines from top to bottom.
pub struct PanelColumn<'a> {
    pub buffer: &'a mut Buffer,
    pub look: &'a Look,
    pub area: Rect,
    pub y: u16,
    /// Whether this is one of two halves below the board.
    pub is_below: bool,
    pub class: WindowClass,
}

impl PanelColumn<'_> {
    /// Whether the parts of the panel have empty rows between them.
    pub fn is_spacious(&self) -> bool {
        self.class > WindowClass::Small
    }

    pub fn rest(&self) -> u16 {
        self.area.bottom().saturating_sub(self.y)
    }

    /// Writes a line, if there is a free row.
    pub fn line(&mut self, text: &str, style: Style) {
        if self.rest() > 0 {
            let text = self.look.keymap.fill(text);
            drawing::draw_text(self.buffer, self.row(), &text, style, self.look);
            self.y += 1;
        }
    }

    /// Writes a text in as many lines as it needs and as there are free rows.
    pub fn paragraph(&mut self, text: &str, style: Style) {
        for line in drawing::wrap(&self.look.keymap.fill(text), self.area.width) {
            self.line(&line, style);
        }
    }

    /// The rows that [`Self::paragraph`] needs for a text.
    pub fn rows_of(&self, text: &str) -> usize {
        drawing::wrap(&self.look.keymap.fill(text), self.area.width).len()
    }

    pub fn row(&self) -> Rect {
        Rect { y: self.y, height: 1, ..self.area }
    }

    /// Takes the next free row for a bar, from the names of the players to their scores.
    pub fn take_bar_row(&mut self) -> Rect {
        let row = self.below_names(1);
        self.y += 1;
        row
    }

    /// The next free rows, as far as there are that many, from the column of the players' names to
    /// the one before the last.
    pub fn below_names(&self, rows: u16) -> Rect {
        let width = self.area.width.saturating_sub(NAME_INDENT + 1);
        Rect {
            x: (self.area.x + NAME_INDENT).min(self.area.right()),
            y: self.y,
            width,
            height: rows.min(self.rest()),
        }
    }

    /// The column after the text in a row.
    pub fn end_of_text(&self, row: Rect) -> u16 {
        let is_free = |x: &u16| self.buffer[(*x, row.y)].symbol() == " ";
        let free = (row.x..row.right()).rev().take_while(is_free).count();
        row.right() - u16::try_from(free).unwrap_or(row.width)
    }

    /// Writes a text that belongs to the players, below their names.
    pub fn remark(&mut self, text: &str, style: Style) {
        for line in drawing::wrap(text, self.area.width.saturating_sub(NAME_INDENT)) {
            self.line(&format!("{:indent$}{line}", "", indent = usize::from(NAME_INDENT)), style);
        }
    }
}
