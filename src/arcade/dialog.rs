//! Dialogs over another screen: a question with a few answers, and a text input.

use std::borrow::Cow;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::{Paragraph, Widget, Wrap},
};

use super::screen::{Commands, Context, DialogAnswer, Screen, Transition};
use crate::{
    printable::printable_lines,
    widgets::{AnyCommand, Binding, ClickAreas, Key, Look, Offer, TextField, drawing},
};

/// An answer to a question. Its command is its number; its footer is the key and the label that the
/// dialog shows.
pub type DialogChoice = Binding<usize>;

/// Creates an answer; the dialog shows `key` and `label`.
pub const fn choice(
    answer: usize,
    keys: &'static [Key],
    key: &'static str,
    label: &'static str,
) -> DialogChoice {
    Binding::new(answer, keys, label).footer(key, label)
}

const YES: &[Key] = &[Key::char('y')];
const NO: &[Key] = &[Key::char('n'), Key::plain(KeyCode::Esc)];

/// Returns two answers: 0 with `y`, and 1 with `n` or Esc.
pub const fn yes_or_no(yes: &'static str, no: &'static str) -> [DialogChoice; 2] {
    [choice(0, YES, "y", yes), choice(1, NO, "n", no)]
}

pub struct Question {
    title: String,
    text: String,
    choices: Cow<'static, [DialogChoice]>,
}

/// The only answer to a message.
static ACKNOWLEDGE: [DialogChoice; 1] = [choice(
    0,
    &[Key::plain(KeyCode::Enter), Key::char(' '), Key::plain(KeyCode::Esc)],
    "Enter",
    "continue",
)];

/// Columns between two buttons.
const GAP: u16 = 2;

impl Question {
    pub fn new(
        title: impl Into<String>,
        text: impl Into<String>,
        choices: impl Into<Cow<'static, [DialogChoice]>>,
    ) -> Self {
        let text = printable_lines(&text.into()).into_owned();
        Self { title: title.into(), text, choices: choices.into() }
    }

    /// Creates a message with one button that closes it, for a text too long for the footer.
    pub fn message(title: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(title, text, &ACKNOWLEDGE)
    }

    /// Returns the area of each choice's button, relative to the first one. The buttons fill rows
    /// of at most `columns` columns.
    fn buttons(&self, columns: u16) -> Vec<Rect> {
        let (mut x, mut y) = (0, 0);
        let labels = self.choices.iter().map(|choice| choice.footer.unwrap_or_default());
        let button = |(key, label): (&str, &str)| {
            let width = drawing::text_width(key) + 1 + drawing::text_width(label);
            if x > 0 && x + width > columns {
                (x, y) = (0, y + 1);
            }
            let button = Rect { x, y, width, height: 1 };
            x += width + GAP;
            button
        };
        labels.map(button).collect()
    }
}

impl Commands for Question {
    /// The number of the answer.
    type Command = usize;

    fn offers(&self) -> Vec<Offer<usize>> {
        self.choices.iter().map(|choice| Offer::new(choice, None)).collect()
    }

    fn run(&mut self, choice: usize, _: &Context) -> Transition {
        Transition::CloseWith(DialogAnswer::Choice(choice))
    }
}

impl Screen for Question {
    fn is_dialog(&self) -> bool {
        true
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let one_row = self.buttons(u16::MAX).last().map_or(0, |last| last.right() + GAP);
        let width = drawing::text_width(&self.text)
            .clamp(one_row, 46.max(one_row))
            .min(area.width.saturating_sub(4));
        let text = Paragraph::new(self.text.as_str()).wrap(Wrap { trim: true });
        let height = u16::try_from(text.line_count(width)).unwrap_or(1);
        let buttons = self.buttons(width);
        let button_rows = buttons.last().map_or(0, |last| last.bottom());
        let size = (width, height + 1 + button_rows);
        let inside = drawing::draw_dialog_frame(buffer, area, size, &self.title, look, areas);
        // Where space is short, the buttons come first.
        let text_rows = inside.height.saturating_sub(1 + button_rows);
        text.style(look.text()).render(Rect { height: text_rows, ..inside }, buffer);
        let top = inside.bottom().saturating_sub(button_rows);
        for (choice, button) in self.choices.iter().zip(buttons) {
            let (key, label) = choice.footer.unwrap_or_default();
            let line = Line::from(vec![
                Span::styled(key, look.accent()),
                Span::styled(format!(" {label}"), look.text()),
            ]);
            let button = Rect { x: inside.x + button.x, y: top + button.y, ..button };
            buffer.set_line(button.x, button.y, &line, inside.right().saturating_sub(button.x));
            areas.add(button, AnyCommand::new(choice.command));
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputCommand {
    Accept,
    Cancel,
}

pub static INPUT_KEYS: &[Binding<InputCommand>] = &[
    Binding::new(InputCommand::Accept, &[Key::plain(KeyCode::Enter)], "accept the text")
        .footer("Enter", "accept"),
    Binding::new(InputCommand::Cancel, &[Key::plain(KeyCode::Esc)], "leave it")
        .footer("Esc", "cancel"),
];

pub struct TextInput {
    title: String,
    field: TextField,
}

impl TextInput {
    /// Creates an input. It starts with `text`, which can be edited and which typing replaces.
    pub fn new(title: impl Into<String>, text: impl Into<String>) -> Self {
        Self { title: title.into(), field: TextField::new(text) }
    }

    /// Creates an input in which this text was typed already, so that typing continues it.
    pub fn begun(title: impl Into<String>, text: &str) -> Self {
        let mut field = TextField::default();
        field.insert(text);
        Self { title: title.into(), field }
    }
}

impl Commands for TextInput {
    type Command = InputCommand;

    fn offers(&self) -> Vec<Offer<InputCommand>> {
        Offer::all(INPUT_KEYS)
    }

    fn run(&mut self, command: InputCommand, _: &Context) -> Transition {
        match command {
            InputCommand::Accept => Transition::CloseWith(DialogAnswer::Text(self.field.take())),
            InputCommand::Cancel => Transition::Close,
        }
    }
}

impl Screen for TextInput {
    fn on_key(&mut self, key: Key, _: &Context) -> Transition {
        if self.field.on_key(key) { Transition::Redraw } else { Transition::None }
    }

    fn on_paste(&mut self, text: &str) -> Transition {
        self.field.insert(text);
        Transition::Redraw
    }

    fn takes_text(&self) -> bool {
        true
    }

    fn is_dialog(&self) -> bool {
        true
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let width = 46.min(area.width.saturating_sub(4));
        let inside = drawing::draw_dialog_frame(buffer, area, (width, 1), &self.title, look, areas);
        self.field.draw(inside, buffer, look);
    }
}
