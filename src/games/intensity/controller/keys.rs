//! The key table of Intensity.

use crossterm::event::KeyCode;

use crate::widgets::{Binding, Key, keys::When};

/// The commands of Intensity's keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Moves the cursor to the next card on the left.
    MoveLeft,
    /// Moves the cursor to the next card on the right.
    MoveRight,
    /// Moves the cursor to the next playable card, wrapping around.
    NextPlayable,
    /// Moves the cursor to the previous playable card, wrapping around.
    PreviousPlayable,
    /// Marks or unmarks the card under the cursor while passing; plays it afterwards.
    Mark,
    /// Passes the marked cards while passing; plays the card under the cursor afterwards.
    Confirm,
    /// Switches between the score sheet and the table.
    ToggleScoreSheet,
    /// Shows all hands to spectators, or hides them.
    ToggleHands,
}

/// The key table of Intensity.
pub static KEYS: [Binding<Command>; 8] = [
    Binding::new(Command::MoveLeft, &[Key::plain(KeyCode::Left), Key::char('h')], "cursor left")
        .footer("arrows", "move"),
    Binding::new(Command::MoveRight, &[Key::plain(KeyCode::Right), Key::char('l')], "cursor right"),
    Binding::new(Command::Mark, &[Key::char(' ')], "mark a card to pass, or play it")
        .footer("Space", "mark")
        .when(When::DECIDING),
    Binding::new(
        Command::Confirm,
        &[Key::plain(KeyCode::Enter)],
        "pass the three marked cards, or play the card",
    )
    .footer("Enter", "play")
    .when(When::DECIDING),
    Binding::new(Command::NextPlayable, &[Key::plain(KeyCode::Tab)], "next playable card")
        .footer("Tab", "next")
        .when(When::DECIDING),
    Binding::new(
        Command::PreviousPlayable,
        &[Key::plain(KeyCode::BackTab)],
        "previous playable card",
    )
    .when(When::DECIDING),
    Binding::new(
        Command::ToggleScoreSheet,
        &[Key::char('t')],
        "show the rounds so far, or the table",
    )
    .footer("t", "rounds"),
    Binding::new(Command::ToggleHands, &[Key::char('f')], "show or hide all hands")
        .footer("f", "hands")
        .when(When::WATCHING),
];
