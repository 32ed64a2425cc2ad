//! Dialogs: a question with a few answers, and a text input.

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    style::Modifier,
};

use super::screen::{Commands, Screen, ScreenContext, Transition};
use crate::{
    games::sentence,
    printable::{printable, printable_lines},
    widgets::{
        AnyCommand, Binding, ClickAreas, Key, Look, Offer, TextField,
        drawing::{self, Button, Buttons},
        form::{CurrentTypingPlace, TypingPlace},
    },
};

/// An answer to a question, with the command that the screen below runs, if any.
pub type Choice = Binding<Option<AnyCommand>>;

pub fn choice(
    keys: &'static [Key],
    key: &'static str,
    label: &'static str,
    command: Option<AnyCommand>,
) -> Choice {
    Binding::new("", command, keys, label).footer(key, label)
}

pub const YES: &[Key] = &[Key::char('y')];
pub const NO: &[Key] = &[Key::char('n'), Key::plain(KeyCode::Esc)];

/// Returns two answers: `y` runs the command; `n` and Esc only close the dialog.
pub fn yes_or_no(yes: &'static str, no: &'static str, command: AnyCommand) -> [Choice; 2] {
    [choice(YES, "y", yes, Some(command)), choice(NO, "n", no, None)]
}

pub fn either(
    (yes, yes_command): (&'static str, AnyCommand),
    (no, no_command): (&'static str, AnyCommand),
) -> [Choice; 2] {
    [choice(YES, "y", yes, Some(yes_command)), choice(NO, "n", no, Some(no_command))]
}

/// The width inside most dialogs, in columns.
const USUAL_WIDTH: u16 = 46;

pub struct Question {
    title: String,
    text: String,
    choices: Vec<Choice>,
}

impl Question {
    pub fn new(
        title: impl Into<String>,
        text: impl Into<String>,
        choices: impl Into<Vec<Choice>>,
    ) -> Self {
        let text = printable_lines(&text.into()).into_owned();
        Self { title: title.into(), text, choices: choices.into() }
    }

    pub fn message(title: impl Into<String>, text: impl Into<String>) -> Self {
        let keys =
            const { &[Key::plain(KeyCode::Enter), Key::char(' '), Key::plain(KeyCode::Esc)] };
        Self::new(title, text, [choice(keys, "Enter", "continue", None)])
    }

    fn inner_size(&self, area: Rect) -> Size {
        let buttons = self.buttons();
        let one_row = buttons.width();
        let width = drawing::text_width(&self.text)
            .clamp(one_row, USUAL_WIDTH.max(one_row))
            .min(area.width.saturating_sub(4));
        let lines = drawing::wrap_lines(&self.text, width);
        let height = drawing::cells(lines.len()).saturating_add(1 + buttons.height(width));
        Size::new(width, height)
    }

    fn buttons(&self) -> Buttons<'_> {
        let button = |choice: &Choice| {
            let button = Button::new(choice.footer.unwrap_or_default());
            (button, AnyCommand::new(choice.command.clone()))
        };
        Buttons(self.choices.iter().map(button).collect())
    }
}

impl Commands for Question {
    type Command = Option<AnyCommand>;

    fn offers(&self) -> Vec<Offer<Self::Command>> {
        Offer::all(&self.choices, &())
    }

    fn run(&mut self, command: Self::Command, _: &ScreenContext) -> Transition {
        command.map_or(Transition::Close, Transition::CloseAndRun)
    }
}

impl Screen for Question {
    fn is_dialog(&self) -> bool {
        true
    }

    fn dialog_height(&self, area: Rect) -> Option<u16> {
        Some(self.inner_size(area).height.saturating_add(2))
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let buttons = self.buttons();
        let size = self.inner_size(area);
        let button_rows = buttons.height(size.width);
        let inside = drawing::draw_dialog_frame(buffer, area, size, &self.title, look, areas);
        // If space is short, the buttons come first.
        let text_rows = inside.height.saturating_sub(1 + button_rows);
        let room = Rect { height: text_rows, ..inside };
        drawing::draw_lines(buffer, room, &self.text, look.text(), look);
        buttons.draw(inside, buffer, look, areas);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputCommand {
    Accept,
    AcceptAndGoOn,
    AcceptAndGoBack,
    Cancel,
}

pub static INPUT_KEYS: &[Binding<InputCommand>] = &[
    Binding::new("choose", InputCommand::Accept, &[Key::plain(KeyCode::Enter)], "accept the text")
        .footer("Enter", "accept"),
    Binding::new(
        "next",
        InputCommand::AcceptAndGoOn,
        &[Key::plain(KeyCode::Tab), Key::plain(KeyCode::Down)],
        "accept the text and go to the next row of a form",
    )
    .footer("Tab", "next"),
    Binding::new(
        "previous",
        InputCommand::AcceptAndGoBack,
        &[Key::plain(KeyCode::BackTab), Key::plain(KeyCode::Up)],
        "accept the text and go to the row before",
    ),
    Binding::new("leave", InputCommand::Cancel, &[Key::plain(KeyCode::Esc)], "leave it")
        .footer("Esc", "cancel"),
];

pub struct TextInput {
    title: String,
    field: TextField,
    /// The reason why the text was refused, or empty.
    problem: String,
    note: String,
    accept: Box<dyn Fn(String) -> AnyCommand>,
    /// Accepts the text and goes to the next row of the form below or, with -1, the previous one.
    accept_and_go: Option<Box<dyn Fn(String, isize) -> AnyCommand>>,
    /// The place in the form below; without one, the text is typed in a box.
    place: CurrentTypingPlace,
}

impl TextInput {
    /// Typing replaces `text`.
    pub fn new(
        title: impl Into<String>,
        text: impl Into<String>,
        accept: impl Fn(String) -> AnyCommand + 'static,
    ) -> Self {
        let field = TextField::new(text);
        Self {
            title: title.into(),
            field,
            problem: String::new(),
            note: String::new(),
            accept: Box::new(accept),
            accept_and_go: None,
            place: CurrentTypingPlace::default(),
        }
    }

    pub fn in_place(self, place: CurrentTypingPlace) -> Self {
        Self { place, ..self }
    }

    pub fn with_note(self, note: &str) -> Self {
        Self { note: printable(note).into_owned(), ..self }
    }

    /// The problem stands above the note.
    pub fn with_problem(self, problem: &str) -> Self {
        Self { problem: printable(problem).into_owned(), ..self }
    }

    /// The command of Tab and, with -1, Shift-Tab.
    pub fn with_next(self, accept: impl Fn(String, isize) -> AnyCommand + 'static) -> Self {
        Self { accept_and_go: Some(Box::new(accept)), ..self }
    }

    /// Limits the width of the text, in columns.
    pub fn with_max_width(mut self, max_width: Option<usize>) -> Self {
        self.field.max_width = max_width;
        self
    }

    pub fn with_typed(mut self, text: &str) -> Self {
        self.field.insert(text);
        self
    }

    fn accept_and_go(&mut self, by: isize) -> Transition {
        match &self.accept_and_go {
            Some(accept) => Transition::CloseAndRun(accept(self.field.take(), by)),
            None => Transition::None,
        }
    }

    fn draw_in_form(
        &self,
        place: TypingPlace,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let TypingPlace { field, row, text } = place;
        for area in [Rect { height: 1, ..row }, text] {
            drawing::draw_empty(buffer, area, look);
        }
        buffer.set_style(Rect { height: 1, ..field }, look.chosen());
        self.field.draw(field, buffer, look, areas);
        buffer.set_style(Rect { height: 1, ..field }, Modifier::UNDERLINED);
        let problem_rows = drawing::cells(drawing::wrap_lines(&self.problem, text.width).len());
        let problem_rows = if self.problem.is_empty() { 0 } else { problem_rows.min(text.height) };
        drawing::draw_lines(buffer, text, &self.problem, look.alert(), look);
        let below = Rect { y: text.y + problem_rows, height: text.height - problem_rows, ..text };
        let full = match self.note.as_str() {
            "" => self.title.clone(),
            note => format!("{}: {note}", self.title),
        };
        let fits = drawing::wrap_lines(&full, below.width).len() <= usize::from(below.height);
        let note = if fits || self.note.is_empty() { full } else { sentence(&self.note) };
        drawing::draw_lines(buffer, below, &note, look.text(), look);
    }
}

impl Commands for TextInput {
    type Command = InputCommand;

    fn offers(&self) -> Vec<Offer<InputCommand>> {
        let mut offers = Offer::all(INPUT_KEYS, &());
        let goes = [InputCommand::AcceptAndGoOn, InputCommand::AcceptAndGoBack];
        offers.retain(|offer| self.accept_and_go.is_some() || !goes.contains(&offer.command));
        offers
    }

    fn run(&mut self, command: InputCommand, _: &ScreenContext) -> Transition {
        match command {
            InputCommand::Accept => Transition::CloseAndRun((self.accept)(self.field.take())),
            InputCommand::AcceptAndGoOn => self.accept_and_go(1),
            InputCommand::AcceptAndGoBack => self.accept_and_go(-1),
            InputCommand::Cancel => Transition::Close,
        }
    }
}

impl Screen for TextInput {
    fn on_key(&mut self, key: Key, _: &ScreenContext) -> Transition {
        if self.field.on_key(key) { Transition::Redraw } else { Transition::None }
    }

    fn on_paste(&mut self, text: &str, _: &ScreenContext) -> Transition {
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
        if let Some(place) = self.place.get() {
            return self.draw_in_form(place, buffer, look, areas);
        }
        let width = USUAL_WIDTH.min(area.width.saturating_sub(4));
        let widest = drawing::text_width(&self.note).max(drawing::text_width(&self.problem));
        let width = widest.clamp(width, area.width.max(8 + width) - 8);
        let rows = |text: &str| match text {
            "" => 0,
            _ => drawing::cells(drawing::wrap_lines(text, width).len()),
        };
        let problem_rows = rows(&self.problem);
        let size = Size::new(width, 1 + problem_rows + rows(&self.note));
        let inside = drawing::draw_dialog_frame(buffer, area, size, &self.title, look, areas);
        self.field.draw(Rect { height: inside.height.min(1), ..inside }, buffer, look, areas);
        let below = |rows: u16| {
            let rows = rows.min(inside.height);
            Rect { y: inside.y + rows, height: inside.height - rows, ..inside }
        };
        drawing::draw_lines(buffer, below(1 + problem_rows), &self.note, look.dim(), look);
        let problem = Rect { height: problem_rows, ..below(1) }.intersection(inside);
        drawing::draw_lines(buffer, problem, &self.problem, look.alert(), look);
    }
}
