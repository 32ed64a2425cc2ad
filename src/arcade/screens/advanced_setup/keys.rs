//! The key table of the advanced setup.

use crossterm::event::KeyCode;

use crate::widgets::{Binding, Key};

/// What the keys of the advanced setup do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Move one row up.
    Up,
    /// Move one row down.
    Down,
    /// Move one seat to the left.
    Left,
    /// Move one seat to the right.
    Right,
    /// Select the next field.
    Next,
    /// Select the previous field.
    Previous,
    /// Increase (true) or decrease (false) the player's number, the board size or the seed.
    ChangeNumber(bool),
    /// Type the value of the field.
    Edit,
    /// Choose the player under the cursor.
    Choose,
    /// Name a program for the seat.
    NameProgram,
    /// Choose the player under the cursor, or start the game if it is chosen.
    Start,
    /// Go back to the menu.
    Leave,
}

/// The key table of the advanced setup.
pub static KEYS: [Binding<Command>; 13] = [
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "up")
        .footer("arrows", "move"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "down"),
    Binding::new(
        Command::Left,
        &[Key::plain(KeyCode::Left), Key::char('h')],
        "to the seat on the left",
    ),
    Binding::new(
        Command::Right,
        &[Key::plain(KeyCode::Right), Key::char('l')],
        "to the seat on the right",
    ),
    Binding::new(
        Command::Start,
        &[Key::plain(KeyCode::Enter)],
        "start the game, or choose another player under the cursor",
    )
    .footer("Enter", "start"),
    Binding::new(Command::Choose, &[Key::char(' ')], "choose the player under the cursor"),
    Binding::new(Command::Next, &[Key::plain(KeyCode::Tab)], "next field").footer("Tab", "next"),
    Binding::new(Command::Previous, &[Key::plain(KeyCode::BackTab)], "field before"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back without starting")
        .footer("Esc", "back"),
    Binding::new(Command::ChangeNumber(true), &[Key::char('+'), Key::char('=')], "a higher number")
        .footer("+ -", "number"),
    Binding::new(Command::ChangeNumber(false), &[Key::char('-')], "a lower number"),
    Binding::new(Command::NameProgram, &[Key::char('p')], "name a program for the seat"),
    Binding::new(Command::Edit, &[Key::char('e')], "type the number, size or seed")
        .footer("e", "type it"),
];
