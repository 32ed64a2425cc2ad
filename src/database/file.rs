//! The file with the saved games: opened on first use, checked for damage, and set aside if it is
//! damaged.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, Row, config::DbConfig, ffi};
use tempfile::TempDir;

use super::{
    error::{self, StoreError},
    schema::KIND,
    sqlite::{self, OpenError},
};
use crate::printable::printable;

/// How long to wait for another process that is writing to the database.
pub const BUSY_TIMEOUT: Duration = Duration::from_secs(1);
/// Files of up to this size are checked whenever they are opened, which takes about a quarter of a
/// second for the largest of them: some thousands of games.
const SMALL_BYTES: i64 = 16 << 20;
/// Larger files are checked when they are opened so many times, on average.
const LARGE_CHECKS: u32 = 20;

/// The database, opened on first use.
pub struct Database {
    /// The file; `None` if there is no home folder.
    path: Option<PathBuf>,
    busy_timeout: Duration,
    /// Whether games are to be written, so that a file that can only be read is a problem.
    writes: bool,
    open: Option<OpenDatabase>,
    /// Why the file can't be opened. It is not tried again.
    problem: Option<String>,
    /// The files that were lost and have not been reported yet.
    pub losses: Vec<DatabaseLoss>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum DatabaseLoss {
    /// The file was damaged and is now here.
    SetAside(PathBuf),
    /// The file was deleted or replaced while it was open.
    Deleted,
}

struct OpenDatabase {
    connection: Connection,
    /// The file that was opened; `None` if the connection is open on a copy.
    file: Option<FileId>,
    /// The folder with the copy of a file that can't be written.
    _copy: Option<TempDir>,
}

/// Distinguishes a file from one that replaces it at the same path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileId(u64, u64);

impl FileId {
    fn of(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        #[cfg(unix)]
        let id = {
            use std::os::unix::fs::MetadataExt;
            Self(metadata.dev(), metadata.ino())
        };
        #[cfg(not(unix))]
        let id = Self(0, u64::from(metadata.is_file()));
        Some(id)
    }
}

impl Database {
    pub fn new(path: Option<PathBuf>, busy_timeout: Duration) -> Self {
        Self { path, busy_timeout, writes: true, open: None, problem: None, losses: Vec::new() }
    }

    pub fn for_reading(self) -> Self {
        Self { writes: false, ..self }
    }

    /// Whether the file can be read at least.
    pub fn is_usable(&self) -> bool {
        self.problem.is_none()
    }

