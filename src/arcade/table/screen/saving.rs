//! How the table's screen saves its game to a file.

use std::path::PathBuf;

use super::TableScreen;
use crate::{
    arcade::{
        saving::{self, SaveOutcome},
        screen::{Context, Transition},
        table::{commands::Command, dialogs::TableDialog, state::Table},
    },
    games::ArcadeGame,
};

impl<G: ArcadeGame> TableScreen<G> {
    /// Asks for the name of a file to save the game to; `then` runs afterwards.
    pub(super) fn ask_file_name(&mut self, then: Option<Command>, context: &Context) -> Transition {
        self.dialog = Some(TableDialog::Save(then));
        saving::ask_name(&self.table.file.suggested_path(&self.table.game), context)
    }

    /// Saves the game to a file, after a question if it would replace another one, and runs `then`.
    pub(super) fn save(
        &mut self,
        path: PathBuf,
        may_replace: bool,
        then: Option<Command>,
        context: &Context,
    ) -> Transition {
        if path.as_os_str().is_empty() {
            return Transition::Alert(saving::NO_FILE_NAME.to_owned());
        }
        let Table { file, game, .. } = &mut self.table;
        match file.save(game, path, may_replace, then, context.waker) {
            Err(reason) => Transition::Alert(reason),
            Ok(()) => Transition::Notify(saving::SAVING.to_owned()),
        }
    }

    /// Handles the end of an attempt to save the game to a file, if it has ended.
    pub(super) fn finish_saving(&mut self, context: &Context) -> Option<Transition> {
        let (result, then) = self.table.file.collect()?;
        Some(match (result, then) {
            (Err(reason), _) => Transition::Alert(reason),
            // The command was meant for the table, not for a question that was opened since.
            (Ok(SaveOutcome::Saved(_)), Some(command)) if self.dialog.is_none() => {
                self.run_table_command(command, context)
            }
            (Ok(SaveOutcome::Saved(message)), _) => Transition::Notify(message),
            (Ok(SaveOutcome::Exists(path)), then) => {
                let question = saving::ask_to_replace(&path);
                self.replace = Some((path, then));
                question
            }
        })
    }
}
