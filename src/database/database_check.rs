//! Looks for damage in the database before its contents are used.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension};

use super::{checksum, schema};

/// Files of up to this size are checked whenever they are opened, which takes about a quarter of a
/// second for the largest of them: some thousands of games.
const SMALL_BYTES: i64 = 16 << 20;
/// How often larger files are checked. (A game is also checked when it is loaded.)
const LARGE_INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);

/// When to look for damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// When the file is opened; not each time if it is large.
    IfDue,
    /// In any case.
    Now,
}

/// Looks for damage in a database of the latest version.
///
/// # Errors
/// Returns the error of a damaged file if there is any.
pub fn run(check: Check, connection: &Connection) -> rusqlite::Result<()> {
    let (size, now) = (size(connection)?, now());
    // Other processes may write meanwhile. The transaction makes all queries see the same state, so
    // that a row and its checksum match.
    let snapshot = connection.unchecked_transaction()?;
    if !schema::is_intact(&snapshot)? {
        return Err(checksum::damaged("the tables are not those of this version"));
    }
    if check == Check::IfDue && size > SMALL_BYTES && is_checked(now, &snapshot)? {
        return Ok(());
    }
    let report: String = snapshot.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if report != "ok" {
        return Err(checksum::damaged(&report));
    }
    checksum::verify(None, &snapshot)?;
    snapshot.commit()?;
    if size > SMALL_BYTES {
        note_check(now, connection);
    }
    Ok(())
}

/// Returns the size of the database in bytes.
fn size(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row(
        "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
        [],
        |row| row.get(0),
    )
}

/// Whether the file has been checked lately.
fn is_checked(now: i64, connection: &Connection) -> rusqlite::Result<bool> {
    let checked: Option<i64> =
        connection.query_row("SELECT checked FROM checks", [], |row| row.get(0)).optional()?;
    let interval = i64::try_from(LARGE_INTERVAL.as_millis()).unwrap_or(i64::MAX);
    // A time in the future is wrong.
    Ok(checked.is_some_and(|checked| (0..interval).contains(&now.saturating_sub(checked))))
}

/// Records that the file has been checked.
fn note_check(now: i64, connection: &Connection) {
    // If this fails, the file is checked again next time.
    let _ = connection
        .execute("DELETE FROM checks", [])
        .and_then(|_| connection.execute("INSERT INTO checks VALUES (?1)", [now]));
}

/// Returns the current time in milliseconds since 1970.
fn now() -> i64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
