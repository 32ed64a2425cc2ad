//! Checksums of the saved games. `SQLite` finds damage to the structure of its file; these find
//! damage to the values in it.
//!
//! The checksum of a game is the sum of the hashes of its row, its seats and its lines. The hash of
//! the lines can therefore be kept up to date without hashing all of them for each move.

use std::collections::BTreeMap;

use rusqlite::{Connection, Row, ffi, params, types::ValueRef};

/// The columns of a game that its checksum covers: all but the owner, which no list
/// shows, and the date of a daily deal, which came later.
const GAME: &str = "id, game, size, header, series, number, started, touched, ended, state, \
                    result, turns, milliseconds, persons, hinted, practice, gathered, moved";
const SEAT: &str = "game, seat, name, person, score, place, gave_up, brought";

fn of_line(number: u64, line: &str) -> u64 {
    let mut hash = Fnv::new();
    hash.add(&number.to_le_bytes());
    hash.add(line.as_bytes());
    hash.0
}

/// Returns the sum of the hashes of these lines, which begin with this number.
pub fn of_lines(first: usize, lines: &[String]) -> u64 {
    lines
        .iter()
        .enumerate()
        .fold(0, |sum, (index, line)| sum.wrapping_add(of_line((first + index) as u64, line)))
}

/// Updates the checksum of a game whose lines have this sum of hashes.
pub fn write(id: i64, lines: u64, connection: &Connection) -> rusqlite::Result<()> {
    let mut game = connection.prepare_cached(&format!("SELECT {GAME} FROM games WHERE id = ?1"))?;
    let mut sum = game.query_row([id], of_row)?.wrapping_add(lines);
    let mut seats =
        connection.prepare_cached(&format!("SELECT {SEAT} FROM seats WHERE game = ?1"))?;
    let mut seats = seats.query([id])?;
    while let Some(row) = seats.next()? {
        sum = sum.wrapping_add(of_row(row)?);
    }
    let mut update = connection.prepare_cached("UPDATE games SET checksum = ?2 WHERE id = ?1")?;
    update.execute(params![id, sum.cast_signed()])?;
    Ok(())
}

/// Checks the games: all of them, or the one with this number.
/// Games of an earlier version have no checksum.
pub fn verify(only: Option<i64>, connection: &Connection) -> rusqlite::Result<()> {
    let filter = |column: &str| match only {
        Some(id) => format!("WHERE {column} = {id}"),
        None => String::new(),
    };
    let mut sums: BTreeMap<i64, (Option<i64>, u64)> = BTreeMap::new();
    let sql = format!("SELECT {GAME}, checksum FROM games {}", filter("id"));
    let mut games = connection.prepare(&sql)?;
    let mut games = games.query([])?;
    while let Some(row) = games.next()? {
        sums.insert(row.get(0)?, (row.get("checksum")?, of_row(row)?));
    }
    let mut add = |game: i64, hash: u64| match sums.get_mut(&game) {
        Some((_, sum)) => {
            *sum = sum.wrapping_add(hash);
            Ok(())
        }
        None => Err(damaged("rows belong to no game")),
    };
    let sql = format!("SELECT {SEAT} FROM seats {}", filter("game"));
    let mut seats = connection.prepare(&sql)?;
    let mut seats = seats.query([])?;
    while let Some(row) = seats.next()? {
        add(row.get(0)?, of_row(row)?)?;
    }
    let sql = format!("SELECT game, number, line FROM lines {}", filter("game"));
    let mut lines = connection.prepare(&sql)?;
    let mut lines = lines.query([])?;
    while let Some(row) = lines.next()? {
        let line = row.get_ref(2)?.as_str().map_err(|_| damaged("a line is no text"))?;
        add(row.get(0)?, of_line(row.get::<_, i64>(1)?.cast_unsigned(), line))?;
    }
    let is_intact =
        |(expected, sum): &(Option<i64>, u64)| expected.is_none_or(|all| all == sum.cast_signed());
    if sums.values().all(is_intact) { Ok(()) } else { Err(damaged("a checksum is wrong")) }
}

pub fn damaged(reason: &str) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_CORRUPT), Some(reason.to_owned()))
}

/// Returns the hash of the columns of a row, without a column `checksum`.
fn of_row(row: &Row) -> rusqlite::Result<u64> {
    let statement: &rusqlite::Statement = row.as_ref();
    let has_checksum = statement.column_names().last().is_some_and(|name| name == "checksum");
    let columns = statement.column_count() - usize::from(has_checksum);
    let mut hash = Fnv::new();
    for column in 0..columns {
        match row.get_ref(column)? {
            ValueRef::Null => hash.add(b"n"),
            ValueRef::Integer(value) => hash.add(&value.to_le_bytes()),
            ValueRef::Real(value) => hash.add(&value.to_bits().to_le_bytes()),
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                hash.add(&(bytes.len() as u64).to_le_bytes());
                hash.add(bytes);
            }
        }
    }
    Ok(hash.0)
}

/// The 64-bit hash FNV-1a of Fowler, Noll and Vo.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv_1a() {
        let hash = |text: &str| {
            let mut hash = Fnv::new();
            hash.add(text.as_bytes());
            hash.0
        };
        // From the test suite of its authors.
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn the_order_of_lines_matters() {
        let lines = ["a", "b"].map(str::to_owned);
        let swapped = ["b", "a"].map(str::to_owned);
        assert_ne!(of_lines(0, &lines), of_lines(0, &swapped));
        assert_eq!(of_lines(0, &lines), of_line(0, "a").wrapping_add(of_line(1, "b")));
    }
}
