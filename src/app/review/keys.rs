//! The key table of the review.

use crossterm::event::KeyCode;

use crate::ui::{Binding, Key};

/// What the keys of the review do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Go to the previous move.
    Previous,
    /// Go to the next move.
    Next,
    /// Go to the start of the game.
    First,
    /// Go to the last move.
    Last,
    /// Go to the costly move above in the list.
    Up,
    /// Go to the costly move below in the list.
    Down,
    /// Show the graph from the next seat's point of view.
    NextSeat,
    /// Show the board in place of the graph, or the graph again.
    ToggleBoard,
    /// Go back to the previous screen.
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
    Binding::new(Command::NextSeat, &[Key::plain(KeyCode::Tab)], "as the next seat sees it")
        .footer("Tab", "other view"),
    Binding::new(
        Command::ToggleBoard,
        &[Key::char('v')],
        "the board in the place of the graph, where there is no room for both",
    )
    .footer("v", "board"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the screen before")
        .footer("Esc", "back"),
];
