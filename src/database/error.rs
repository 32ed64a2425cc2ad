//! The errors of the database.

use std::{
    io,
    path::{Path, PathBuf},
};

use rusqlite::{ErrorCode, ffi};

use super::{schema::KIND, sqlite::OpenError};
use crate::{job::JobError, settings::paths::HOME_VARIABLE};

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("there is no home folder to save games in; set {HOME_VARIABLE} to a folder")]
    NoHome,
    #[error(
        "can't create the folder {} ({error}); set {HOME_VARIABLE} to another one",
        .path.display()
    )]
    CreateFolder { path: PathBuf, error: io::Error },
    #[error(
        "can't create {} ({error}); set {HOME_VARIABLE} to another folder",
        .path.display()
    )]
    CreateFile { path: PathBuf, error: io::Error },
    #[error(
        "can't open the folder {} ({error}); set {HOME_VARIABLE} to another one",
        .path.display()
    )]
    OpenFolder { path: PathBuf, error: io::Error },
    #[error(
        "the file system of {} has no locks; set {HOME_VARIABLE} to a folder on another one",
        .0.display()
    )]
    NoLocks(PathBuf),
    #[error("{} is locked by another program; close that program", .0.display())]
    Locked(PathBuf),
    #[error(
        "{} can't be written; change its permissions or set {HOME_VARIABLE} to another folder",
        .0.display()
    )]
    ReadOnly(PathBuf),
    #[error(
        "no space left for {}; free some disk space",
        .0.display()
    )]
    Full(PathBuf),
    #[error(
        "{} was written by a newer fourcade (format {found}, but this one reads up to \
         {supported}); update fourcade, or set {HOME_VARIABLE} to another folder",
        .path.display()
    )]
    Newer { path: PathBuf, found: i64, supported: i64 },
    #[error(
        "{} belongs to another program; move it away, or set {HOME_VARIABLE} to another folder",
        .0.display()
    )]
    Foreign(PathBuf),
    #[error("{} is damaged; restart fourcade, or move the file away", .0.display())]
    Damaged(PathBuf),
    #[error("a saved game in {} can't be read, because somebody has changed the file", .0.display())]
    Unreadable(PathBuf),
    #[error("{}: {error}", .path.display())]
    Database { path: PathBuf, error: rusqlite::Error },
    #[error("there is no game number {0}; it may have been deleted")]
    NoGame(i64),
    #[error("this game is open in another window; leave it there first")]
    OpenElsewhere,
    /// The game's row no longer exists or belongs to another table.
    #[error("it was deleted or continued in another window")]
    Lost,
    #[error("the game is not saved: {0}")]
    NotSaved(String),
    /// The file could not be opened; repeats the message of the first error.
    #[error("{0}")]
    Unusable(String),
    /// The database is disabled, or its thread has ended.
    #[error("saving has stopped; restart fourcade to save games again")]
    Stopped,
}

impl StoreError {
    pub(super) fn open_folder(path: &Path, error: io::Error) -> Self {
        Self::OpenFolder { path: folder_of(path), error }
    }

    pub(super) fn from_open(path: &Path, error: OpenError) -> Self {
        let at = || path.to_owned();
        match error {
            OpenError::CreateFolder(error) | OpenError::CreateFile(error)
                if error.kind() == io::ErrorKind::StorageFull =>
            {
                Self::Full(at())
            }
            OpenError::CreateFolder(error) => Self::CreateFolder { path: folder_of(path), error },
            OpenError::CreateFile(error) => Self::CreateFile { path: at(), error },
            OpenError::Foreign => Self::Foreign(at()),
            OpenError::TooNew(found) => {
                Self::Newer { path: at(), found, supported: KIND.schema.latest() }
            }
            OpenError::ReadOnly => Self::ReadOnly(at()),
            OpenError::NoLocks => Self::NoLocks(folder_of(path)),
            OpenError::Sqlite(error) => Self::from_sqlite(path, error),
        }
    }

    pub(super) fn from_sqlite(path: &Path, error: rusqlite::Error) -> Self {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            None if is_unreadable(&error) => Self::Unreadable(path),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked(path),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
                Self::ReadOnly(path)
            }
            Some(ErrorCode::DiskFull) => Self::Full(path),
            _ if is_no_space(&error) => Self::Full(path),
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Self::Damaged(path),
            // SQLite has no special code for a wrong format number in the header.
            _ if error.to_string() == "unsupported file format" => Self::Damaged(path),
            _ => Self::Database { path, error },
        }
    }
}

/// Whether there was no space for the index of the write-ahead log, which has its own code.
fn is_no_space(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    code == Some(ffi::SQLITE_IOERR_SHMSIZE)
}

/// Whether a value has the wrong type, because the file was edited by hand.
pub(super) fn is_unreadable(error: &rusqlite::Error) -> bool {
    use rusqlite::Error;
    matches!(
        error,
        Error::Utf8Error(..)
            | Error::FromSqlConversionFailure(..)
            | Error::InvalidColumnType(..)
            | Error::IntegralValueOutOfRange(..)
    )
}

fn folder_of(path: &Path) -> PathBuf {
    path.parent().unwrap_or(path).to_owned()
}

impl From<JobError> for StoreError {
    fn from(_: JobError) -> Self {
        Self::Stopped
    }
}
