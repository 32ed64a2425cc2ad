//! The errors of the database.

use std::{
    io,
    path::{Path, PathBuf},
};

use rusqlite::ErrorCode;

use crate::settings::paths::HOME_VARIABLE;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("there is no home folder to save games in; set {HOME_VARIABLE} to a folder")]
    NoHome,
    #[error(
        "can't create the folder {} ({error}); set {HOME_VARIABLE} to another one",
        .path.display()
    )]
    CreateFolder {
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    #[error(
        "can't create {} ({error}); set {HOME_VARIABLE} to another folder",
        .path.display()
    )]
    CreateFile {
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    #[error("{} is locked by another program; close that program", .0.display())]
    Locked(PathBuf),
    #[error(
        "{} is read-only; change its permissions or set {HOME_VARIABLE} to another folder",
        .0.display()
    )]
    ReadOnly(PathBuf),
    #[error(
        "no space left for {}; free some disk space, and unsaved games will be saved",
        .0.display()
    )]
    Full(PathBuf),
    #[error(
        "{} was written by a newer fourcade (format {found}, but this one reads up to \
         {supported}); update fourcade, or set {HOME_VARIABLE} to another folder",
        .path.display()
    )]
    Newer {
        path: PathBuf,
        /// The schema version of the file.
        found: i64,
        supported: i64,
    },
    #[error(
        "{} belongs to another program; move it away, or set {HOME_VARIABLE} to another folder",
        .0.display()
    )]
    Foreign(PathBuf),
    #[error("{} is damaged and can't be moved away; move it yourself", .0.display())]
    Damaged(PathBuf),
    /// Any other error of `SQLite`.
    #[error("{}: {error}", .path.display())]
    Database {
        path: PathBuf,
        /// The error of `SQLite`.
        error: rusqlite::Error,
    },
    #[error("there is no game number {0}; it may have been deleted")]
    NoGame(i64),
    #[error("this game is open in another window; leave it there first")]
    OpenElsewhere,
    #[error("the game is not saved: {0}")]
    NotSaved(String),
    /// The database is disabled, or its thread has ended.
    #[error("saving has stopped; restart fourcade to save games again")]
    Stopped,
}

impl StoreError {
    /// Whether the file may be readable although it can't be written.
    pub(super) fn is_read_only(&self) -> bool {
        match self {
            Self::ReadOnly(_) => true,
            Self::Database { error, .. } => {
                error.sqlite_error_code() == Some(ErrorCode::CannotOpen)
            }
            _ => false,
        }
    }

    pub(super) fn from_sqlite(path: &Path, error: rusqlite::Error) -> Self {
        use rusqlite::Error;
        let path = path.to_owned();
        match error.sqlite_error_code() {
            // The value in a column is not of the type that is written there.
            None if matches!(
                error,
                Error::Utf8Error(..)
                    | Error::FromSqlConversionFailure(..)
                    | Error::InvalidColumnType(..)
                    | Error::IntegralValueOutOfRange(..)
            ) =>
            {
                Self::Damaged(path)
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked(path),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly(path),
            Some(ErrorCode::DiskFull) => Self::Full(path),
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Self::Damaged(path),
            // A wrong format number in the header has no code of its own.
            _ if error.to_string() == "unsupported file format" => Self::Damaged(path),
            _ => Self::Database { path, error },
        }
    }
}
