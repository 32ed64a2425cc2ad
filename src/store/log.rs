//! The log, for errors that can't be shown on the screen.

use std::{
    io::Write,
    path::PathBuf,
    time::{SystemTime, UNIX_EPOCH},
};

use super::paths;
use crate::files;

/// Returns the path of the log, or `None` if there is no home folder.
pub fn path() -> Option<PathBuf> {
    Some(paths::state()?.join("fourcade.log"))
}

/// Appends a line with the time in seconds since 1970. Errors are ignored.
pub fn write(line: &str) {
    let Some(path) = path() else { return };
    if let Some(folder) = path.parent() {
        let _ = files::create_private_folder(folder);
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    if let Ok(mut file) = files::private_file().create(true).append(true).open(path) {
        let _ = writeln!(file, "{now} {line}");
    }
}
