//! The lock on a game while it is open at a table.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use rusqlite::Connection;

use crate::files;

/// A locked file beside the database, named after the game's owner, the random key of its table.
/// The system releases the lock when the process ends; dropping it removes the file.
#[derive(Debug)]
pub struct GameLock {
    path: PathBuf,
    /// Locked while open.
    _file: File,
}

impl GameLock {
    /// Locks the game of this owner. `None` if it can't be locked, for instance because the file
    /// system has no locks: the game can be played, but other processes can open it too.
    pub fn acquire(connection: &Connection, owner: i64) -> Option<Self> {
        let path = file_of(connection, owner)?;
        let lock = || -> io::Result<File> {
            let file = files::private_file().create(true).open(&path)?;
            file.try_lock()?;
            Ok(file)
        };
        lock().ok().map(|file| Self { path, _file: file })
    }

    /// Whether this owner has its game open. Removes the file of a killed process.
    pub fn is_held(connection: &Connection, owner: i64) -> bool {
        let Some(path) = file_of(connection, owner) else { return false };
        let Ok(file) = File::open(&path) else { return false };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => true,
            Err(TryLockError::Error(_)) => false,
            Ok(()) => {
                // If the leftover can't be removed, it does no harm.
                let _ = fs::remove_file(path);
                false
            }
        }
    }
}

impl Drop for GameLock {
    fn drop(&mut self) {
        // A leftover does no harm, because it is not locked.
        let _ = fs::remove_file(&self.path);
    }
}

fn file_of(connection: &Connection, owner: i64) -> Option<PathBuf> {
    let database = Path::new(connection.path()?);
    let name = database.file_name()?.to_str()?;
    Some(database.with_file_name(format!("{name}-game-{:016x}", owner.cast_unsigned())))
}
