//! Writing a game to a file that the person names, in the background, because a disk can be slow or
//! block for ever.

use std::path::PathBuf;

use super::Background;
use crate::{files, job::Job, settings::local_clock::LocalClock};

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
