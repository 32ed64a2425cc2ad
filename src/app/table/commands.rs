//! The table's own keys; those of the game stand before them.

use crossterm::event::KeyCode;

use crate::ui::{Binding, Key, keys::When};

/// What the table's keys do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Stop the computers, or let them go on.
    Pause,
    /// One move, then pause.
    Step,
    /// Let them wait less between moves.
    Faster,
    /// Let them wait longer between moves.
    Slower,
    /// Start the next game by itself when one is over.
    RunOn,
    /// Take back the last choice of a person, or the last move.
    Undo,
    /// Do again what was taken back.
    Redo,
    /// What the strongest player would do.
    Hint,
    /// Give up.
    Resign,
    /// The same game again from the start.
    Again,
    /// Again, with the seats changed.
    Swap,
    /// Write the game to a file.
    Save,
    /// Back to the screen before.
    Leave,
}

const fn row(
    command: Command,
    keys: &'static [Key],
    footer: Option<(&'static str, &'static str)>,
    words: &'static str,
    when: When,
) -> Binding<Command> {
    Binding { command, keys, footer, words, when }
}

const RUNNING: When = When::DECIDING.or(When::WAITING);
const STILL: When = When::WATCHING.or(When::OVER);

/// The table's key table.
pub static KEYS: [Binding<Command>; 13] = [
    row(
        Command::Pause,
        &[Key::char(' '), Key::char('p')],
        Some(("Space", "pause")),
        "pause the computers, or let them go on",
        When::WATCHING,
    ),
    row(
        Command::Step,
        &[Key::plain(KeyCode::Right), Key::char('.')],
        Some((".", "step")),
        "one move of the computers, then pause",
        When::WATCHING,
    ),
    row(
        Command::Faster,
        &[Key::char('+'), Key::char('=')],
        Some(("+", "faster")),
        "computers move faster",
        When::WATCHING,
    ),
    row(Command::Slower, &[Key::char('-')], Some(("-", "slower")), "computers move slower", When::WATCHING),
    row(Command::RunOn, &[Key::char('o')], None, "go on from game to game by itself, or stop that", STILL),
    row(Command::Undo, &[Key::char('u')], Some(("u", "undo")), "take back the last choice", When::ALWAYS),
    row(Command::Hint, &[Key::char('i')], Some(("i", "hint")), "what the strongest computer would do", When::DECIDING),
    row(Command::Again, &[Key::char('n')], Some(("n", "new")), "the same game again from the start", When::ALWAYS),
    row(Command::Leave, &[Key::plain(KeyCode::Esc)], Some(("Esc", "back")), "back to the screen before", When::ALWAYS),
    row(Command::Save, &[Key::char('s')], Some(("s", "save")), "save the game to a file", When::ALWAYS),
    row(Command::Swap, &[Key::char('w')], Some(("w", "swap")), "again, with the seats changed", When::ALWAYS),
    row(Command::Redo, &[Key::char('r')], None, "do again what was taken back", When::ALWAYS),
    row(Command::Resign, &[Key::char('g')], None, "give up", RUNNING),
];