    /// Fails if the file can only be read although games are to be written.
    pub fn open(&mut self) -> Result<(), StoreError> {
        self.with(|_| Ok(()))?;
        match (&self.open, &self.path) {
            (Some(OpenDatabase { file: None, .. }), Some(path)) if self.writes => {
                Err(StoreError::ReadOnly(path.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Runs an operation on the connection, which is opened if necessary.
    ///
    /// If the file turns out to be damaged, it is set aside, and the operation runs once more on a
    /// new file. If the file was deleted since it was opened, the operation runs on a new one. If
    /// the file can't be opened, all later operations fail at once, unless another program has
    /// locked it or the disk is full.
    pub fn with<T>(
        &mut self,
        mut operation: impl FnMut(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        if let Some(problem) = &self.problem {
            return Err(StoreError::Unusable(problem.clone()));
        }
        self.close_if_deleted();
        let result = self.attempt_or_replace(&mut operation);
        if let Err(error) = &result
            && self.open.is_none()
            && !error.is_temporary()
        {
            self.problem = Some(error.to_string());
        }
        result
    }

    fn attempt_or_replace<T>(
        &mut self,
        operation: &mut impl FnMut(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        match self.attempt(operation) {
            Err(StoreError::Damaged(path)) => {
                self.open = None;
                let aside = set_aside(&path, self.busy_timeout)?;
                self.losses.extend(aside.map(DatabaseLoss::SetAside));
                self.attempt(operation)
            }
            result => result,
        }
    }

    fn attempt<T>(
        &mut self,
        operation: &mut impl FnMut(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let path = self.path.as_deref().ok_or(StoreError::NoHome)?;
        let open = match &mut self.open {
            Some(open) => open,
            none => none.insert(open(path, self.busy_timeout)?),
        };
        operation(&mut open.connection).map_err(|error| StoreError::from_sqlite(path, error))
    }

    /// Closes a file that was deleted, or replaced by another one, since it was opened.
    fn close_if_deleted(&mut self) {
        let (Some(open), Some(path)) = (&self.open, &self.path) else { return };
        if open.file.is_none_or(|file| FileId::of(path) == Some(file)) {
            return;
        }
        // The write-ahead log at this path may belong to another file now.
        let _ = open.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
        self.open = None;
        self.losses.push(DatabaseLoss::Deleted);
    }
}

/// Opens a file, which is created if it doesn't exist. If it can't be written, a copy is opened
/// that can only be read.
fn open(path: &Path, busy_timeout: Duration) -> Result<OpenDatabase, StoreError> {
    loop {
        sqlite::create_missing(path, &KIND).map_err(|error| StoreError::opening(path, error))?;
        // If the file is replaced after this, the identities differ.
        let file = FileId::of(path);
        return match open_existing(path, busy_timeout, Check::IfDue) {
            Ok(connection) => Ok(OpenDatabase { connection, file, _copy: None }),
            // Another process has set the file aside since it was seen.
            Err(_) if !path.exists() => continue,
            Err(error) if error.is_read_only() => {
                open_copy(path, busy_timeout).unwrap_or(Err(error))
            }
            Err(error) => Err(error),
        };
    }
}

/// Opens an existing file, unless it is damaged.
fn open_existing(
    path: &Path,
    busy_timeout: Duration,
    check: Check,
) -> Result<Connection, StoreError> {
    // A new file appears when it is complete.
    if fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() == 0) {
        return Err(StoreError::Damaged(path.to_owned()));
    }
    make_private(path);
    let opened = sqlite::open(path, &KIND, busy_timeout).and_then(|connection| {
        check_for_damage(check, &connection)?;
        Ok(connection)
    });
    opened.map_err(|error| StoreError::opening(path, error))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Check {
    /// When the file is opened; not each time if it is large.
    IfDue,
    /// After an operation has found damage, which may be in an index.
    Full,
}

fn check_for_damage(check: Check, connection: &Connection) -> Result<(), OpenError> {
    let size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    let size: i64 = connection.query_row(size, [], |row| row.get(0))?;
    let is_due = size <= SMALL_BYTES || rand::random_ratio(1, LARGE_CHECKS);
    if check == Check::IfDue && !is_due {
        return Ok(());
    }
    let pragma = if check == Check::Full { "integrity_check" } else { "quick_check" };
    let report: String =
        connection.query_row(&format!("PRAGMA {pragma}(1)"), [], |row| row.get(0))?;
    if report == "ok" {
        return Ok(());
    }
    let damaged = ffi::Error::new(ffi::SQLITE_CORRUPT);
    Err(rusqlite::Error::SqliteFailure(damaged, Some(report)).into())
}

/// Opens a copy of a file that can't be written. Returns `None` if it can't be copied.
///
/// `SQLite` can't read a file with a write-ahead log where it can't write.
fn open_copy(path: &Path, busy_timeout: Duration) -> Option<Result<OpenDatabase, StoreError>> {
    let folder = tempfile::tempdir().ok()?;
    let copy = folder.path().join(path.file_name()?);
    fs::copy(path, &copy).ok()?;
    for (log, copy) in sqlite::write_ahead_log(path).into_iter().zip(sqlite::write_ahead_log(&copy))
    {
        // There may be none. The other file of the log is made anew.
        let _ = fs::copy(log, copy);
    }
    let query_only = |connection: Connection| {
        connection.execute_batch("PRAGMA query_only = ON").map(|()| connection)
    };
    let opened = open_existing(&copy, busy_timeout, Check::IfDue).and_then(|connection| {
        query_only(connection).map_err(|error| StoreError::from_sqlite(path, error))
    });
    Some(match opened {
        Ok(connection) => Ok(OpenDatabase { connection, file: None, _copy: Some(folder) }),
        Err(StoreError::Damaged(_)) => Err(StoreError::Damaged(path.to_owned())),
        Err(error) => Err(error),
    })
}

/// Lets only the owner read a file. Earlier versions let everybody read it.
fn make_private(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o077 != 0) {
            // This fails if the file belongs to somebody else.
            let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o600));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
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

/// Renames a damaged file and returns its new name, or `None` if another process has already
/// replaced the file.
fn set_aside(path: &Path, busy_timeout: Duration) -> Result<Option<PathBuf>, StoreError> {
    let damaged = |_| StoreError::Damaged(path.to_owned());
    // Another process that finds the damage waits here, and then sees that the file is sound.
    let _lock = sqlite::lock_folder(path);
    let is_damaged = || {
        let opened = open_existing(path, busy_timeout, Check::Full);
        matches!(opened, Err(StoreError::Damaged(_)))
    };
    if !path.exists() || !is_damaged() {
        return Ok(None);
    }
    let name = |number: u32| sqlite::with_suffix(path, &format!(".damaged-{number}"));
    let free = (1..u32::MAX)
        .map(name)
        .find(|name| !name.exists())
        .ok_or_else(|| StoreError::Damaged(path.to_owned()))?;
    fs::rename(path, &free).map_err(damaged)?;
    for (log, renamed) in
        sqlite::write_ahead_log(path).into_iter().zip(sqlite::write_ahead_log(&free))
    {
        // The files of the write-ahead log belong to the database. They may not exist.
        let _ = fs::rename(log, renamed);
    }
    Ok(Some(free))
}

/// Reads a text for the screen. Anybody may have written the database, so it is made printable.
pub(super) fn read_text(row: &Row, column: usize) -> rusqlite::Result<String> {
    Ok(printable(&row.get::<_, String>(column)?).into_owned())
}

/// Returns the rows that can be read, without those with values that can't be there.
pub(super) fn readable<T>(
    rows: impl Iterator<Item = rusqlite::Result<T>>,
) -> rusqlite::Result<Vec<T>> {
    rows.filter(|row| row.as_ref().err().is_none_or(|error| !error::is_unreadable(error))).collect()
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
