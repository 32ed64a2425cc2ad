//! Files of `SQLite`: created, opened and migrated, for saved games and shared tables alike.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};

use super::migration::{self, MigrationError, Schema};
use crate::files;

/// What a file of `SQLite` is for.
#[derive(Clone, Copy, Debug)]
pub struct FileKind {
    /// The number that marks the file as ours. The first version may have left it at 0.
    pub application_id: i64,
    /// The tables of the first version.
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
    /// The file has this version of the tables.
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

/// Creates a file with the latest tables, unless there is one. Only its owner may read it. It
/// appears at its path when it is complete.
pub fn create_missing(path: &Path, kind: &FileKind) -> Result<(), OpenError> {
    if path.exists() {
        return Ok(());
    }
    let folder = folder_of(path);
    files::create_private_folder(folder).map_err(OpenError::CreateFolder)?;
    check_locks(folder)?;
    let _lock = lock_folder(path);
    let file = new_file(folder, NEW_FILE)?;
    let mut connection = Connection::open(file.path())?;
    migration::migrate(&mut connection, &kind.schema)?;
    connection.pragma_update(None, "application_id", kind.application_id)?;
    drop(connection);
    if path.exists() {
        // Another process was faster.
        return Ok(());
    }
    for log in write_ahead_log(path) {
        // Without its file the log is worthless, and it must not be applied to the new file.
        let _ = fs::remove_file(log);
    }
    file.persist_noclobber(path).map(drop).map_err(|error| OpenError::CreateFile(error.error))
}

fn new_file(folder: &Path, prefix: &str) -> Result<tempfile::NamedTempFile, OpenError> {
    let file = tempfile::Builder::new().prefix(prefix).tempfile_in(folder);
    file.map_err(OpenError::CreateFile)
}

/// How the names of files begin that are not complete yet. The folder is locked meanwhile.
const NEW_FILE: &str = ".fourcade-db-";
/// How the names of files begin that show whether there are locks, and how long they are needed at
/// most.
const LOCK_TEST: (&str, Duration) = (".fourcade-lock-", Duration::from_secs(60));
/// How they began up to version 0.2, like those of other files.
const OLD_NEW_FILE: &str = ".fourcade-";
/// How the content of every file of `SQLite` begins.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// Removes the incomplete files beside this one that killed processes have left, unless one may be
/// in use.
fn remove_abandoned(path: &Path) {
    let Some(_lock) = try_lock_folder(path) else { return };
    for file in fs::read_dir(folder_of(path)).into_iter().flatten().flatten() {
        let (name, path) = (file.file_name(), file.path());
        let has_name = |prefix| name.to_str().is_some_and(|name| name.starts_with(prefix));
        let is_abandoned = if has_name(LOCK_TEST.0) {
            let age = file.metadata().and_then(|file| file.modified()).map(|at| at.elapsed());
            matches!(age, Ok(Ok(age)) if age > LOCK_TEST.1)
        } else {
            has_name(NEW_FILE) || (has_name(OLD_NEW_FILE) && has_magic(&path))
        };
        if is_abandoned {
            // Another process may do the same.
            let _ = fs::remove_file(path);
        }
    }
}

fn has_magic(path: &Path) -> bool {
    let mut start = [0; MAGIC.len()];
    let file = files::open_regular(path, File::options().read(true));
    file.and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == MAGIC
}

/// Checks that files in a folder can be locked, with one that no other process knows. Where they
/// can't, `SQLite` would wait for other programs that don't exist.
fn check_locks(folder: &Path) -> Result<(), OpenError> {
    // Where no file can be made, those that are there can at best be read.
    let Ok(file) = new_file(folder, LOCK_TEST.0) else { return Ok(()) };
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

/// Opens an existing file and migrates it to the latest version. Waits this long for another
/// process that is writing to it.
///
/// Committed changes survive a crash of this process, and other processes can read during a write.
/// If the whole system crashes, the last commits may be lost, but for those after
/// `PRAGMA synchronous = FULL`.
pub fn open(path: &Path, kind: &FileKind, patience: Duration) -> Result<Connection, OpenError> {
    check_locks(folder_of(path))?;
    remove_abandoned(path);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(patience)?;
    // Check whose file it is before changing anything.
    if !retry_while_busy(patience, || is_ours(&connection, kind))? {
        return Err(OpenError::Foreign);
    }
    // Without tables the question may be an error.
    let version = connection.query_row(kind.schema.version, [], |row| row.get(0)).optional();
    let (found, latest) = (version.ok().flatten().unwrap_or(0), kind.schema.latest());
    if found > latest {
        return Err(OpenError::TooNew(found));
    }
    if connection.is_readonly("main")? {
        return Err(OpenError::ReadOnly);
    }
    // `SQLite` doesn't wait by itself when the journal mode changes.
    retry_while_busy(patience, || {
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
        connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON")
    })?;
    if (1..latest).contains(&found) {
        keep_copy(path, kind, found, &connection)?;
    }
    migration::migrate(&mut connection, &kind.schema)?;
    if application_id(&connection)? != kind.application_id {
        connection.pragma_update(None, "application_id", kind.application_id)?;
    }
    Ok(connection)
}

/// Copies a file before its tables are migrated from this version, unless there is the same copy:
/// as `fourcade.db.version-5`, `fourcade.db.version-5-2` and so on.
fn keep_copy(
    path: &Path,
    kind: &FileKind,
    version: i64,
    connection: &Connection,
) -> Result<(), OpenError> {
    // Keeps other processes from taking the copy for an abandoned one.
    let _lock = try_lock_folder(path);
    let mut file = new_file(folder_of(path), NEW_FILE)?;
    connection.execute("VACUUM INTO ?1", [file.path().to_string_lossy()])?;
    let copied = Connection::open_with_flags(file.path(), OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    if copied.query_row(kind.schema.version, [], |row| row.get::<_, i64>(0))? != version {
        // Another process was faster.
        return Ok(());
    }
    drop(copied);
    let content = fs::read(file.path()).map_err(OpenError::CreateFile)?;
    let mut suffix = format!(".version-{version}");
    for number in 2.. {
        let copy = with_suffix(path, &suffix);
        match file.persist_noclobber(&copy) {
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => file = error.file,
            persisted => {
                return persisted.map(drop).map_err(|error| OpenError::CreateFile(error.error));
            }
        }
        // An attempt to migrate that failed has left a copy, too.
        if fs::read(&copy).is_ok_and(|other| other == content) {
            break;
        }
        suffix = format!(".version-{version}-{number}");
    }
    Ok(())
}

/// Whether a file is of this kind or has no tables yet.
fn is_ours(connection: &Connection, kind: &FileKind) -> rusqlite::Result<bool> {
    // The tables first: a process that creates them has set the number before.
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

/// Repeats an operation while the database is busy, up to this timeout.
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

/// Locks the folder of a file against other processes that create, set aside or tidy up. Returns
/// `None` if the folder can't be locked.
pub fn lock_folder(path: &Path) -> Option<File> {
    let folder = File::open(folder_of(path)).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

fn try_lock_folder(path: &Path) -> Option<File> {
    let folder = File::open(folder_of(path)).ok()?;
    folder.try_lock().ok()?;
    Some(folder)
}

pub fn write_ahead_log(path: &Path) -> [PathBuf; 2] {
    ["-wal", "-shm"].map(|suffix| with_suffix(path, suffix))
}

pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
