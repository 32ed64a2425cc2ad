//! The key table of the page of today's deals.

use crossterm::event::KeyCode;

use crate::widgets::{Binding, Key};

/// What the keys of the page do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Select the game above.
    Up,
    /// Select the game below.
    Down,
    /// Play the selected game.
    Play,
    /// Play the game with this index.
    Open(usize),
    /// Copy a line about the results of the day.
    Copy,
    /// Go back.
    Leave,
}

/// The key table of the page.
pub static KEYS: [Binding<Command>; 9] = [
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "the game above")
        .footer("arrows", "choose"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "the game below"),
    Binding::new(
        Command::Play,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "play the deal of the day",
    )
    .footer("Enter", "play"),
    Binding::new(Command::Open(0), &[Key::char('1')], "play the first game's deal"),
    Binding::new(Command::Open(1), &[Key::char('2')], "play the second game's deal"),
    Binding::new(Command::Open(2), &[Key::char('3')], "play the third game's deal"),
    Binding::new(Command::Open(3), &[Key::char('4')], "play the fourth game's deal"),
    Binding::new(Command::Copy, &[Key::char('y')], "copy the results of the day to the clipboard")
        .footer("y", "copy"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the screen before")
        .footer("Esc", "back"),
];
