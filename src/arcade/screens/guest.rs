//! The screen that asks a guest for a name.

use std::sync::{Arc, Mutex};

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    arcade::screen::{Commands, Screen, ScreenContext, Transition},
    games::sentence,
    sync::lock,
    widgets::{Binding, ClickAreas, Key, Look, Offer, TextField, drawing, page::Frame},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Accept,
    Leave,
}

pub static KEYS: [Binding<Command>; 2] = [
    Binding::new("choose", Command::Accept, &[Key::plain(KeyCode::Enter)], "play under this name")
        .footer("Enter", "play"),
    Binding::new("leave", Command::Leave, &[Key::plain(KeyCode::Esc)], "leave")
        .footer("Esc", "leave"),
];

/// Returns the name in its normal form, or the reason why it is refused.
pub type CheckName = Box<dyn Fn(&str) -> Result<String, String>>;

const MAX_WIDTH: u16 = 60;

pub struct GuestScreen {
    field: TextField,
    check: CheckName,
    problem: Option<String>,
    name: Arc<Mutex<Option<String>>>,
}

impl GuestScreen {
    pub fn new(check: CheckName) -> Self {
        Self { field: TextField::default(), check, problem: None, name: Arc::default() }
    }

    /// Set when the screen closes; stays `None` if the guest leaves.
    pub fn name(&self) -> Arc<Mutex<Option<String>>> {
        Arc::clone(&self.name)
    }
}

impl Commands for GuestScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        Offer::all(&KEYS, &())
    }

    fn run(&mut self, command: Command, _: &ScreenContext) -> Transition {
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

impl Screen for GuestScreen {
    fn on_key(&mut self, key: Key, _: &ScreenContext) -> Transition {
        if !self.field.on_key(key) {
            return Transition::None;
        }
        self.problem = None;
        Transition::Redraw
    }

    fn on_paste(&mut self, text: &str, _: &ScreenContext) -> Transition {
        self.field.insert(text);
        self.problem = None;
        Transition::Redraw
    }

    fn takes_text(&self) -> bool {
        true
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let frame = Frame::new(area);
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
