//! The first screen of a guest without a name: it asks for one.

use std::sync::{Arc, Mutex};

use color_eyre::eyre::Context as _;
use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};
use signal_hook::low_level::emulate_default_handler;

use super::super::{
    dialog::Question,
    event_loop,
    message::{self, Effect},
    screen::{Commands, Context, Screen, Transition},
    stack::Arcade,
    terminal::guard::{self, Guard},
};
use crate::{
    database::Store,
    games::sentence,
    settings::home::Home,
    sync::lock,
    widgets::{Binding, ClickAreas, ColorDepth, Key, Look, Offer, TextField, drawing, page::Frame},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Accept,
    Leave,
}

pub static KEYS: [Binding<Command>; 2] = [
    Binding::new(Command::Accept, &[Key::plain(KeyCode::Enter)], "play under this name")
        .footer("Enter", "play"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "leave").footer("Esc", "leave"),
];

/// Checks a typed name: returns it as it is used, or what is wrong with it.
pub type CheckName = Box<dyn Fn(&str) -> Result<String, String>>;

/// The widest body, in columns.
/// The rows below the title.
const HEIGHT: u16 = 8;
const MAX_WIDTH: u16 = 60;

pub struct NameScreen {
    field: TextField,
    check: CheckName,
    /// What is wrong with the name that was accepted last.
    problem: Option<String>,
    name: Arc<Mutex<Option<String>>>,
}

impl NameScreen {
    pub fn new(check: CheckName) -> Self {
        Self { field: TextField::default(), check, problem: None, name: Arc::default() }
    }

    /// Where the accepted name will be.
    pub fn name(&self) -> Arc<Mutex<Option<String>>> {
        Arc::clone(&self.name)
    }
}

impl Commands for NameScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        Offer::all(&KEYS, &())
    }

    fn run(&mut self, command: Command, _: &Context) -> Transition {
        if command == Command::Leave {
            return Transition::Close;
        }
        match (self.check)(self.field.text()) {
            Ok(name) => {
                *lock(&self.name) = Some(name);
                Transition::Close
            }
            Err(problem) => {
                self.problem = Some(sentence(&problem));
                Transition::Redraw
            }
        }
    }
}

impl Screen for NameScreen {
    fn on_key(&mut self, key: Key, _: &Context) -> Transition {
        if !self.field.on_key(key) {
            return Transition::None;
        }
        self.problem = None;
        Transition::Redraw
    }

    fn on_paste(&mut self, text: &str) -> Transition {
        self.field.insert(text);
        self.problem = None;
        Transition::Redraw
    }

    fn takes_text(&self) -> bool {
        true
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let frame = Frame::around(area, Size::new(MAX_WIDTH, HEIGHT));
        frame.draw_title("Welcome to fourcade", buffer, look, areas);
        let width = MAX_WIDTH.min(frame.content.width);
        let body = Rect { width, ..frame.content };
        let row = |y: u16| Rect { y: body.y + y, height: u16::from(y < body.height), ..body };
        let purpose = "Play with others here, or alone.";
        drawing::draw_text(buffer, row(0), purpose, look.text(), look);
        drawing::draw_text(buffer, row(2), "What is your name?", look.strong(), look);
        self.field.draw(row(3), buffer, look, areas);
        let (note, style) = match &self.problem {
            Some(problem) => (problem.as_str(), look.alert()),
            None => ("Others see it. Come back with it to find your games.", look.dim()),
        };
        for (y, line) in (5..).zip(drawing::wrap(note, width)) {
            drawing::draw_text(buffer, row(y), &line, style, look);
        }
    }
}

/// Asks a guest for a name on a screen of its own; `None` if they leave. The program must then
/// replace itself: the threads that listen to the terminal go on.
pub fn ask_name(home: Home, check: CheckName) -> color_eyre::Result<Option<String>> {
    guard::install_panic_hook();
    let (waker, messages) =
        message::listen().wrap_err("the arcade can't listen to the terminal")?;
    let mut guard =
        Guard::new(home.settings.mouse).wrap_err("the arcade can't take over the terminal")?;
    let screen = NameScreen::new(check);
    let name = screen.name();
    let depth = ColorDepth::detect();
    let mut arcade = Arcade::new(Box::new(screen), home, depth, waker, Store::disabled());
    let effect = event_loop::run_until_end(&mut arcade, &mut guard, &messages)?;
    drop(guard);
    if let Effect::Die(signal) = effect {
        emulate_default_handler(signal)?;
    }
    Ok(lock(&name).take())
}

/// Tells a guest who came with a command that it does not run.
pub fn command_notice() -> Question {
    Question::message("Not run", "Only the arcade is open to guests.")
}
