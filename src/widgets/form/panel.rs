//! More about the selected row, beside the form.

use ratatui::{
    layout::Rect,
    widgets::{Block, Borders, Widget},
};

use super::{FormView, Legend, row::LABEL_WIDTH};
use crate::widgets::drawing;

/// A title and an empty line behind a rule, then the content.
pub struct Panel {
    area: Rect,
    /// The room for the content.
    pub room: Rect,
}

impl Panel {
    const MIN_WIDTH: u16 = 30;

    /// `None` if the area is too narrow.
    pub fn new(area: Rect) -> Option<Self> {
        let area = Rect { x: area.x + 1, width: area.width.checked_sub(1)?, ..area };
        let room = Rect { y: area.y + 2, height: area.height.saturating_sub(2), ..area };
        (area.width >= Self::MIN_WIDTH).then_some(Self { area, room })
    }

    /// The place of a text below content of this height, with an empty line between them; `None`
    /// if the text doesn't fit.
    pub fn text_area(&self, text: &str, content: u16) -> Option<Rect> {
        let above = if content > 0 { content + 1 } else { 0 };
        let lines = drawing::cells(drawing::wrap_lines(text, self.room.width).len());
        let height = self.room.height.checked_sub(above)?;
        (lines <= height).then_some(Rect { y: self.room.y + above, height, ..self.room })
    }
}

impl FormView<'_> {
    pub fn draw_panel(&mut self, panel: &Panel, title: &str) {
        let rule = Rect { x: panel.area.x.saturating_sub(2), width: 1, ..panel.area };
        Block::new()
            .borders(Borders::LEFT)
            .border_set(self.look.glyphs.border)
            .border_style(self.look.rule())
            .render(rule, self.buffer);
        self.draw_line(Rect { height: 1, ..panel.area }, title, self.look.accent());
    }

    pub fn draw_legend<T>(&mut self, legend: &Legend<T>) {
        self.draw_values(legend.row, &legend.value_places(), self.look.strong(), false);
    }

    /// Draws a line for each label and its value.
    pub fn draw_facts(&mut self, facts: &[(&str, String)], area: Rect) {
        for ((label, value), line) in facts.iter().zip(area.rows()) {
            self.draw_line(line, label, self.look.dim());
            let x = LABEL_WIDTH.min(line.width);
            let rest = Rect { x: line.x + x, width: line.width - x, ..line };
            self.draw_line(rest, value, self.look.text());
        }
    }

    pub fn draw_paragraph(&mut self, area: Rect, text: &str) {
        drawing::draw_lines(self.buffer, area, text, self.look.text(), self.look);
    }
}
