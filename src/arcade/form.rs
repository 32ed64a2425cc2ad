//! A form: rows with a label and values to choose from, and buttons. The New game page and the page
//! of a new shared table are forms.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use crate::widgets::{AnyCommand, ClickAreas, Look, drawing};

pub const LABEL_WIDTH: u16 = 11;
/// A click item is this times the number of the row, plus what was clicked in it.
const ROW_ITEMS: usize = 100;
/// The click item for the previous value, after [`ROW_ITEMS`].
const PREVIOUS: usize = 97;
const NEXT: usize = 98;
/// The click item of a row without a value.
const WHOLE_ROW: usize = 99;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClickedValue {
    Value(usize),
    /// The arrow to the next value, or to the previous one.
    Step(bool),
    Row,
}

/// Returns what a click item stands for: the number of the row, and what was clicked in it.
pub fn clicked(item: usize) -> (usize, ClickedValue) {
    let value = match item % ROW_ITEMS {
        PREVIOUS => ClickedValue::Step(false),
        NEXT => ClickedValue::Step(true),
        WHOLE_ROW => ClickedValue::Row,
        index => ClickedValue::Value(index),
    };
    (item / ROW_ITEMS, value)
}

/// Returns the areas of the values of a row, each with a column on both sides for its marks. They
/// fill the lines of `area`; the value with the index `line_start` begins a new line.
pub fn value_areas(values: &[String], line_start: Option<usize>, area: Rect) -> Vec<Rect> {
    let (mut x, mut y) = (area.x, area.y);
    let place = |(index, value): (usize, &String)| {
        let width = drawing::text_width(value) + 2;
        if x > area.x && (line_start == Some(index) || x + width > area.right()) {
            (x, y) = (area.x, y + 1);
        }
        let place = Rect { x, y, width, height: 1 };
        x += width;
        place.intersection(area)
    };
    values.iter().enumerate().map(place).collect()
}

#[derive(Clone, Copy, Debug)]
pub struct FormRow<'a> {
    /// The number of the row; see [`clicked`].
    pub number: usize,
    /// The command for a click on an item.
    pub click: fn(usize) -> AnyCommand,
    pub label: &'a str,
    pub values: &'a [String],
    pub chosen: usize,
    /// Whether the keys change this row.
    pub is_selected: bool,
    pub look: &'a Look,
}

impl FormRow<'_> {
    fn target(&self, value: usize) -> AnyCommand {
        (self.click)(self.number * ROW_ITEMS + value)
    }

    /// Draws the label; returns the rest of the row.
    fn draw_label(&self, area: Rect, buffer: &mut Buffer) -> Rect {
        let look = self.look;
        let style = if self.is_selected { look.accent() } else { look.dim() };
        let label = Rect { width: (LABEL_WIDTH - 1).min(area.width), height: 1, ..area };
        drawing::draw_text(buffer, label, self.label, style, look);
        let width = LABEL_WIDTH.min(area.width);
        Rect { x: area.x + width, width: area.width - width, ..area }
    }

    fn chosen_style(&self) -> Style {
        if self.is_selected { self.look.selected() } else { self.look.strong() }
    }

    /// The value with the index `line_start` begins a new line.
    pub fn draw_values(
        &self,
        line_start: Option<usize>,
        area: Rect,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let look = self.look;
        areas.add(area, self.target(WHOLE_ROW));
        let rest = self.draw_label(area, buffer);
        for (index, place) in value_areas(self.values, line_start, rest).into_iter().enumerate() {
            let mut style = look.dim();
            if index == self.chosen {
                style = self.chosen_style();
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
            drawing::draw_text(buffer, text, &self.values[index], style, look);
            areas.add(place, self.target(index));
        }
    }

    /// Draws the chosen value between two arrows.
    pub fn draw_stepper(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let look = self.look;
        areas.add(area, self.target(WHOLE_ROW));
        let rest = self.draw_label(area, buffer);
        let value = self.values.get(self.chosen).map_or("", String::as_str);
        let width = (drawing::text_width(value) + 4).min(rest.width);
        let place = Rect { width, height: 1, ..rest };
        let style = self.chosen_style();
        buffer.set_style(place, style);
        let text = Rect { x: place.x + 2, width: width.saturating_sub(4), ..place };
        drawing::draw_text(buffer, text, value, style, look);
        let [_, _, previous, next] = look.glyphs.more;
        let arrow = style.fg(look.palette.accent);
        for (glyph, x, item) in [(previous, place.x, PREVIOUS), (next, text.right() + 1, NEXT)] {
            let place = Rect { x, width: 1, ..place }.intersection(rest);
            drawing::draw_text(buffer, place, glyph, arrow, look);
            areas.add(place, self.target(item));
        }
    }

    /// Draws a button with the values as its text. The button that Enter presses has a pointer.
    pub fn draw_button(
        &self,
        is_entered: bool,
        area: Rect,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let look = self.look;
        let style = match (self.is_selected, is_entered) {
            (true, _) => look.selected(),
            (false, true) => look.strong(),
            (false, false) => look.dim(),
        };
        let mut text = self.values.concat();
        if drawing::text_width(&text) + 3 > area.width {
            // The part before the colon is enough.
            text.truncate(text.find(':').unwrap_or(text.len()));
        }
        let place = Rect { width: (drawing::text_width(&text) + 3).min(area.width), ..area };
        if self.is_selected {
            buffer.set_style(place, style);
        }
        if is_entered {
            let pointer = style.fg(look.palette.accent);
            buffer.set_stringn(place.x, place.y, look.glyphs.pointer, place.width.into(), pointer);
        }
        let text_area = Rect { x: place.x + 2, width: place.width.saturating_sub(2), ..place };
        drawing::draw_text(buffer, text_area.intersection(area), &text, style, look);
        areas.add(place, self.target(0));
    }
}
