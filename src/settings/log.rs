//! The log, for errors that can't be shown on the screen.

use std::{
    fs::OpenOptions,
    io::Write,
    path::PathBuf,
    time::{SystemTime, UNIX_EPOCH},
};

use super::paths;
use crate::{files, printable::printable};

pub fn path() -> Option<PathBuf> {
    Some(paths::state()?.join("fourcade.log"))
}

/// Above this size in bytes, the log is emptied.
const MAX_BYTES: u64 = 1 << 20;

/// Returns a message if the log can't be written.
pub fn problem() -> Option<String> {
    let path = path()?;
    match files::open_regular(&path, OpenOptions::new().append(true)) {
        Err(error) if !files::is_not_found(&error) => {
            Some(format!("{} can't be written: {error}; move it away.", path.display()))
        }
        _ => None,
    }
}

/// Appends a line, made printable, with the time in seconds since 1970. Returns the path of the
/// log, or `None` if it can't be written; see [`problem`].
///
/// Blocks on the disk. Not for the drawing thread.
pub fn write(line: &str) -> Option<PathBuf> {
    let path = path()?;
    if let Some(folder) = path.parent() {
        let _ = files::create_private_folder(folder);
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let options = &mut files::private_file();
    let mut file = files::open_regular(&path, options.create(true).append(true)).ok()?;
    if file.metadata().is_ok_and(|data| data.len() > MAX_BYTES) {
        let _ = file.set_len(0);
    }
    writeln!(file, "{now} {}", printable(line)).ok()?;
    Some(path)
}
