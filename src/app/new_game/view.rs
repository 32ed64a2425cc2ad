//! How the New game page is drawn.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect},
    style::Style,
};

use super::{
    NewGame,
    choices::Row,
    layout::{LABEL_WIDTH, Layout, fits, value_areas},
    sentence,
};
use crate::{
    games::Level,
    ui::{ClickAreas, ClickTarget, Look, widgets},
};

/// The rows by the number in their click items.
const ROWS: [Row; 6] =
    [Row::Opponent, Row::Seat, Row::Computers, Row::Size, Row::Play, Row::Advanced];
/// A click item is this times the number of the row, plus what was clicked in it.
const ROW_ITEMS: usize = 100;
/// The click item for the previous value, after [`ROW_ITEMS`].
const PREVIOUS: usize = 97;
/// The click item for the next value.
const NEXT: usize = 98;
/// The click item of a row without a value.
const WHOLE_ROW: usize = 99;

/// What was clicked in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClickedValue {
    /// The value with this index.
    Value(usize),
    /// The arrow to the next value, or to the previous one.
    Step(bool),
    /// The row itself.
    Row,
}

/// Returns what a click item stands for.
pub fn clicked(item: usize) -> Option<(Row, ClickedValue)> {
    let row = *ROWS.get(item / ROW_ITEMS)?;
    let value = match item % ROW_ITEMS {
        PREVIOUS => ClickedValue::Step(false),
        NEXT => ClickedValue::Step(true),
        WHOLE_ROW => ClickedValue::Row,
        index => ClickedValue::Value(index),
    };
    Some((row, value))
}

fn target(row: Row, value: usize) -> ClickTarget {
    let number = ROWS.iter().position(|&other| other == row).unwrap_or(0);
    ClickTarget::Item(number * ROW_ITEMS + value)
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
        widgets::draw_text(buffer, layout.title, &title, look.accent(), look);
        for &(row, area) in &layout.rows {
            match row {
                Row::Play | Row::Advanced => self.draw_button(row, area, buffer, areas),
                _ if layout.is_narrow || row == Row::Size => {
                    self.draw_stepper(row, area, buffer, areas);
                }
                _ => self.draw_values(row, area, buffer, areas),
            }
        }
        let sentence = sentence::describe(&page.choices, &page.results);
        let lines = sentence.lines().flat_map(|line| widgets::wrap(line, layout.sentence.width));
        for (line, row) in lines.zip(layout.sentence.rows()) {
            widgets::draw_text(buffer, row, &line, look.text(), look);
        }
        if let Some(picture) = layout.picture {
            self.draw_picture(picture, buffer);
        }
    }

    /// Draws the label of a row; returns the rest of the row.
    fn draw_label(&self, row: Row, area: Rect, buffer: &mut Buffer) -> Rect {
        let look = self.look;
        let style = if row == self.page.row { look.accent() } else { look.dim() };
        let label = Rect { width: (LABEL_WIDTH - 1).min(area.width), height: 1, ..area };
        widgets::draw_text(buffer, label, row.label(), style, look);
        let width = LABEL_WIDTH.min(area.width);
        Rect { x: area.x + width, width: area.width - width, ..area }
    }

    /// The style of a row's chosen value.
    fn chosen_style(&self, row: Row) -> Style {
        if row == self.page.row { self.look.selected() } else { self.look.strong() }
    }

    /// Draws all values of a row.
    fn draw_values(&self, row: Row, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let look = self.look;
        areas.add(area, target(row, WHOLE_ROW));
        let rest = self.draw_label(row, area, buffer);
        let values = self.page.choices.values(row);
        let line_start = (row == Row::Opponent).then_some(Level::ALL.len());
        let chosen = self.page.choices.chosen(row);
        for (index, place) in value_areas(&values, line_start, rest).into_iter().enumerate() {
            let mut style = look.dim();
            if index == chosen {
                style = self.chosen_style(row);
                buffer.set_style(place, style);
                let pointer = style.fg(look.palette.accent);
                buffer.set_stringn(
                    place.x,
                    place.y,
                    look.glyphs.pointer,
                    place.width.into(),
                    pointer,
                );
            }
            let text = Rect { x: place.x + 1, width: place.width.saturating_sub(1), ..place };
            widgets::draw_text(buffer, text, &values[index], style, look);
            areas.add(place, target(row, index));
        }
    }

    /// Draws the chosen value of a row between two arrows.
    fn draw_stepper(&self, row: Row, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let look = self.look;
        areas.add(area, target(row, WHOLE_ROW));
        let rest = self.draw_label(row, area, buffer);
        let (values, chosen) = (self.page.choices.values(row), self.page.choices.chosen(row));
        let value = values.get(chosen).map_or("", String::as_str);
        let width = (widgets::text_width(value) + 4).min(rest.width);
        let place = Rect { width, height: 1, ..rest };
        let style = self.chosen_style(row);
        buffer.set_style(place, style);
        let text = Rect { x: place.x + 2, width: width.saturating_sub(4), ..place };
        widgets::draw_text(buffer, text, value, style, look);
        let [_, _, previous, next] = look.glyphs.more;
        let arrow = style.fg(look.palette.accent);
        for (glyph, x, item) in [(previous, place.x, PREVIOUS), (next, text.right() + 1, NEXT)] {
            let place = Rect { x, width: 1, ..place }.intersection(rest);
            widgets::draw_text(buffer, place, glyph, arrow, look);
            areas.add(place, target(row, item));
        }
    }

    /// Draws a button. The one that Enter presses has a pointer.
    fn draw_button(&self, row: Row, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let look = self.look;
        let is_selected = row == self.page.row;
        let is_entered = is_selected || (row == Row::Play && self.page.row != Row::Advanced);
        let style = match (is_selected, is_entered) {
            (true, _) => look.selected(),
            (false, true) => look.strong(),
            (false, false) => look.dim(),
        };
        let mut text = self.page.choices.values(row).concat();
        if widgets::text_width(&text) + 3 > area.width {
            // The part before the colon is enough.
            text.truncate(text.find(':').unwrap_or(text.len()));
        }
        let place = Rect { width: (widgets::text_width(&text) + 3).min(area.width), ..area };
        if is_selected {
            buffer.set_style(place, style);
        }
        if is_entered {
            let pointer = style.fg(look.palette.accent);
            buffer.set_stringn(place.x, place.y, look.glyphs.pointer, place.width.into(), pointer);
        }
        let text_area = Rect { x: place.x + 2, width: place.width.saturating_sub(2), ..place };
        widgets::draw_text(buffer, text_area.intersection(area), &text, style, look);
        areas.add(place, target(row, 0));
    }

    /// Draws the picture, or its size if the board is too large for it.
    fn draw_picture(&self, area: Rect, buffer: &mut Buffer) {
        if fits(self.page.choices.size(), area) {
            self.page.thumbnails.draw(0, area, buffer, self.look);
            return;
        }
        let text = "Too large for a picture";
        let width = widgets::text_width(text).min(area.width);
        let line = area.centered(Length(width), Length(1));
        widgets::draw_text(buffer, line, text, self.look.dim(), self.look);
    }
}
