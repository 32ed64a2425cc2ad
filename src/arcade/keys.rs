//! The commands of the whole arcade, and their keys.

use crossterm::event::KeyCode;

use crate::widgets::{Binding, Key};

/// The commands of the whole arcade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Open the help of the screen on top.
    Help,
    /// End the program, after a question if something would be lost.
    Quit,
    /// End the program without a question.
    Interrupt,
    /// Stop the program until the shell continues it.
    Suspend,
    /// Draw the whole screen again.
    Redraw,
}

impl Command {
    /// Whether the command needs a shell, which guests don't have.
    pub fn needs_host(self) -> bool {
        self == Self::Suspend
    }
}

/// The keys that work on every screen.
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
