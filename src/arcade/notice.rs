//! Notices above the footer until the next key.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    widgets::{Clear, Widget},
};

use crate::{
    games::sentence,
    printable::printable,
    widgets::{ClickAreas, Look, drawing, page::Frame},
};

pub struct Notice {
    text: String,
    is_alert: bool,
}

impl Notice {
    pub fn info(text: &str) -> Self {
        Self::sentences(&sentence(text))
    }

    pub fn sentences(text: &str) -> Self {
        Self { text: printable(text).into_owned(), is_alert: false }
    }

    pub fn alert(texts: &[String]) -> Self {
        let sentences: Vec<String> = texts.iter().map(|text| sentence(&printable(text))).collect();
        Self { text: sentences.join(" "), is_alert: true }
    }

    /// Joins two notices; the other one comes first.
    pub fn after(self, other: Option<Self>) -> Self {
        let texts: Vec<_> = other.into_iter().map(|other| other.text).chain([self.text]).collect();
        Self { text: texts.join(" "), ..self }
    }

    pub fn is_alert(&self) -> bool {
        self.is_alert
    }

    /// Draws the notice in the area that the screen reserves for it, or in place of a text. If it
    /// fits in neither, it covers up to a third of the window, at the bottom, in columns that the
    /// screen may choose. The terminal's cursor moves to it.
    pub fn draw(&self, window: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let style = if self.is_alert { look.alert() } else { look.strong() };
        let (cleared, area) = self.place(window, areas);
        Clear.render(cleared, buffer);
        buffer.set_style(cleared, look.text());
        for (text, row) in self.lines(area.width).iter().zip(area.rows()) {
            drawing::draw_text(buffer, row, text, style, look);
        }
        areas.focus_on(area);
    }

    fn lines(&self, columns: u16) -> Vec<String> {
        drawing::wrap(&self.text, columns)
    }

    fn rows(&self, columns: u16) -> u16 {
        drawing::cells(self.lines(columns).len()).max(1)
    }

    /// The area to clear, and the area of the text.
    fn place(&self, window: Rect, areas: &ClickAreas) -> (Rect, Rect) {
        let fits = |area: &Rect| self.rows(area.width) <= area.height;
        if let Some(place) = areas.message_area().filter(fits) {
            let lines = self.lines(place.width);
            let longest = lines.iter().map(|line| drawing::text_width(line)).max();
            let width = longest.filter(|_| areas.has_message_at_right());
            let width = width.map_or(place.width, |width| width.min(place.width));
            let height = self.rows(place.width);
            let area = Rect { x: place.right() - width, width, height, ..place };
            return (Rect { height: (height + 1).min(place.height), ..place }, area);
        }
        if let Some(place) = areas.replaceable().iter().copied().find(fits) {
            return (place, place);
        }
        let columns = areas.message_columns().unwrap_or(window).intersection(window);
        let content = Frame::new(window).content.intersection(columns);
        let height = self.rows(content.width).min((window.height / 3).max(1));
        let bottom = Rect { y: window.bottom().saturating_sub(height), height, ..columns };
        (bottom, Rect { x: content.x, width: content.width, ..bottom })
    }
}
