//! The key table of the review.

use crossterm::event::KeyCode;

use crate::widgets::{Binding, Key};

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
        "previous move",
    )
    .footer("arrows", "go through"),
    Binding::new(
        Command::Next,
        &[Key::plain(KeyCode::Right), Key::char('l'), Key::char('.')],
        "next move",
    ),
    Binding::new(Command::First, &[Key::plain(KeyCode::Home)], "start of the game"),
    Binding::new(Command::Last, &[Key::plain(KeyCode::End)], "last move"),
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "previous costly move"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "next costly move"),
    Binding::new(Command::NextSeat, &[Key::plain(KeyCode::Tab)], "show the next player's view")
        .footer("Tab", "other view"),
    Binding::new(Command::ToggleBoard, &[Key::char('v')], "board or graph, where only one fits")
        .footer("v", "board"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back").footer("Esc", "back"),
];
