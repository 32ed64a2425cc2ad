//! The commands of the whole arcade, and their keys.

use crossterm::event::KeyCode;

use crate::widgets::{Binding, Key};
use fourcade_engine::GameKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Help,
    /// End the program, after a question if something would be lost.
    Quit,
    Interrupt,
    Suspend,
    Redraw,
    /// Don't end the program after all.
    Stay,
    /// Begin the lesson of a game at this step, from 0.
    Lesson {
        game: GameKind,
        step: usize,
    },
    /// Begin a game against the weakest level.
    FirstGame(GameKind),
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
    Binding::new(Command::Suspend, &[Key::ctrl('z')], "suspend to the shell (fg returns)")
        .needs_host(),
    Binding::new(Command::Redraw, &[Key::ctrl('l')], "redraw the screen"),
];
