//! The commands of the whole arcade, and their keys.

use crossterm::event::KeyCode;

use crate::widgets::{Binding, Key};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Help,
    /// End the program, after a question if something would be lost.
    Quit,
    Interrupt,
    Suspend,
    Redraw,
}

impl Command {
    /// Whether the command needs a shell, which guests don't have.
    pub fn needs_host(self) -> bool {
        self == Self::Suspend
    }
}

pub static KEYS: &[Binding<Command>] = &[
    Binding::new(
        Command::Help,
        &[Key::char('?'), Key::plain(KeyCode::F(1))],
        "help: keys and rules",
    )
    .footer("?", "help"),
    Binding::new(Command::Quit, &[Key::char('q')], "quit").footer("q", "quit"),
    Binding::new(Command::Interrupt, &[Key::ctrl('c')], "quit at once"),
    Binding::new(Command::Suspend, &[Key::ctrl('z')], "suspend to the shell (fg returns)"),
    Binding::new(Command::Redraw, &[Key::ctrl('l')], "redraw the screen"),
];
