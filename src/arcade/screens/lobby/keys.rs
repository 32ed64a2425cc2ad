//! The key table of the lobby.

use crossterm::event::KeyCode;

use crate::widgets::{Binding, Key};

/// What the keys of the lobby do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Select the table above.
    Up,
    /// Select the table below.
    Down,
    /// Select the first table.
    First,
    /// Select the last table.
    Last,
    /// Go to the selected table.
    Choose,
    /// Watch the selected table.
    Watch,
    /// Open a new table.
    New,
    /// Type a code.
    Code,
    /// Show who wins how often.
    Leaderboard,
    /// Go back to the menu.
    Leave,
}

/// The key table of the lobby.
pub static KEYS: [Binding<Command>; 10] = [
    Binding::new(
        Command::Choose,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "join the table, come back to it, or watch it",
    )
    .footer("Enter", "join"),
    Binding::new(Command::New, &[Key::char('n')], "open a new table").footer("n", "new table"),
    Binding::new(Command::Code, &[Key::char('c')], "type the code of a table").footer("c", "code"),
    Binding::new(Command::Watch, &[Key::char('w')], "watch the table").footer("w", "watch"),
    Binding::new(Command::Leaderboard, &[Key::char('l')], "leaderboard: the ratings of a game")
        .footer("l", "leaders"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the menu")
        .footer("Esc", "back"),
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "the table above")
        .footer("arrows", "move"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "the table below"),
    Binding::new(Command::First, &[Key::plain(KeyCode::Home)], "the first table"),
    Binding::new(Command::Last, &[Key::plain(KeyCode::End)], "the last table"),
];
