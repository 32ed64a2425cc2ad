//! The file: opened when it is wanted, set aside when it is damaged.

use std::{
    fs::{self, File},
    mem,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::{error::StoreError, schema};

/// How long another arcade that writes at this moment is waited for.
pub const BUSY: Duration = Duration::from_secs(1);

/// The file with everything that is kept.
pub struct Database {
    /// None: there is no place for it.
    path: Option<PathBuf>,
    busy: Duration,
    connection: Option<Connection>,
    /// Damaged files that were set aside and have not been told of.
    pub set_aside: Vec<PathBuf>,
}

impl Database {
    /// It is opened when it is wanted.
    pub fn new(path: Option<PathBuf>, busy: Duration) -> Self {
        Self { path, busy, connection: None, set_aside: Vec::new() }
    }

    /// Does something with it. If it turns out to be damaged, it is set aside, and the work is done
    /// on a new one.
    pub fn with<T>(
        &mut self,
        mut work: impl FnMut(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        match self.attempt(&mut work) {
            Err(StoreError::Damaged(path)) => {
                self.connection = None;
                self.set_aside.extend(set_aside(&path, self.busy)?);
                self.attempt(&mut work)
            }
            done => done,
        }
    }

    fn attempt<T>(
        &mut self,
        work: &mut impl FnMut(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let path = self.path.as_deref().ok_or(StoreError::NoHome)?;
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(open(path, self.busy)?),
        };
        work(connection).map_err(|why| StoreError::of(path, why))
    }
}

/// Opens a file, new or old, with the tables as they are known here.
fn open(path: &Path, busy: Duration) -> Result<Connection, StoreError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .map_err(|why| StoreError::CreateFolder { path: folder.to_owned(), why })?;
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let failed = |why| StoreError::of(path, why);
    let mut connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(busy).map_err(failed)?;
    // Looked at before anything is changed.
    let found = patiently(busy, || schema::version(&connection)).map_err(failed)?;
    if found > schema::known() {
        return Err(StoreError::Newer { path: path.to_owned(), found, known: schema::known() });
    }
    if connection.is_readonly("main").map_err(failed)? {
        return Err(StoreError::ReadOnly(path.to_owned()));
    }
    patiently(busy, || prepare(&connection)).map_err(failed)?;
    schema::migrate(&mut connection).map_err(failed)?;
    Ok(connection)
}

/// With a log of its own beside the file, what is committed survives the end of this process
/// however it comes, and others may read meanwhile; the system may lose the last commits only if it
/// stops itself, and of a game that has ended not even then (see [`durably`]).
fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON")
}

/// Does something whose commits are on the disk when it is done, not only in the system's hands.
pub fn durably<T>(
    connection: &mut Connection,
    work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.execute_batch("PRAGMA synchronous = FULL")?;
    let done = work(connection);
    connection.execute_batch("PRAGMA synchronous = NORMAL")?;
    done
}

/// Tries again for a while: `SQLite` does not wait by itself where it changes how the file is
/// written.
fn patiently<T>(busy: Duration, work: impl Fn() -> rusqlite::Result<T>) -> rusqlite::Result<T> {
    let began = Instant::now();
    loop {
        match work() {
            Err(why)
                if why.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && began.elapsed() < busy =>
            {
                thread::sleep(Duration::from_millis(5));
            }
            done => return done,
        }
    }
}

/// Gives a damaged file another name, which is returned; nothing if another arcade has done so
/// meanwhile.
fn set_aside(path: &Path, busy: Duration) -> Result<Option<PathBuf>, StoreError> {
    let stuck = |_| StoreError::Damaged(path.to_owned());
    // Whoever else finds the damage waits here, and then finds a sound file.
    let file = File::open(path).map_err(stuck)?;
    file.lock().map_err(stuck)?;
    if !is_damaged(path, busy) {
        return Ok(None);
    }
    let name = |number: u32| with_ending(path, &format!(".damaged-{number}"));
    let free = (1..u32::MAX)
        .map(name)
        .find(|name| !name.exists())
        .ok_or_else(|| StoreError::Damaged(path.to_owned()))?;
    fs::rename(path, &free).map_err(stuck)?;
    for ending in ["-wal", "-shm"] {
        // What was not in the file yet belongs to it; often there is none.
        let _ = fs::rename(with_ending(path, ending), with_ending(&free, ending));
    }
    mem::drop(file);
    Ok(Some(free))
}

/// Whether there is a file that `SQLite` finds fault with.
fn is_damaged(path: &Path, busy: Duration) -> bool {
    let check = || {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.busy_timeout(busy)?;
        connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))
    };
    match check() {
        Ok(words) => words != "ok",
        Err(why) => matches!(StoreError::of(path, why), StoreError::Damaged(_)),
    }
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

#[cfg(test)]
mod tests;
