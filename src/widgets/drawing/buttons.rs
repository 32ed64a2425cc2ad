//! Keys with their labels, which can be clicked.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use super::text_width;
use crate::widgets::{AnyCommand, ClickAreas, Look};

#[derive(Clone, Copy, Debug)]
pub struct Button<'a> {
    pub key: &'a str,
    pub label: &'a str,
}

pub const BUTTON_GAP: u16 = 2;

impl<'a> Button<'a> {
    pub fn new((key, label): (&'a str, &'a str)) -> Self {
        Self { key, label }
    }

    pub fn width(self) -> u16 {
        text_width(self.key) + 1 + text_width(self.label)
    }

    /// Draws the key and the label in these styles at the left of an area, unless the button
    /// doesn't work yet. A click runs the command.
    pub fn draw(
        self,
        area: Rect,
        styles: [Style; 2],
        command: AnyCommand,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        if areas.disables(self.key) {
            return;
        }
        self.draw_styled(area, styles, buffer);
        areas.add_any(Rect { width: self.width().min(area.width), height: 1, ..area }, command);
    }

    /// Like [`Self::draw`], but dims a button that doesn't work yet.
    pub fn draw_ahead(
        self,
        area: Rect,
        style: Style,
        command: AnyCommand,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        if areas.disables(self.key) {
            self.draw_styled(area, [look.dim(); 2], buffer);
        } else {
            self.draw(area, [look.accent(), style], command, buffer, areas);
        }
    }

    fn draw_styled(self, area: Rect, [key, label]: [Style; 2], buffer: &mut Buffer) {
        let line = Line::from(vec![
            Span::styled(self.key, key),
            Span::styled(format!(" {}", self.label), label),
        ]);
        buffer.set_line(area.x, area.y, &line, area.width);
    }
}

/// Lays out buttons of these widths in rows of at most `columns` columns, relative to the first.
pub fn button_places(widths: impl IntoIterator<Item = u16>, columns: u16) -> Vec<Rect> {
    let (mut x, mut y) = (0, 0);
    let place = |width: u16| {
        if x > 0 && x + width > columns {
            (x, y) = (0, y + 1);
        }
        let place = Rect { x, y, width, height: 1 };
        x += width + BUTTON_GAP;
        place
    };
    widths.into_iter().map(place).collect()
}

pub struct Buttons<'a>(pub Vec<(Button<'a>, AnyCommand)>);

impl Buttons<'_> {
    fn places(&self, columns: u16) -> Vec<Rect> {
        button_places(self.0.iter().map(|(button, _)| button.width()), columns)
    }

    pub fn width(&self) -> u16 {
        self.places(u16::MAX).last().map_or(0, |last| last.right() + BUTTON_GAP)
    }

    pub fn height(&self, columns: u16) -> u16 {
        self.places(columns).last().map_or(0, |last| last.bottom())
    }

    /// Draws the buttons in the last rows of `area`.
    pub fn draw(self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let top = area.bottom().saturating_sub(self.height(area.width)).max(area.y);
        let places = self.places(area.width);
        for ((button, command), place) in self.0.into_iter().zip(places) {
            let (x, y) = (area.x + place.x, top + place.y);
            let width = area.right().saturating_sub(x);
            let place = Rect { x, y, width, height: 1 }.intersection(area);
            if !place.is_empty() {
                button.draw(place, [look.accent(), look.text()], command, buffer, areas);
            }
        }
    }
}
