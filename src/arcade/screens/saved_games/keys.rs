//! The key table of the saved-games screen.

use crossterm::event::KeyCode;

use crate::widgets::{Binding, Key};

/// What the keys of the saved-games screen do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Select the game above.
    Up,
    /// Select the game below.
    Down,
    /// Move one screen up.
    PageUp,
    /// Move one screen down.
    PageDown,
    /// Select the game that was played last.
    First,
    /// Select the game that was played first.
    Last,
    /// Replay the selected game.
    Replay,
    /// Continue the selected game.
    Continue,
    /// Review the moves of the selected game.
    Review,
    /// Delete the selected game.
    Delete,
    /// Export the selected game to a file.
    Export,
    /// Import a game from a file.
    Import,
    /// Go back to the menu.
    Leave,
    /// Filter by the next game.
    Game,
    /// Filter by the next opponent.
    Opponent,
    /// Filter by the next result.
    Result,
    /// Remove the filter.
    All,
}

/// The key table of the saved-games screen.
pub static KEYS: [Binding<Command>; 17] = [
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "previous game"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "next game"),
    Binding::new(Command::PageUp, &[Key::plain(KeyCode::PageUp)], "page up"),
    Binding::new(Command::PageDown, &[Key::plain(KeyCode::PageDown)], "page down"),
    Binding::new(Command::First, &[Key::plain(KeyCode::Home)], "most recent game"),
    Binding::new(Command::Last, &[Key::plain(KeyCode::End)], "oldest game"),
    Binding::new(Command::Replay, &[Key::plain(KeyCode::Enter), Key::char(' ')], "replay the game")
        .footer("Enter", "replay"),
    Binding::new(Command::Continue, &[Key::char('c')], "resume the game").footer("c", "resume"),
    Binding::new(Command::Review, &[Key::char('e')], "review: what each move cost")
        .footer("e", "review"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the menu")
        .footer("Esc", "back"),
    Binding::new(
        Command::Delete,
        &[Key::char('d'), Key::plain(KeyCode::Delete)],
        "delete the game",
    )
    .footer("d", "delete"),
    Binding::new(Command::Export, &[Key::char('x')], "export the game to a file")
        .footer("x", "export"),
    Binding::new(Command::Import, &[Key::char('i')], "import a game from a file")
        .footer("i", "import"),
    Binding::new(Command::Game, &[Key::char('g')], "filter by game"),
    Binding::new(Command::Opponent, &[Key::char('o')], "filter by opponent"),
    Binding::new(Command::Result, &[Key::char('r')], "filter by result"),
    Binding::new(Command::All, &[Key::char('a')], "show all games"),
];
