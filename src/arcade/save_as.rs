//! Saving a game to a file that the user names. Replacing an existing file takes a confirmation.
//!
//! The files are written by background jobs, because a disk can be slow or block for ever.

use std::{
    env,
    path::{Path, PathBuf},
};

use super::{
    dialog::{Question, TextInput, yes_or_no},
    screen::{Context, Transition},
};
use crate::{
    app::{Background, local_clock::LocalClock},
    files,
    job::Job,
    settings::guest::NOT_FOR_GUESTS,
    widgets::AnyCommand,
};

pub const SAVING: &str = "saving...";

pub const NO_FILE_NAME: &str = "type a file name";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveOutcome {
    /// The file is written, with this message for the user.
    Saved(String),
    /// There is a file of this name, which may not be replaced without a question.
    Exists(PathBuf),
}

/// The name that is proposed for the file of a game: which game, and when it was played in
/// milliseconds since 1970.
pub fn proposed_name(game: &str, clock: &LocalClock, played_at: i64) -> PathBuf {
    format!("{game}-{}.jsonl", clock.file_stamp(played_at)).into()
}

/// Opens a dialog that asks for the name of a file, with this title. It shows the folder. Guests are not asked, because
/// the files are those of the host.
pub fn ask_file(
    title: &str,
    default: &Path,
    context: &Context,
    accept: impl Fn(PathBuf) -> AnyCommand + 'static,
) -> Transition {
    if context.home.is_guest() {
        return Transition::Notify(NOT_FOR_GUESTS.to_owned());
    }
    let accept = move |text: String| accept(text.trim().into());
    let input = TextInput::new(title, default.to_string_lossy(), accept);
    Transition::Open(Box::new(input.with_note(&folder())))
}

fn folder() -> String {
    let folder = if cfg!(test) { Ok("games".into()) } else { env::current_dir() };
    folder.map(|folder| format!("Folder: {}", folder.display())).unwrap_or_default()
}

/// Opens a dialog that asks for the name of a file to save a game to; see [`ask_file`].
pub fn ask_name(
    default: &Path,
    context: &Context,
    accept: impl Fn(PathBuf) -> AnyCommand + 'static,
) -> Transition {
    ask_file("Save the game as", default, context, accept)
}

/// Opens a dialog that asks whether to replace a file, which `replace` then does.
pub fn ask_to_replace(path: &Path, replace: AnyCommand) -> Transition {
    let text = format!("{} already exists.", path.display());
    let choices = yes_or_no("replace it", "keep it", replace);
    Transition::Open(Box::new(Question::new("Replace it?", text, choices)))
}

/// Starts to write a file in the background; see [`save`].
pub fn start(
    path: PathBuf,
    may_replace: bool,
    text: Vec<u8>,
    background: &Background,
) -> Job<Result<SaveOutcome, String>> {
    Job::start(background, move |_, _| save(path, may_replace, &text))
}

/// Writes a file, unless there is one that may not be replaced. This waits for the disk.
///
/// # Errors
/// Returns a message if the file can't be written. An existing file is then unchanged.
pub fn save(path: PathBuf, may_replace: bool, text: &[u8]) -> Result<SaveOutcome, String> {
    if !may_replace && path.is_file() {
        return Ok(SaveOutcome::Exists(path));
    }
    let name = path.display();
    match files::write_atomic(&path, |output| output.write_all(text)) {
        Ok(()) => Ok(SaveOutcome::Saved(format!("saved as {name}"))),
        Err(error) => Err(format!("not saved: {name}: {error}; choose another place")),
    }
}
