//! What can go wrong with the store, in sentences for the person.

use std::{
    io,
    path::{Path, PathBuf},
};

use rusqlite::ErrorCode;

use super::paths::HOME_VARIABLE;

/// Why something can't be kept or found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no folder to keep anything in.
    #[error("there is no home to keep games in; set {HOME_VARIABLE} to a folder")]
    NoHome,
    /// The folder can't be made.
    #[error("the folder {} can't be made ({why}); set {HOME_VARIABLE} to another one", .path.display())]
    CreateFolder {
        /// The folder.
        path: PathBuf,
        /// Why, as the system says it.
        why: io::Error,
    },
    /// Another program holds the file.
    #[error("{} is held by another program; end that one", .0.display())]
    Locked(PathBuf),
    /// The file or its folder must not be written.
    #[error("{} may not be written; change its permissions or set {HOME_VARIABLE} to another folder", .0.display())]
    ReadOnly(PathBuf),
    /// There is no room on the disk.
    #[error("there is no room left for {}; make some, and what is not kept yet will be", .0.display())]
    Full(PathBuf),
    /// A later version of this program wrote the file.
    #[error(
        "{} was written by a later fourcade (it has form {found}, this one knows {known}); use that one, or set \
         {HOME_VARIABLE} to another folder",
        .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of its tables.
        found: i64,
        /// The last version that is known here.
        known: i64,
    },
    /// The file is no sound database.
    #[error("{} is damaged, and can't be moved away; move it yourself", .0.display())]
    Damaged(PathBuf),
    /// What `SQLite` says of anything else.
    #[error("{}: {why}", .path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What it is.
        why: rusqlite::Error,
    },
    /// Nothing has this number.
    #[error("there is no game with the number {0}; it may have been deleted")]
    NoGame(i64),
    /// A game was not kept.
    #[error("the game is not kept: {0}")]
    NotSaved(String),
    /// The thread that does the work has ended.
    #[error("nothing more is kept in this run; start fourcade again")]
    Stopped,
}

impl StoreError {
    /// What an error of `SQLite` means for the file.
    pub(super) fn of(path: &Path, why: rusqlite::Error) -> Self {
        let path = path.to_owned();
        match why.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked(path),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly(path),
            Some(ErrorCode::DiskFull) => Self::Full(path),
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Self::Damaged(path),
            _ => Self::Database { path, why },
        }
    }
}
