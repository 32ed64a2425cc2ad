//! Writes a game to a file in the background, because a disk can be slow or block for ever.

use std::path::PathBuf;

use super::Background;
use crate::{files, job::Job, settings::local_clock::LocalClock};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveOutcome {
    /// The message for the user.
    Saved(String),
    /// Nothing was written: the user must first agree to replace this file.
    Exists(PathBuf),
}

/// `game` is the key of the game, `played_at` in milliseconds since 1970.
pub fn proposed_name(game: &str, clock: &LocalClock, played_at: i64) -> PathBuf {
    format!("{game}-{}.jsonl", clock.file_stamp(played_at)).into()
}

pub fn save_in_background(
    path: PathBuf,
    may_replace: bool,
    text: Vec<u8>,
    background: &Background,
) -> Job<Result<SaveOutcome, String>> {
    Job::start(background, move |_, _| save(path, may_replace, &text))
}

/// Writes a file, unless it exists and `may_replace` isn't set. After an error, an existing file is
/// unchanged.
///
/// Blocks on the disk. A file that another program creates at the same moment may be replaced.
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
