//! Saves the game on the table to a file, in the background.

use std::path::{Path, PathBuf};

use super::game::TableGame;
use crate::{
    app::{
        Background,
        save_file::{self, SaveOutcome},
    },
    games::ArcadeGame,
    job::Job,
    settings::local_clock::LocalClock,
};
use fourcade_engine::play::{Game, RecordLine};

/// Tracks which part of the game is in a file.
pub struct GameFile<G: Game> {
    lines: Vec<RecordLine<G::Action>>,
    last_path: Option<PathBuf>,
    saving: Option<RunningSave<G>>,
}

struct RunningSave<G: Game> {
    job: Job<Result<SaveOutcome, String>>,
    path: PathBuf,
    lines: Vec<RecordLine<G::Action>>,
}

impl<G: ArcadeGame> GameFile<G> {
    /// These lines are in a file, or could be loaded again.
    pub fn with_lines(lines: Vec<RecordLine<G::Action>>) -> Self {
        Self { lines, last_path: None, saving: None }
    }

    pub fn contains(&self, game: &TableGame<G>) -> bool {
        self.lines.starts_with(game.session().lines())
    }

    pub fn mark_saved(&mut self, game: &TableGame<G>) {
        self.lines = game.session().lines().to_vec();
    }

    /// The file written last, or else a name for a new one.
    pub fn suggested_path(&self, clock: &LocalClock) -> PathBuf {
        let new_name = || save_file::proposed_name(G::KEY, clock, clock.milliseconds());
        self.last_path.clone().unwrap_or_else(new_name)
    }

    fn was_written_last(&self, path: &Path) -> bool {
        self.last_path.as_deref() == Some(path)
    }

    /// Starts to write the game to a file. An attempt that still runs is forgotten: if its disk
    /// doesn't respond, the user can try another one.
    ///
    /// # Errors
    /// Returns a message if the game can't be written as a record.
    pub fn save(
        &mut self,
        game: &TableGame<G>,
        path: PathBuf,
        may_replace: bool,
        background: &Background,
    ) -> Result<(), String> {
        let mut text = Vec::new();
        game.session().record().write(&mut text).map_err(|error| error.to_string())?;
        let job = save_file::save_in_background(
            path.clone(),
            may_replace || self.was_written_last(&path),
            text,
            background,
        );
        let lines = game.session().lines().to_vec();
        self.saving = Some(RunningSave { job, path, lines });
        Ok(())
    }

    /// `None` until the attempt to save the game has ended.
    pub fn poll(&mut self) -> Option<Result<SaveOutcome, String>> {
        let result = self.saving.as_ref()?.job.take_result()?;
        let RunningSave { path, lines, .. } = self.saving.take()?;
        if let Ok(SaveOutcome::Saved(_)) = result {
            (self.lines, self.last_path) = (lines, Some(path));
        }
        Some(result)
    }
}
