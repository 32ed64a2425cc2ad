//! The key table of the statistics screen.

use crossterm::event::KeyCode;

use crate::widgets::{Binding, Key};

/// What the keys of the statistics screen do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Select the row above.
    Up,
    /// Select the row below.
    Down,
    /// Select the first row.
    First,
    /// Select the last row.
    Last,
    /// Show the next game (true) or the previous one (false).
    Turn(bool),
    /// Show the game of the selected row.
    Choose,
    /// Show the next chart.
    Chart,
    /// Show the calendar of the daily deals.
    Daily,
    /// Go back to the menu.
    Leave,
}

/// The key table of the statistics screen.
pub static KEYS: [Binding<Command>; 10] = [
    Binding::new(
        Command::Turn(false),
        &[Key::plain(KeyCode::Left), Key::plain(KeyCode::BackTab), Key::char('h')],
        "previous game",
    ),
    Binding::new(
        Command::Turn(true),
        &[Key::plain(KeyCode::Right), Key::plain(KeyCode::Tab), Key::char('l')],
        "next game",
    )
    .footer("Tab", "game"),
    Binding::new(Command::Chart, &[Key::char('v')], "next chart").footer("v", "chart"),
    Binding::new(
        Command::Choose,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "details of the selected game",
    )
    .footer("Enter", "more"),
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "previous row")
        .footer("arrows", "choose"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "next row"),
    Binding::new(Command::First, &[Key::plain(KeyCode::Home)], "first row"),
    Binding::new(Command::Last, &[Key::plain(KeyCode::End)], "last row"),
    Binding::new(Command::Daily, &[Key::char('d')], "the calendar of the daily deals")
        .footer("d", "daily"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the menu")
        .footer("Esc", "back"),
];
