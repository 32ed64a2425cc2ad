//! The file of saved games: opened and checked once, and set aside if it is damaged.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, Row, ffi};

use super::{
    error::{self, StoreError},
    schema::KIND,
    sqlite::{self, OpenError},
};
use crate::printable::printable;

/// The time to wait for another process that is writing to the database.
pub const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

pub struct Database {
    /// Empty if there is no home folder.
    path: PathBuf,
    /// The connection, or the message of the error that prevented it.
    connection: Result<Connection, String>,
    /// The new path of a damaged file that was renamed.
    pub set_aside: Option<PathBuf>,
}

impl Database {
    /// Opens the file at this path, or a new one if it is missing or damaged.
    pub fn open(path: Option<PathBuf>, busy_timeout: Duration) -> Self {
        let path = path.unwrap_or_default();
        let mut set_aside = None;
        let opened = open(&path, busy_timeout, &mut set_aside);
        Self { path, connection: opened.map_err(|error| error.to_string()), set_aside }
    }

    /// Why the file can't be used.
    pub fn problem(&self) -> Option<&str> {
        self.connection.as_ref().err().map(String::as_str)
    }

    pub fn with<T>(
        &mut self,
        operation: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let connection = self.connection.as_mut();
        let connection = connection.map_err(|problem| StoreError::Unusable(problem.clone()))?;
        operation(connection).map_err(|error| StoreError::from_sqlite(&self.path, error))
    }
}

fn open(
    path: &Path,
    busy_timeout: Duration,
    set_aside: &mut Option<PathBuf>,
) -> Result<Connection, StoreError> {
    if path.as_os_str().is_empty() {
        return Err(StoreError::NoHome);
    }
    // Another process that finds the damage waits here and then opens the new file.
    let _lock = sqlite::lock_folder(path);
    match open_checked(path, busy_timeout) {
        Err(StoreError::Damaged(_)) => {
            *set_aside = Some(rename_damaged(path)?);
            open_checked(path, busy_timeout)
        }
        opened => opened,
    }
}

/// Opens or creates a file and checks it for damage. Each commit is flushed to the disk.
fn open_checked(path: &Path, busy_timeout: Duration) -> Result<Connection, StoreError> {
    let opened = sqlite::open_locked(path, &KIND, busy_timeout).and_then(|connection| {
        connection.execute_batch("PRAGMA synchronous = FULL")?;
        let report: String =
            connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        if report == "ok" {
            return Ok(connection);
        }
        let damaged = ffi::Error::new(ffi::SQLITE_CORRUPT);
        Err(OpenError::Sqlite(rusqlite::Error::SqliteFailure(damaged, Some(report))))
    });
    opened.map_err(|error| StoreError::from_open(path, error))
}

/// Renames a file and its write-ahead log, if there is one. Returns the new name.
fn rename_damaged(path: &Path) -> Result<PathBuf, StoreError> {
    let name = sqlite::free_name(path, (1..).map(|number| format!(".damaged-{number}")));
    fs::rename(path, &name).map_err(|_| StoreError::Damaged(path.to_owned()))?;
    for (log, renamed) in
        sqlite::write_ahead_files(path).into_iter().zip(sqlite::write_ahead_files(&name))
    {
        let _ = fs::rename(log, renamed);
    }
    Ok(name)
}

/// Reads a text and makes it printable, because the database may have been edited by hand.
pub(super) fn read_text(row: &Row, column: usize) -> rusqlite::Result<String> {
    Ok(printable(&row.get::<_, String>(column)?).into_owned())
}

/// Collects the rows, skipping those with values of the wrong type.
pub(super) fn collect_readable<T>(
    rows: impl Iterator<Item = rusqlite::Result<T>>,
) -> rusqlite::Result<Vec<T>> {
    rows.filter(|row| row.as_ref().err().is_none_or(|error| !error::is_unreadable(error))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commits_are_flushed_to_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("a.db");
        let pragma = |name: &str| {
            Database::open(Some(path.clone()), BUSY_TIMEOUT)
                .with(|connection| {
                    let value = |row: &Row| row.get::<_, rusqlite::types::Value>(0);
                    connection.query_row(&format!("PRAGMA {name}"), [], value)
                })
                .map(|value| format!("{value:?}"))
                .unwrap()
        };
        // 2 is FULL.
        assert_eq!(["synchronous", "journal_mode"].map(pragma), ["Integer(2)", "Text(\"wal\")"]);
    }
}
