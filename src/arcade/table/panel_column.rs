//! A column of a panel, which is filled from top to bottom.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use crate::widgets::{Look, drawing};

/// What the game and its controls report about the position on the table.
pub struct PanelInfo {
    /// The points that no seat has yet, in a game whose seats share a fixed total.
    pub open_points: Option<u32>,
    /// How far the game has progressed, as text.
    pub progress: Option<String>,
    /// The text that is being typed, with a prompt.
    pub pending_input: Option<String>,
    /// What the person who decides wants to do, for somebody who is new to the game.
    pub goal: Option<String>,
}

/// An area that is filled with lines from top to bottom.
pub struct PanelColumn<'a> {
    /// The buffer to draw in.
    pub buffer: &'a mut Buffer,
    /// The look of the screen.
    pub look: &'a Look,
    pub area: Rect,
    /// The next free row.
    pub y: u16,
}

impl PanelColumn<'_> {
    /// The number of free rows.
    pub fn rest(&self) -> u16 {
        self.area.bottom().saturating_sub(self.y)
    }

    /// Writes a line, if there is a free row.
    pub fn line(&mut self, text: &str, style: Style) {
        if self.rest() > 0 {
            drawing::draw_text(self.buffer, self.row(), text, style, self.look);
            self.y += 1;
        }
    }

    /// Writes a text in as many lines as it needs and as there are free rows.
    pub fn paragraph(&mut self, text: &str, style: Style) {
        for line in drawing::wrap(text, self.area.width) {
            self.line(&line, style);
        }
    }

    /// The next free row.
    pub fn row(&self) -> Rect {
        Rect { y: self.y, height: 1, ..self.area }
    }

    /// Takes the next free row for a bar, without one column on each side.
    pub fn take_bar_row(&mut self) -> Rect {
        let width = self.area.width.saturating_sub(2);
        let row = Rect { x: self.area.x + 1, width, ..self.row() };
        self.y += 1;
        row
    }
}
