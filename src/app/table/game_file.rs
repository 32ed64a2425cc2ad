//! Saves the game on the table to a file.

use std::path::{Path, PathBuf};

use super::game::TableGame;
use crate::{
    app::saving,
    games::ArcadeGame,
    play::{Game, RecordLine},
};

/// The part of the game on the table that has been saved to a file.
pub struct GameFile<G: Game> {
    /// The saved lines.
    lines: Vec<RecordLine<G::Action>>,
    /// The file that was written last, if any.
    path: Option<PathBuf>,
}

impl<G: ArcadeGame> GameFile<G> {
    /// Returns the state of a game of which these lines are in a file or could be loaded again.
    pub fn with_lines(lines: Vec<RecordLine<G::Action>>) -> Self {
        Self { lines, path: None }
    }

    /// Whether the whole game has been saved.
    pub fn contains(&self, game: &TableGame<G>) -> bool {
        self.lines.starts_with(game.session().lines())
    }

    /// Treats the whole game as saved.
    pub fn mark_saved(&mut self, game: &TableGame<G>) {
        self.lines = game.session().lines().to_vec();
    }

    /// Returns the file that was written last, or a name for a new one.
    pub fn suggested_path(&self, game: &TableGame<G>) -> PathBuf {
        let new_name = || format!("{}-{}.jsonl", G::KEY, game.session().header().seed).into();
        self.path.clone().unwrap_or_else(new_name)
    }

    /// Whether this is the file that was written last, so that it may be replaced without a
    /// question.
    pub fn is_own(&self, path: &Path) -> bool {
        self.path.as_deref() == Some(path)
    }

    /// Writes the game to a file and returns a message for the person.
    ///
    /// # Errors
    /// Returns a message if the file can't be written.
    pub fn save(&mut self, path: PathBuf, game: &TableGame<G>) -> Result<String, String> {
        let message = saving::save(&path, |output| game.session().record().write(output))?;
        self.mark_saved(game);
        self.path = Some(path);
        Ok(message)
    }
}
