//! What is told in the footer's place until the next key.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    widgets::{Clear, Paragraph, Widget, Wrap},
};

use crate::ui::Look;

/// Words in the footer's place.
pub struct Notice {
    words: String,
    is_alert: bool,
}

impl Notice {
    /// Something that a person may want to know.
    pub fn said(words: &str) -> Self {
        Self { words: sentence(words), is_alert: false }
    }

    /// Things that went wrong.
    pub fn alert(all: &[String]) -> Self {
        Self {
            words: all.iter().map(|words| sentence(words)).collect::<Vec<_>>().join(" "),
            is_alert: true,
        }
    }

    /// Draws it at the lower edge. What is long takes rows of the screen for the moment: it is no
    /// help if it is cut.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let style = if self.is_alert { look.alert() } else { look.strong() };
        let width = area.width.saturating_sub(2);
        let told = Paragraph::new(self.words.as_str()).style(style).wrap(Wrap { trim: true });
        let most = (area.height / 3).max(1);
        let rows = u16::try_from(told.line_count(width)).unwrap_or(1).clamp(1, most);
        let place = Rect { y: area.bottom() - rows, height: rows, ..area };
        Clear.render(place, buffer);
        buffer.set_style(place, look.text());
        told.render(Rect { x: area.x + 1, width, ..place }, buffer);
    }
}

/// A phrase as a sentence: with a capital letter and a full stop.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    let stop = if words.ends_with(['.', '!', '?']) { "" } else { "." };
    first.chain(letters).chain(stop.chars()).collect()
}
