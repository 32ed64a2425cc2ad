//! The database file: opened on first use, and set aside if it is damaged.

use std::{
    fs::{self, File},
    mem,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode, OpenFlags, Row};

use super::{error::StoreError, schema};
use crate::printable::printable;

/// How long to wait for another process that is writing to the database.
pub const BUSY_TIMEOUT: Duration = Duration::from_secs(1);

/// The database, opened on first use.
pub struct Database {
    /// The file; `None` if there is no home folder.
    path: Option<PathBuf>,
    busy_timeout: Duration,
    connection: Option<Connection>,
    /// Damaged files that were set aside and have not been reported yet.
    pub set_aside: Vec<PathBuf>,
}

impl Database {
    /// Creates a database for this file, without opening it.
    pub fn new(path: Option<PathBuf>, busy_timeout: Duration) -> Self {
        Self { path, busy_timeout, connection: None, set_aside: Vec::new() }
    }

    /// Runs an operation on the connection, which is opened if necessary.
    ///
    /// If the file turns out to be damaged, it is set aside, and the operation runs once more on a
    /// new file.
    ///
    /// # Errors
    /// Returns an error if the database can't be opened or the operation fails.
    pub fn with<T>(
        &mut self,
        mut operation: impl FnMut(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        match self.attempt(&mut operation) {
            Err(StoreError::Damaged(path)) => {
                self.connection = None;
                self.set_aside.extend(set_aside(&path, self.busy_timeout)?);
                self.attempt(&mut operation)
            }
            result => result,
        }
    }

    fn attempt<T>(
        &mut self,
        operation: &mut impl FnMut(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let path = self.path.as_deref().ok_or(StoreError::NoHome)?;
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(open(path, self.busy_timeout)?),
        };
        operation(connection).map_err(|error| StoreError::from_sqlite(path, error))
    }
}

/// Opens a file and migrates it to the latest schema. The file is created if it doesn't exist.
fn open(path: &Path, busy_timeout: Duration) -> Result<Connection, StoreError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .map_err(|error| StoreError::CreateFolder { path: folder.to_owned(), error })?;
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let store_error = |error| StoreError::from_sqlite(path, error);
    let mut connection = Connection::open_with_flags(path, flags).map_err(store_error)?;
    connection.busy_timeout(busy_timeout).map_err(store_error)?;
    // Check the version before changing anything.
    let found =
        retry_while_busy(busy_timeout, || schema::version(&connection)).map_err(store_error)?;
    if found > schema::latest_version() {
        let supported = schema::latest_version();
        return Err(StoreError::Newer { path: path.to_owned(), found, supported });
    }
    if connection.is_readonly("main").map_err(store_error)? {
        return Err(StoreError::ReadOnly(path.to_owned()));
    }
    retry_while_busy(busy_timeout, || configure(&connection)).map_err(store_error)?;
    schema::migrate(&mut connection).map_err(store_error)?;
    Ok(connection)
}

/// Switches to a write-ahead log and turns on foreign keys.
///
/// Committed changes then survive a crash of this process, and other processes can read during a
/// write. If the whole system crashes, the last commits may be lost, except those of
/// [`with_full_sync`].
fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON")
}

/// Runs an operation whose commits are flushed to the disk before it returns.
pub fn with_full_sync<T>(
    connection: &mut Connection,
    operation: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.execute_batch("PRAGMA synchronous = FULL")?;
    let result = operation(connection);
    connection.execute_batch("PRAGMA synchronous = NORMAL")?;
    result
}

/// Repeats an operation while the database is busy, up to this timeout. (`SQLite` doesn't apply its
/// own timeout when the journal mode changes.)
fn retry_while_busy<T>(
    timeout: Duration,
    operation: impl Fn() -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    let started = Instant::now();
    loop {
        match operation() {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && started.elapsed() < timeout =>
            {
                thread::sleep(Duration::from_millis(5));
            }
            result => return result,
        }
    }
}

/// Renames a damaged file and returns its new name, or `None` if another process has already
/// replaced the file.
fn set_aside(path: &Path, busy_timeout: Duration) -> Result<Option<PathBuf>, StoreError> {
    let damaged = |_| StoreError::Damaged(path.to_owned());
    // Another process that finds the damage waits here, and then sees that the file is sound.
    let file = File::open(path).map_err(damaged)?;
    file.lock().map_err(damaged)?;
    if !is_damaged(path, busy_timeout) {
        return Ok(None);
    }
    let name = |number: u32| with_suffix(path, &format!(".damaged-{number}"));
    let free = (1..u32::MAX)
        .map(name)
        .find(|name| !name.exists())
        .ok_or_else(|| StoreError::Damaged(path.to_owned()))?;
    fs::rename(path, &free).map_err(damaged)?;
    for suffix in ["-wal", "-shm"] {
        // The files of the write-ahead log belong to the database. They may not exist.
        let _ = fs::rename(with_suffix(path, suffix), with_suffix(&free, suffix));
    }
    mem::drop(file);
    Ok(Some(free))
}

/// Whether the file exists and `SQLite` finds errors in it.
fn is_damaged(path: &Path, busy_timeout: Duration) -> bool {
    let check = || {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.busy_timeout(busy_timeout)?;
        connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))
    };
    match check() {
        Ok(report) => report != "ok",
        Err(error) => matches!(StoreError::from_sqlite(path, error), StoreError::Damaged(_)),
    }
}

/// Returns the path with a suffix appended to the file name.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Reads a text for the screen. Anybody may have written the database, so it is made printable.
pub(super) fn read_text(row: &Row, column: usize) -> rusqlite::Result<String> {
    Ok(printable(&row.get::<_, String>(column)?).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pragma(connection: &Connection, name: &str) -> String {
        connection
            .query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, rusqlite::types::Value>(0))
            .map(|value| format!("{value:?}"))
            .unwrap()
    }

    #[test]
    fn commits_are_flushed_to_the_disk_only_with_full_sync() {
        let folder = tempfile::tempdir().unwrap();
        let mut database =
            Database::new(Some(folder.path().join("new").join("a.db")), BUSY_TIMEOUT);
        let settings = database.with(|connection| {
            let before = pragma(connection, "synchronous");
            let during =
                with_full_sync(connection, |connection| Ok(pragma(connection, "synchronous")))?;
            let failed =
                with_full_sync(connection, |connection| connection.execute_batch("nonsense"));
            assert!(failed.is_err());
            let after = pragma(connection, "synchronous");
            Ok([before, during, after, pragma(connection, "journal_mode")])
        });
        // 1 is NORMAL, 2 is FULL.
        let expected = ["Integer(1)", "Integer(2)", "Integer(1)", "Text(\"wal\")"];
        assert_eq!(settings.unwrap(), expected.map(str::to_owned));
    }

    #[test]
    fn a_sound_file_is_not_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        Database::new(Some(path.clone()), BUSY_TIMEOUT).with(|_| Ok(())).unwrap();
        assert_eq!(set_aside(&path, BUSY_TIMEOUT).unwrap(), None);
        assert!(path.exists());
    }
}
