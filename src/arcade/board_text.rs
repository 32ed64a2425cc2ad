//! The text beside a board in lessons and practice.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use crate::widgets::{
    Look,
    page::WindowClass,
    paragraphs::{self, Styled},
};

pub struct Text {
    words: String,
    style: Style,
    is_optional: bool,
}

impl Text {
    pub fn new(text: impl Into<String>, style: Style) -> Self {
        Self { words: text.into(), style, is_optional: false }
    }

    pub fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }

    fn wrapped(&self, columns: u16, look: &Look) -> Vec<Styled> {
        let words = look.keymap.fill(&self.words).into_owned();
        paragraphs::wrapped([(words, self.style)], columns)
    }
}

/// Draws paragraphs, with titles above and blank rows between them if there is room. Optional
/// paragraphs are dropped first, the last one before the others.
pub fn draw(titles: &[Text], texts: &[Text], area: Rect, buffer: &mut Buffer, look: &Look) {
    let rows = usize::from(area.height);
    let mut lines: Vec<_> =
        titles.iter().flat_map(|title| title.wrapped(area.width, look)).collect();
    let mut wrapped: Vec<_> =
        texts.iter().map(|text| (text.wrapped(area.width, look), text.is_optional)).collect();
    let height = |wrapped: &[(Vec<Styled>, bool)]| -> usize {
        wrapped.iter().map(|(lines, _)| lines.len()).sum()
    };
    while height(&wrapped) > rows
        && let Some(last) = wrapped.iter().rposition(|(_, is_optional)| *is_optional)
    {
        wrapped.remove(last);
    }
    // Right above the footer, an optional last paragraph would only repeat one of its keys.
    let is_above_footer = WindowClass::of(buffer.area) > WindowClass::Small
        && area.bottom() + 1 >= buffer.area.bottom();
    if is_above_footer && lines.len() + height(&wrapped) >= rows {
        wrapped.pop_if(|(_, is_optional)| *is_optional);
    }
    let count = height(&wrapped);
    if lines.len() + count > rows {
        lines.clear();
    }
    let has_gaps = rows >= lines.len() + count + wrapped.len();
    for (paragraph, _) in wrapped {
        if has_gaps && !lines.is_empty() {
            lines.push((String::new(), look.text()));
        }
        lines.extend(paragraph);
    }
    paragraphs::draw(&lines, area, buffer, look);
}
