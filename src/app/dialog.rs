//! Dialogs over another screen: a question with a few answers, and a line of text.

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::{Paragraph, Widget, Wrap},
};

use super::screen::{Answer, Context, Go, Screen};
use crate::ui::{Areas, Binding, Key, Look, Offer, Target, keys::When, widgets};

/// A question with a few answers, each a letter and a word. Esc is the last one.
pub struct Question {
    title: String,
    words: String,
    choices: &'static [(char, &'static str)],
}

impl Question {
    /// Asks it.
    pub fn new(title: impl Into<String>, words: impl Into<String>, choices: &'static [(char, &'static str)]) -> Self {
        Self { title: title.into(), words: words.into(), choices }
    }
}

impl Screen for Question {
    fn offers(&self) -> Vec<Offer> {
        Vec::new()
    }

    fn run(&mut self, _: usize, _: &Context) -> Go {
        Go::Nowhere
    }

    fn typed(&mut self, key: Key, _: &Context) -> Go {
        let last = self.choices.len() - 1;
        match key.code {
            KeyCode::Char(letter) => {
                let choice = self.choices.iter().position(|&(own, _)| own == letter.to_ascii_lowercase());
                choice.map_or(Go::Nowhere, |choice| Go::Answer(Answer::Choice(choice)))
            }
            KeyCode::Esc => Go::Answer(Answer::Choice(last)),
            _ => Go::Nowhere,
        }
    }

    fn clicked(&mut self, spot: usize, _: &Context) -> Go {
        Go::Answer(Answer::Choice(spot))
    }

    fn takes_text(&self) -> bool {
        true
    }

    fn is_dialog(&self) -> bool {
        true
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut Areas) {
        let buttons: u16 = self.choices.iter().map(|(_, word)| widgets::width(word) + 4).sum();
        let least = buttons.max(widgets::width(&self.title) + 2);
        let width = widgets::width(&self.words).clamp(least, 46.max(least)).min(area.width.saturating_sub(4));
        let rows = Paragraph::new(self.words.as_str()).wrap(Wrap { trim: true });
        let height = u16::try_from(rows.line_count(width)).unwrap_or(1);
        let inside = widgets::dialog(buffer, area, (width, height + 2), &self.title, look, areas);
        rows.style(look.text()).render(inside, buffer);
        let mut x = inside.x;
        let y = inside.bottom().saturating_sub(1);
        for (at, (letter, word)) in self.choices.iter().enumerate() {
            let button = Line::from(vec![
                Span::styled(letter.to_string(), look.accent()),
                Span::styled(format!(" {word}"), look.text()),
            ]);
            let width = widgets::width(word) + 2;
            buffer.set_line(x, y, &button, inside.right().saturating_sub(x));
            areas.add(Rect { x, y, width, height: 1 }, Target::Spot(at));
            x += width + 2;
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum InputCommand {
    Accept,
    Cancel,
}

static INPUT_KEYS: &[Binding<InputCommand>] = &[
    Binding {
        command: InputCommand::Accept,
        keys: &[Key::plain(KeyCode::Enter)],
        footer: Some(("Enter", "accept")),
        words: "accept the text",
        when: When::ALWAYS,
    },
    Binding {
        command: InputCommand::Cancel,
        keys: &[Key::plain(KeyCode::Esc)],
        footer: Some(("Esc", "cancel")),
        words: "leave it",
        when: When::ALWAYS,
    },
];

/// A line of text to be typed, with something to start from.
pub struct Input {
    title: String,
    text: String,
}

impl Input {
    /// Asks for it.
    pub fn new(title: impl Into<String>, text: impl Into<String>) -> Self {
        Self { title: title.into(), text: text.into() }
    }
}

impl Screen for Input {
    fn offers(&self) -> Vec<Offer> {
        INPUT_KEYS.iter().map(|binding| Offer::of(binding, None)).collect()
    }

    fn run(&mut self, offer: usize, _: &Context) -> Go {
        match INPUT_KEYS[offer].command {
            InputCommand::Accept => Go::Answer(Answer::Text(std::mem::take(&mut self.text))),
            InputCommand::Cancel => Go::Back,
        }
    }

    fn typed(&mut self, key: Key, _: &Context) -> Go {
        match key.code {
            KeyCode::Char('u') if key.ctrl => self.text.clear(),
            KeyCode::Char(letter) if !key.ctrl && !key.alt => self.text.push(letter),
            KeyCode::Backspace => drop(self.text.pop()),
            _ => return Go::Nowhere,
        }
        Go::Stay
    }

    fn pasted(&mut self, text: &str) -> Go {
        self.text.extend(text.chars().filter(|letter| !letter.is_control()));
        Go::Stay
    }

    fn takes_text(&self) -> bool {
        true
    }

    fn is_dialog(&self) -> bool {
        true
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut Areas) {
        let width = 46.min(area.width.saturating_sub(4));
        let inside = widgets::dialog(buffer, area, (width, 1), &self.title, look, areas);
        // The end of a long text is what is being typed.
        let mut shown = self.text.as_str();
        while widgets::width(shown) + 1 > inside.width {
            let Some(letter) = shown.chars().next() else { break };
            shown = &shown[letter.len_utf8()..];
        }
        let line = Line::from(vec![Span::styled(shown, look.strong()), Span::styled(" ", look.selected())]);
        buffer.set_line(inside.x, inside.y, &line, inside.width);
    }
}
