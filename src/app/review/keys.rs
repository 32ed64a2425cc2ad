//! The key table of the review.

use crossterm::event::KeyCode;

use crate::ui::{Binding, Key};

/// What the keys of the review do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// The move before.
    Previous,
    /// The move after.
    Next,
    /// Before the first move.
    First,
    /// The last move.
    Last,
    /// The costly move above in the list.
    Up,
    /// The costly move below in the list.
    Down,
    /// As the next seat sees it.
    Turn,
    /// The board in the place of the graph, or the other way round.
    Swap,
    /// Back to the screen before.
    Leave,
}

/// The key table of the review.
pub static KEYS: [Binding<Command>; 9] = [
    Binding::new(
        Command::Previous,
        &[Key::plain(KeyCode::Left), Key::char('h'), Key::char(',')],
        "the move before",
    )
    .footer("arrows", "go through"),
    Binding::new(
        Command::Next,
        &[Key::plain(KeyCode::Right), Key::char('l'), Key::char('.')],
        "the move after",
    ),
    Binding::new(Command::First, &[Key::plain(KeyCode::Home)], "before the first move"),
    Binding::new(Command::Last, &[Key::plain(KeyCode::End)], "the last move"),
    Binding::new(
        Command::Up,
        &[Key::plain(KeyCode::Up), Key::char('k')],
        "the costly move above in the list",
    ),
    Binding::new(
        Command::Down,
        &[Key::plain(KeyCode::Down), Key::char('j')],
        "the costly move below in the list",
    ),
    Binding::new(Command::Turn, &[Key::plain(KeyCode::Tab)], "as the next seat sees it")
        .footer("Tab", "other view"),
    Binding::new(
        Command::Swap,
        &[Key::char('v')],
        "the board in the place of the graph, where there is no room for both",
    )
    .footer("v", "board"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the screen before")
        .footer("Esc", "back"),
];
