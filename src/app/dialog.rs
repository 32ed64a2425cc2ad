//! Dialogs over another screen: a question with a few answers, and a line of text.

use std::borrow::Cow;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::{Paragraph, Widget, Wrap},
};

use super::screen::{Answer, Context, Screen, Transition};
use crate::ui::{Binding, ClickAreas, ClickTarget, Key, Look, Offer, widgets};

/// A row of a question's key table: the answer by its number, a letter and a word.
pub type Choice = Binding<usize>;

/// A choice by its letter; the words are what it is called in the dialog.
pub const fn choice(
    answer: usize,
    keys: &'static [Key],
    letter: &'static str,
    word: &'static str,
) -> Choice {
    Binding::new(answer, keys, word).footer(letter, word)
}

const YES: &[Key] = &[Key::char('y')];
const NO: &[Key] = &[Key::char('n'), Key::plain(KeyCode::Esc)];

/// Choice 0 by `y`, choice 1 by `n` or Esc.
pub const fn yes_or_no(yes: &'static str, no: &'static str) -> [Choice; 2] {
    [choice(0, YES, "y", yes), choice(1, NO, "n", no)]
}

/// A question with a few answers.
pub struct Question {
    title: String,
    words: String,
    choices: Cow<'static, [Choice]>,
}

static READ: [Choice; 1] = [choice(
    0,
    &[Key::plain(KeyCode::Enter), Key::char(' '), Key::plain(KeyCode::Esc)],
    "Enter",
    "go on",
)];

/// Columns between two buttons.
const GAP: u16 = 2;

impl Question {
    /// Asks it.
    pub fn new(
        title: impl Into<String>,
        words: impl Into<String>,
        choices: impl Into<Cow<'static, [Choice]>>,
    ) -> Self {
        Self { title: title.into(), words: words.into(), choices: choices.into() }
    }

    /// Only tells something that is too long for a line.
    pub fn told(title: impl Into<String>, words: impl Into<String>) -> Self {
        Self::new(title, words, &READ)
    }

    /// The places of the buttons in rows of so many columns: by choice, from the left and from the
    /// first row. Where a row is full, another one follows.
    fn buttons(&self, columns: u16) -> Vec<Rect> {
        let (mut x, mut y) = (0, 0);
        let labels = self.choices.iter().map(|choice| choice.footer.unwrap_or_default());
        let place = |(letter, word): (&str, &str)| {
            let width = widgets::text_width(letter) + 1 + widgets::text_width(word);
            if x > 0 && x + width > columns {
                (x, y) = (0, y + 1);
            }
            let button = Rect { x, y, width, height: 1 };
            x += width + GAP;
            button
        };
        labels.map(place).collect()
    }
}

impl Screen for Question {
    fn offers(&self) -> Vec<Offer> {
        self.choices.iter().map(|choice| Offer::of(choice, None)).collect()
    }

    fn run(&mut self, offer: usize, _: &Context) -> Transition {
        Transition::Answer(Answer::Choice(self.choices[offer].command))
    }

    fn is_dialog(&self) -> bool {
        true
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let in_one_row = self.buttons(u16::MAX).last().map_or(0, |last| last.right() + GAP);
        let width = widgets::text_width(&self.words)
            .clamp(in_one_row, 46.max(in_one_row))
            .min(area.width.saturating_sub(4));
        let rows = Paragraph::new(self.words.as_str()).wrap(Wrap { trim: true });
        let height = u16::try_from(rows.line_count(width)).unwrap_or(1);
        let buttons = self.buttons(width);
        let taken = buttons.last().map_or(0, |last| last.bottom());
        let inside = widgets::draw_dialog_frame(
            buffer,
            area,
            (width, height + 1 + taken),
            &self.title,
            look,
            areas,
        );
        // Where there is no room for all words, the buttons have it.
        let rest = Rect { height: inside.height.saturating_sub(1 + taken), ..inside };
        rows.style(look.text()).render(rest, buffer);
        let top = inside.bottom().saturating_sub(taken);
        for (at, (choice, place)) in self.choices.iter().zip(buttons).enumerate() {
            let (letter, word) = choice.footer.unwrap_or_default();
            let button = Line::from(vec![
                Span::styled(letter, look.accent()),
                Span::styled(format!(" {word}"), look.text()),
            ]);
            let place = Rect { x: inside.x + place.x, y: top + place.y, ..place };
            buffer.set_line(place.x, place.y, &button, inside.right().saturating_sub(place.x));
            areas.add(place, ClickTarget::Offer(at));
        }
    }
}

/// What the keys of a line of text do.
#[derive(Clone, Copy, Debug)]
pub enum InputCommand {
    /// Take the text.
    Accept,
    /// Take nothing.
    Cancel,
}

/// The key table of a line of text.
pub static INPUT_KEYS: &[Binding<InputCommand>] = &[
    Binding::new(InputCommand::Accept, &[Key::plain(KeyCode::Enter)], "accept the text")
        .footer("Enter", "accept"),
    Binding::new(InputCommand::Cancel, &[Key::plain(KeyCode::Esc)], "leave it")
        .footer("Esc", "cancel"),
];

/// A line of text to be typed, with something to start from.
pub struct Input {
    title: String,
    text: String,
    /// What is typed first takes the place of what is there.
    is_replaced: bool,
}

impl Input {
    /// Asks for it.
    pub fn new(title: impl Into<String>, text: impl Into<String>) -> Self {
        Self { title: title.into(), text: text.into(), is_replaced: false }
    }

    /// Asks for a number in the place of this one.
    pub fn number(title: impl Into<String>, text: impl Into<String>) -> Self {
        Self { is_replaced: true, ..Self::new(title, text) }
    }
}

impl Screen for Input {
    fn offers(&self) -> Vec<Offer> {
        INPUT_KEYS.iter().map(|binding| Offer::of(binding, None)).collect()
    }

    fn run(&mut self, offer: usize, _: &Context) -> Transition {
        match INPUT_KEYS[offer].command {
            InputCommand::Accept => {
                Transition::Answer(Answer::Text(std::mem::take(&mut self.text)))
            }
            InputCommand::Cancel => Transition::Back,
        }
    }

    fn typed(&mut self, key: Key, _: &Context) -> Transition {
        let is_letter = matches!(key.code, KeyCode::Char(_)) && !key.ctrl && !key.alt;
        if std::mem::take(&mut self.is_replaced) && is_letter {
            self.text.clear();
        }
        match key.code {
            KeyCode::Char('u') if key.ctrl => self.text.clear(),
            KeyCode::Char(letter) if !key.ctrl && !key.alt => self.text.push(letter),
            KeyCode::Backspace => drop(self.text.pop()),
            _ => return Transition::Nowhere,
        }
        Transition::Stay
    }

    fn pasted(&mut self, text: &str) -> Transition {
        self.text.extend(text.chars().filter(|letter| !letter.is_control()));
        Transition::Stay
    }

    fn takes_text(&self) -> bool {
        true
    }

    fn is_dialog(&self) -> bool {
        true
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let width = 46.min(area.width.saturating_sub(4));
        let inside = widgets::draw_dialog_frame(buffer, area, (width, 1), &self.title, look, areas);
        // The end of a long text is what is being typed.
        let mut shown = self.text.as_str();
        while widgets::text_width(shown) + 1 > inside.width {
            let Some(letter) = shown.chars().next() else { break };
            shown = &shown[letter.len_utf8()..];
        }
        let line = Line::from(vec![
            Span::styled(shown, look.strong()),
            Span::styled(" ", look.selected()),
        ]);
        buffer.set_line(inside.x, inside.y, &line, inside.width);
    }
}
