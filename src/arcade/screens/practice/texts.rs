//! The text beside the board of a round.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use crate::{
    games::{ArcadeGame, Notation},
    widgets::{Look, drawing},
};

/// A paragraph.
pub struct Text {
    words: String,
    style: Style,
    /// Whether it is left out where there is no room for it.
    is_optional: bool,
}

impl Text {
    pub fn new(text: impl Into<String>, style: Style) -> Self {
        Self { words: text.into(), style, is_optional: false }
    }

    pub fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }
}

/// The maximum number of the best moves that are listed.
const MAX_LINE_LEN: usize = 6;

/// Lists the best moves, if there are several.
pub fn best_line<G: ArcadeGame>(
    line: &[G::Action],
    notation: Notation,
    look: &Look,
) -> Option<String> {
    let start: Vec<_> =
        line.iter().take(MAX_LINE_LEN).map(|&action| G::write(action, notation)).collect();
    let end = if line.len() > MAX_LINE_LEN { look.glyphs.ellipsis } else { "." };
    (start.len() > 1).then(|| format!("Best play: {}{end}", start.join(", ")))
}

/// Draws the paragraphs, with the titles above and empty rows between where there is room.
pub fn draw(titles: &[String; 2], texts: &[Text], area: Rect, buffer: &mut Buffer, look: &Look) {
    let wrap = |text: &str, style: Style| -> Vec<_> {
        drawing::wrap(text, area.width).into_iter().map(|line| (line, style)).collect()
    };
    let rows = usize::from(area.height);
    let mut wrapped: Vec<_> =
        texts.iter().map(|text| (wrap(&text.words, text.style), text.is_optional)).collect();
    let height = |texts: &[(Vec<_>, bool)]| texts.iter().map(|(lines, _)| lines.len()).sum();
    while height(&wrapped) > rows
        && let Some(last) = wrapped.iter().rposition(|(_, is_optional)| *is_optional)
    {
        wrapped.remove(last);
    }
    let titles = [wrap(&titles[0], look.strong()), wrap(&titles[1], look.dim())].concat();
    let count: usize = height(&wrapped);
    let has_titles = count + titles.len() <= rows;
    let mut lines = if has_titles { titles } else { Vec::new() };
    let has_gaps = rows >= lines.len() + count + wrapped.len();
    for (text, _) in wrapped {
        if has_gaps && !lines.is_empty() {
            lines.push((String::new(), look.text()));
        }
        lines.extend(text);
    }
    for ((line, style), row) in lines.into_iter().zip(area.rows()) {
        drawing::draw_text(buffer, row, &line, style, look);
    }
}
