//! The key table of the settings screen.

use crossterm::event::KeyCode;

use crate::widgets::{Binding, Key};

/// What the keys of the settings screen do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Select the setting above.
    Up,
    /// Select the setting below.
    Down,
    /// Take the next value of the setting (true) or the previous one (false).
    Turn(bool),
    /// Type a name, or take the next value.
    Choose,
    /// Reset all settings to their defaults.
    Reset,
    /// Go back to the menu.
    Leave,
}

/// The key table of the settings screen.
pub static KEYS: [Binding<Command>; 7] = [
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "previous setting")
        .footer("arrows", "choose"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "next setting"),
    Binding::new(
        Command::Turn(false),
        &[Key::plain(KeyCode::Left), Key::char('h')],
        "previous value",
    ),
    Binding::new(Command::Turn(true), &[Key::plain(KeyCode::Right), Key::char('l')], "next value"),
    Binding::new(
        Command::Choose,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "next value, or type a name",
    )
    .footer("Enter", "change"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the menu")
        .footer("Esc", "back"),
    Binding::new(Command::Reset, &[Key::char('r')], "reset all settings to defaults")
        .footer("r", "reset"),
];
