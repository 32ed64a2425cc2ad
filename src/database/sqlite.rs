//! Creates, opens and migrates `SQLite` files, for saved games and shared tables.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};

use super::migration::{self, MigrationError, Schema};
use crate::files;

#[derive(Clone, Copy, Debug)]
pub struct FileKind {
    /// The number that identifies the kind. The first version left it at 0.
    pub application_id: i64,
    pub first_tables: &'static [&'static str],
    pub schema: Schema,
}

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("its folder can't be created: {0}")]
    CreateFolder(io::Error),
    #[error("it can't be created: {0}")]
    CreateFile(io::Error),
    #[error("the file belongs to another program")]
    Foreign,
    #[error("the file is of version {0}, which is too new")]
    TooNew(i64),
    #[error("the file is read-only")]
    ReadOnly,
    #[error("its file system has no locks; use a file on another one")]
    NoLocks,
    #[error("{0}")]
    Sqlite(#[from] rusqlite::Error),
}

impl From<MigrationError<rusqlite::Error>> for OpenError {
    fn from(error: MigrationError<rusqlite::Error>) -> Self {
        match error {
            MigrationError::TooNew(found) => Self::TooNew(found),
            MigrationError::Failed(error) => Self::Sqlite(error),
        }
    }
}

/// Opens a file and migrates it to the latest version. If it doesn't exist, it is created, readable
/// only by its owner.
///
/// Commits survive a crash of this process. If the whole system crashes, the last commits may be
/// lost, unless the caller sets `PRAGMA synchronous = FULL`.
pub fn open(path: &Path, kind: &FileKind, busy_timeout: Duration) -> Result<Connection, OpenError> {
    let _lock = lock_folder(path);
    open_locked(path, kind, busy_timeout)
}

/// Like [`open`], for a caller that has [locked the folder](lock_folder).
pub fn open_locked(
    path: &Path,
    kind: &FileKind,
    busy_timeout: Duration,
) -> Result<Connection, OpenError> {
    let folder = folder_of(path);
    if !path.exists() {
        files::create_private_folder(folder).map_err(OpenError::CreateFolder)?;
    }
    check_locks(folder)?;
    if !path.exists() {
        let created = files::private_file().create(true).open(path);
        created.map_err(OpenError::CreateFile)?;
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(busy_timeout)?;
    // Checks the kind before changing anything.
    if !retry_while_busy(busy_timeout, || has_kind(&connection, kind))? {
        return Err(OpenError::Foreign);
    }
    // The query may fail in a new file, which has no tables.
    let version = connection.query_row(kind.schema.version, [], |row| row.get(0)).optional();
    let (found, latest) = (version.ok().flatten().unwrap_or(0), kind.schema.latest());
    if found > latest {
        return Err(OpenError::TooNew(found));
    }
    if connection.is_readonly("main")? {
        return Err(OpenError::ReadOnly);
    }
    // `SQLite`'s own timeout doesn't apply to a change of the journal mode.
    retry_while_busy(busy_timeout, || {
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
        connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON")
    })?;
    if (1..latest).contains(&found) {
        back_up(path, found, &connection)?;
    }
    migration::migrate(&mut connection, &kind.schema)?;
    if application_id(&connection)? != kind.application_id {
        connection.pragma_update(None, "application_id", kind.application_id)?;
    }
    Ok(connection)
}

/// Checks that files in a folder can be locked. If not, `SQLite` would report databases as busy.
fn check_locks(folder: &Path) -> Result<(), OpenError> {
    let file = tempfile::Builder::new().prefix(".fourcade-lock-").tempfile_in(folder);
    // If no file can be created, opening the database reports it.
    let Ok(file) = file else { return Ok(()) };
    let connection = Connection::open(file.path())?;
    connection.busy_timeout(Duration::ZERO)?;
    connection.execute_batch("BEGIN EXCLUSIVE; ROLLBACK").map_err(|error| {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::SystemIoFailure) => OpenError::NoLocks,
            _ => OpenError::Sqlite(error),
        }
    })
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Backs up a file before migrating it, as `fourcade.db.version-5`, `…-5-2` and so on.
fn back_up(path: &Path, version: i64, connection: &Connection) -> Result<(), OpenError> {
    // A process that was killed may have left one.
    let incomplete = with_suffix(path, ".version-incomplete");
    let _ = fs::remove_file(&incomplete);
    connection.execute("VACUUM INTO ?1", [incomplete.to_string_lossy()])?;
    let suffixes = (1..).map(|number| match number {
        1 => format!(".version-{version}"),
        _ => format!(".version-{version}-{number}"),
    });
    fs::rename(incomplete, free_name(path, suffixes)).map_err(OpenError::CreateFile)
}

/// Appends the first suffix for which no file exists.
pub fn free_name(path: &Path, suffixes: impl Iterator<Item = String>) -> PathBuf {
    let mut names = suffixes.map(|suffix| with_suffix(path, &suffix));
    names.find(|name| !name.exists()).unwrap_or_else(|| path.to_owned())
}

/// Whether a file is of this kind or has no tables yet.
fn has_kind(connection: &Connection, kind: &FileKind) -> rusqlite::Result<bool> {
    // Reads the tables before the ID, because a process that migrates may set the ID in between.
    let mut tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")?;
    let tables: Vec<String> =
        tables.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let has = |name: &&str| tables.iter().any(|table| table == name);
    let id = application_id(connection)?;
    let is_first = id == 0 && (tables.is_empty() || kind.first_tables.iter().all(has));
    Ok(id == kind.application_id || is_first)
}

fn application_id(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA application_id", [], |row| row.get(0))
}

/// Repeats an operation while the database is busy, until the timeout.
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

/// Locks a file's folder while the file is opened or set aside; `None` if that is impossible.
pub fn lock_folder(path: &Path) -> Option<File> {
    let folder = File::open(folder_of(path)).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

pub fn write_ahead_files(path: &Path) -> [PathBuf; 2] {
    ["-wal", "-shm"].map(|suffix| with_suffix(path, suffix))
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
