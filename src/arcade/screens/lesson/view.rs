//! How the prompt of a lesson is drawn.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::keys::{Command, KEYS};
use crate::{
    games::{
        ArcadeGame,
        lessons::{LessonPhase, LessonRun},
    },
    widgets::{Look, drawing, keys::key_name},
};

/// The smallest height of a prompt with a title and empty rows, in rows.
const MIN_HEIGHT_WITH_TITLE: usize = 8;

/// Everything that is written in the prompt's area.
pub struct PromptText<'a> {
    /// The title of the lesson.
    pub title: String,
    /// The number of the prompt, from 1.
    pub number: usize,
    /// The number of prompts.
    pub count: usize,
    /// The prompt or the praise.
    pub text: &'a str,
    pub phase: LessonPhase,
    /// Whether a game follows.
    pub is_at_end: bool,
    /// Why the last move was not made.
    pub reason: Option<&'a str>,
    /// What is being typed.
    pub input: Option<&'a str>,
}

/// Returns the text to read now: the prompt or, when it is done, the praise.
pub fn main_text<G: ArcadeGame>(run: &LessonRun<G>) -> &str {
    let prompt = run.prompt();
    let praise = prompt.praise.as_deref().filter(|_| run.phase() == LessonPhase::Praised);
    praise.unwrap_or(&prompt.text)
}

impl PromptText<'_> {
    /// Draws the prompt. Where space is short, a reason takes the place of the prompt until the
    /// next key.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let rows = usize::from(area.height);
        let wrap = |text: &str, style: Style| {
            let lines = drawing::wrap(text, area.width).into_iter();
            lines.map(|line| (line, style)).collect::<Vec<_>>()
        };
        let style = match self.phase {
            LessonPhase::Praised => look.accent(),
            LessonPhase::Replying => look.dim(),
            LessonPhase::Choosing | LessonPhase::Reading => look.text(),
        };
        let empty = || (String::new(), look.text());
        let mut lines = wrap(self.text, style);
        if let Some(reason) = self.reason {
            let reason = wrap(reason, look.alert());
            if lines.len() + 1 + reason.len() <= rows {
                lines.push(empty());
                lines.extend(reason);
            } else {
                lines = reason;
            }
        }
        if let Some(next) = self.next_key().as_deref().or(self.input) {
            let next = wrap(next, look.strong());
            if lines.len() + next.len() < rows {
                lines.push(empty());
            }
            // The footer says it, too.
            if lines.len() + next.len() <= rows {
                lines.extend(next);
            }
        }
        if rows >= MIN_HEIGHT_WITH_TITLE && lines.len() + 2 <= rows {
            let title = format!("{}, {} of {}", self.title, self.number, self.count);
            lines.splice(0..0, [(title, look.strong()), empty()]);
        }
        for ((line, style), row) in lines.into_iter().zip(area.rows()) {
            drawing::draw_text(buffer, row, &line, style, look);
        }
    }

    /// Says which key goes on, if the lesson waits for a reader.
    fn next_key(&self) -> Option<String> {
        if self.is_at_end {
            return Some(format!("{}: play against Beginner", key_name(&KEYS, Command::Play)));
        }
        matches!(self.phase, LessonPhase::Reading | LessonPhase::Praised)
            .then(|| format!("{}: go on", key_name(&KEYS, Command::GoOn)))
    }
}
