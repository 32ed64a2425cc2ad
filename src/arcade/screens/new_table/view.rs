//! How the page of a new shared table is drawn. All sizes are in terminal columns and rows.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Margin, Rect},
};

use super::{NewTablePage, choices::TableRow};
use crate::{
    arcade::form::{FormRow, LABEL_WIDTH, value_areas},
    widgets::{ClickAreas, Look, drawing},
};

/// The width of the form.
const FORM_WIDTH: u16 = 60;
/// The maximum number of rows of values; the page keeps its height when a row comes or goes.
const MAX_ROWS: u16 = 5;
/// The number of rows for the sentences.
const SENTENCE_HEIGHT: u16 = 2;
/// In lower areas, no rows are left empty between the parts.
const AIRY_HEIGHT: u16 = 17;

/// Draws the page.
pub struct View<'a> {
    pub page: &'a NewTablePage,
    pub look: &'a Look,
}

impl View<'_> {
    /// Draws the page.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let (look, choices) = (self.look, &self.page.choices);
        let inside = area.inner(Margin::new(1, 0));
        let gap = u16::from(inside.height >= AIRY_HEIGHT);
        let height = 1 + gap + MAX_ROWS * (1 + gap) + SENTENCE_HEIGHT + gap + 1;
        let form = inside.centered(Length(FORM_WIDTH.min(inside.width)), Length(height));
        let form = form.intersection(inside);
        let line = |y: u16, height: u16| Rect { y: form.y + y, height, ..form }.intersection(form);
        drawing::draw_text(buffer, line(0, 1), "New table", look.accent(), look);
        let mut y = 1 + gap;
        for row in choices.rows().into_iter().filter(|&row| row != TableRow::Open) {
            self.draw_row(row, line(y, 1), buffer, areas);
            y += 1 + gap;
        }
        let sentence = line(1 + gap + MAX_ROWS * (1 + gap), SENTENCE_HEIGHT);
        let text = choices.describe();
        let lines = text.lines().flat_map(|line| drawing::wrap(line, sentence.width));
        for (text, row) in lines.zip(sentence.rows()) {
            drawing::draw_text(buffer, row, &text, look.text(), look);
        }
        self.draw_row(TableRow::Open, line(height - 1, 1), buffer, areas);
    }

    fn draw_row(&self, row: TableRow, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let mut values = self.page.choices.values(row);
        if row == TableRow::Open && self.page.opening.is_some() {
            values = vec![format!("Opening{}", self.look.glyphs.ellipsis)];
        }
        let form = FormRow {
            number: TableRow::ALL.iter().position(|&other| other == row).unwrap_or(0),
            label: row.label(),
            values: &values,
            chosen: self.page.choices.chosen(row),
            is_selected: row == self.page.row,
            look: self.look,
        };
        // All values are shown if they fit into the row.
        let width = area.width.saturating_sub(LABEL_WIDTH);
        let is_fitting = value_areas(&values, None, Rect { x: 0, y: 0, width, height: 1 })
            .last()
            .is_some_and(|last| last.y == 0 && !last.is_empty());
        match row {
            TableRow::Open => form.draw_button(true, area, buffer, areas),
            TableRow::Size => form.draw_stepper(area, buffer, areas),
            _ if is_fitting => form.draw_values(None, area, buffer, areas),
            _ => form.draw_stepper(area, buffer, areas),
        }
    }
}
