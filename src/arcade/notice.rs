//! Messages to the user: a line in place of the footer until the next key, and the messages at the
//! start of the program.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    widgets::{Clear, Paragraph, Widget, Wrap},
};

use super::dialog::Question;
use crate::{printable::printable, widgets::Look};

pub struct Notice {
    text: String,
    is_alert: bool,
}

impl Notice {
    pub fn info(text: &str) -> Self {
        Self { text: sentence(&printable(text)), is_alert: false }
    }

    pub fn alert(texts: &[String]) -> Self {
        let sentences: Vec<String> = texts.iter().map(|text| sentence(&printable(text))).collect();
        Self { text: sentences.join(" "), is_alert: true }
    }

    /// A long message takes up to a third of the rows.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let style = if self.is_alert { look.alert() } else { look.strong() };
        let width = area.width.saturating_sub(2);
        let text = Paragraph::new(self.text.as_str()).style(style).wrap(Wrap { trim: true });
        let max_rows = (area.height / 3).max(1);
        let rows = u16::try_from(text.line_count(width)).unwrap_or(1).clamp(1, max_rows);
        let bottom = Rect { y: area.bottom() - rows, height: rows, ..area };
        Clear.render(bottom, buffer);
        buffer.set_style(bottom, look.text());
        text.render(Rect { x: area.x + 1, width, ..bottom }, buffer);
    }
}

/// Turns a phrase into a sentence by adding a capital letter and a full stop.
pub fn sentence(phrase: &str) -> String {
    let mut letters = phrase.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    let stop = if phrase.ends_with(['.', '!', '?']) { "" } else { "." };
    first.chain(letters).chain(stop.chars()).collect()
}

const WELCOME: &str = "Arrows move, Enter chooses, Esc goes back.\n\
                       ? shows the keys on every screen.\n\
                       Games are saved automatically.";

const MAX_PROBLEMS: usize = 2;
/// The maximum length of a listed problem, in characters.
const MAX_LENGTH: usize = 160;

pub fn welcome() -> Question {
    Question::message("Welcome", WELCOME)
}

pub fn setting_problems(problems: &[String]) -> Option<Question> {
    let (listed, rest) = problems.split_at(problems.len().min(MAX_PROBLEMS));
    let mut text = listed.iter().map(|problem| shorten(problem)).collect::<Vec<_>>().join("\n");
    if !rest.is_empty() {
        text = format!("{text}\nAnd {} more.", rest.len());
    }
    (!text.is_empty()).then(|| Question::message("Problems with the settings", text))
}

fn shorten(problem: &str) -> String {
    if problem.chars().count() <= MAX_LENGTH {
        return problem.to_owned();
    }
    let start: String = problem.chars().take(MAX_LENGTH).collect();
    format!("{start}...")
}
