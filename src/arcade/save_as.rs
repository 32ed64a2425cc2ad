//! The dialogs that ask for a file name, and for confirmation to replace a file.

use std::path::{Path, PathBuf};

use super::{
    dialog::{Question, TextInput, yes_or_no},
    screen::{ScreenContext, Transition},
};
use crate::{settings::guest::NOT_FOR_GUESTS, widgets::AnyCommand};

pub const SAVING: &str = "saving...";

pub const NO_FILE_NAME: &str = "type a file name";

/// Asks for a file in the working folder. Guests are refused: the files are the host's.
pub fn ask_file(
    title: &str,
    default: &Path,
    context: &ScreenContext,
    accept: impl Fn(PathBuf) -> AnyCommand + 'static,
) -> Transition {
    if context.home.is_guest() {
        return Transition::Notify(NOT_FOR_GUESTS.to_owned());
    }
    let accept = move |text: String| accept(text.trim().into());
    let input = TextInput::new(title, default.to_string_lossy(), accept);
    let folder = (context.home.working_folder)();
    let note = folder.map(|folder| format!("Folder: {}", folder.display())).unwrap_or_default();
    Transition::Open(Box::new(input.with_note(&note)))
}

pub fn ask_game_file(
    default: &Path,
    context: &ScreenContext,
    accept: impl Fn(PathBuf) -> AnyCommand + 'static,
) -> Transition {
    ask_file("Save the game as", default, context, accept)
}

pub fn ask_to_replace(path: &Path, replace: AnyCommand) -> Transition {
    let text = format!("{} already exists.", path.display());
    let choices = yes_or_no("replace it", "keep it", replace);
    Transition::Open(Box::new(Question::new("Replace it?", text, choices)))
}
