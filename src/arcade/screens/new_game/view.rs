//! How the New game page is drawn.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect},
};

use super::{
    NewGame,
    choices::Row,
    layout::{Layout, fits},
    sentence,
};
use crate::games::ArcadeKind as _;
use crate::{
    arcade::form::{self, ClickedValue, FormRow},
    widgets::{ClickAreas, Look, drawing},
};
use fourcade_engine::play::Level;

/// The rows by their numbers in the form.
const ROWS: [Row; 6] =
    [Row::Opponent, Row::Seat, Row::Computers, Row::Size, Row::Play, Row::Advanced];

/// Returns what a click item stands for.
pub fn clicked(item: usize) -> Option<(Row, ClickedValue)> {
    let (number, value) = form::clicked(item);
    Some((*ROWS.get(number)?, value))
}

/// Draws the page.
pub struct View<'a> {
    pub page: &'a NewGame,
    pub look: &'a Look,
}

impl View<'_> {
    /// Draws the form and the picture.
    pub fn draw(&self, layout: &Layout, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let (page, look) = (self.page, self.look);
        let title = format!("New game: {}", page.game.title());
        drawing::draw_text(buffer, layout.title, &title, look.accent(), look);
        for &(row, area) in &layout.rows {
            self.draw_row(row, area, layout.is_narrow, buffer, areas);
        }
        let sentence = sentence::describe(&page.choices, &page.results);
        let lines = sentence.lines().flat_map(|line| drawing::wrap(line, layout.sentence.width));
        for (line, row) in lines.zip(layout.sentence.rows()) {
            drawing::draw_text(buffer, row, &line, look.text(), look);
        }
        if let Some(picture) = layout.picture {
            self.draw_picture(picture, buffer);
        }
    }

    fn draw_row(
        &self,
        row: Row,
        area: Rect,
        is_narrow: bool,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let (selected, values) = (self.page.row, self.page.choices.values(row));
        let form = FormRow {
            number: ROWS.iter().position(|&other| other == row).unwrap_or(0),
            label: row.label(),
            values: &values,
            chosen: self.page.choices.chosen(row),
            is_selected: row == selected,
            look: self.look,
        };
        match row {
            Row::Play | Row::Advanced => {
                let is_entered = row == selected || row == Row::Play && selected != Row::Advanced;
                form.draw_button(is_entered, area, buffer, areas);
            }
            _ if is_narrow || row == Row::Size => form.draw_stepper(area, buffer, areas),
            _ => {
                let line_start = (row == Row::Opponent).then_some(Level::ALL.len());
                form.draw_values(line_start, area, buffer, areas);
            }
        }
    }

    /// Draws the picture, or its size if the board is too large for it.
    fn draw_picture(&self, area: Rect, buffer: &mut Buffer) {
        if fits(self.page.choices.size(), area) {
            self.page.thumbnails.draw(0, area, buffer, self.look);
            return;
        }
        let text = "Too large for a picture";
        let width = drawing::text_width(text).min(area.width);
        let line = area.centered(Length(width), Length(1));
        drawing::draw_text(buffer, line, text, self.look.dim(), self.look);
    }
}
