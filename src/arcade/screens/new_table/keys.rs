//! The key table of the page of a new shared table.

use crossterm::event::KeyCode;

use crate::widgets::{Binding, Key};

/// What the keys of the page do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Select the row above.
    Up,
    /// Select the row below.
    Down,
    /// Choose the value on the left.
    Left,
    /// Choose the value on the right.
    Right,
    /// Open the table.
    Open,
    /// Go back to the lobby.
    Leave,
}

/// The key table of the page.
pub static KEYS: [Binding<Command>; 6] = [
    Binding::new(
        Command::Up,
        &[Key::plain(KeyCode::Up), Key::char('k'), Key::plain(KeyCode::BackTab)],
        "the row above",
    )
    .footer("arrows", "choose"),
    Binding::new(
        Command::Down,
        &[Key::plain(KeyCode::Down), Key::char('j'), Key::plain(KeyCode::Tab)],
        "the row below",
    ),
    Binding::new(
        Command::Left,
        &[Key::plain(KeyCode::Left), Key::char('h')],
        "the value on the left",
    ),
    Binding::new(
        Command::Right,
        &[Key::plain(KeyCode::Right), Key::char('l')],
        "the value on the right",
    ),
    Binding::new(
        Command::Open,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "open the table and go there",
    )
    .footer("Enter", "open"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the lobby")
        .footer("Esc", "back"),
];
