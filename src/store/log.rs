//! The log: what went wrong behind the screen.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::PathBuf,
    time::{SystemTime, UNIX_EPOCH},
};

use super::paths;

/// Where the log is.
pub fn path() -> Option<PathBuf> {
    Some(paths::state()?.join("fourcade.log"))
}

/// Adds a line with the time (seconds since 1970). A log that can't be written is no reason to
/// fail.
pub fn write(line: &str) {
    let Some(path) = path() else { return };
    if let Some(folder) = path.parent() {
        let _ = fs::create_dir_all(folder);
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    if let Ok(mut file) = OpenOptions::new().create(true).append(true).open(path) {
        let _ = writeln!(file, "{now} {line}");
    }
}
