//! The key table of the New game page.

use crossterm::event::KeyCode;

use crate::widgets::{Binding, Key};
use fourcade_engine::play::Level;

/// What the keys of the New game page do.
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
    /// Play the game, or open the advanced setup if that is selected.
    Confirm,
    /// Play against this level.
    Level(Level),
    /// Open the advanced setup.
    Advanced,
    /// Go back to the menu.
    Leave,
}

/// The key table of the New game page.
pub static KEYS: [Binding<Command>; 12] = [
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
        Command::Confirm,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "play, or open the advanced setup if it is selected",
    )
    .footer("Enter", "play"),
    Binding::new(Command::Level(Level::Beginner), &[Key::char('1')], "a Beginner as opponent")
        .footer("1-5", "level"),
    Binding::new(Command::Level(Level::Easy), &[Key::char('2')], "an Easy opponent"),
    Binding::new(Command::Level(Level::Medium), &[Key::char('3')], "a Medium opponent"),
    Binding::new(Command::Level(Level::Hard), &[Key::char('4')], "a Hard opponent"),
    Binding::new(Command::Level(Level::Expert), &[Key::char('5')], "an Expert as opponent"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the menu")
        .footer("Esc", "back"),
    Binding::new(Command::Advanced, &[Key::char('a')], "the advanced setup")
        .footer("a", "advanced"),
];
