//! The formats of other programs, for readers that don't know which game a file holds.

use crate::{
    flip::{Flip, othello},
    play::{Game as _, RecordReadError},
};

/// A game in a format of another program, not read yet.
#[derive(Clone, Debug)]
pub struct ForeignGame(othello::OthelloGame);

/// Finds the games in a text, or returns `None` if it is in none of the formats.
pub fn find_games(text: &str) -> Option<Vec<ForeignGame>> {
    Some(othello::find_games(text)?.into_iter().map(ForeignGame).collect())
}

impl ForeignGame {
    /// The [`Game::KEY`](crate::play::Game::KEY) of the game.
    pub fn key(&self) -> &'static str {
        Flip::KEY
    }

    /// A short description of the game, for a list.
    pub fn summary(&self) -> String {
        self.0.summary()
    }

    /// Reads the game and writes it as a record (JSON lines).
    ///
    /// # Errors
    /// Returns an error with the number of the line if the text is damaged, or a move is not legal.
    pub fn to_record(&self) -> Result<Vec<u8>, RecordReadError> {
        let mut record = Vec::new();
        let session = self.0.read()?;
        let written = session.record().write(&mut record);
        written.map_err(|error| RecordReadError { line: 1, message: error.to_string() })?;
        Ok(record)
    }
}
