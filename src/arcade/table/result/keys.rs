//! The key table of the result card.

use crossterm::event::KeyCode;

use crate::widgets::{Binding, Key};

/// What the keys of the result card do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultCommand {
    /// Play again with the seats swapped.
    Rematch,
    /// Play against the next stronger level.
    NextLevel,
    /// Review the game.
    Review,
    /// Replay the game.
    Replay,
    /// Play again on the same seats.
    NewGame,
    /// Copy a line about the game to the clipboard.
    Copy,
    /// Put the card away.
    Close,
}

impl ResultCommand {
    /// All commands, in the order of [`KEYS`].
    const ALL: [Self; 7] = [
        Self::Rematch,
        Self::NextLevel,
        Self::Review,
        Self::Replay,
        Self::NewGame,
        Self::Copy,
        Self::Close,
    ];

    /// The number of the command, as the answer of a dialog.
    pub fn number(self) -> usize {
        self as usize
    }

    /// The command with this number.
    pub fn from_number(number: usize) -> Option<Self> {
        Self::ALL.get(number).copied()
    }
}

/// The key table of the result card.
pub static KEYS: [Binding<ResultCommand>; 7] = [
    Binding::new(ResultCommand::Rematch, &[Key::plain(KeyCode::Enter)], "play a rematch")
        .footer("Enter", "rematch"),
    Binding::new(ResultCommand::NextLevel, &[Key::char('t')], "try the next level")
        .footer("t", "next level"),
    Binding::new(ResultCommand::Review, &[Key::char('e')], "review the game").footer("e", "review"),
    Binding::new(ResultCommand::Replay, &[Key::char('r')], "replay the game").footer("r", "replay"),
    Binding::new(ResultCommand::NewGame, &[Key::char('n')], "start a new game on the same seats")
        .footer("n", "new game"),
    Binding::new(ResultCommand::Copy, &[Key::char('y')], "copy the result to the clipboard")
        .footer("y", "copy"),
    Binding::new(ResultCommand::Close, &[Key::plain(KeyCode::Esc)], "look at the board")
        .footer("Esc", "board"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_number() {
        for binding in &KEYS {
            let number = binding.command.number();
            assert_eq!(ResultCommand::from_number(number), Some(binding.command));
        }
        assert_eq!(ResultCommand::from_number(KEYS.len()), None);
    }
}
