//! The tables, version by version.

use rusqlite::{Connection, TransactionBehavior};

/// What leads from each version of the tables to the next; a new file has version 0.
///
/// A step that people may have gone is never changed: another follows it.
const STEPS: &[&str] = &[
    "
    CREATE TABLE games (
        -- Never used again after a game was deleted.
        id            INTEGER PRIMARY KEY AUTOINCREMENT,
        game          TEXT NOT NULL,
        size          INTEGER,
        -- The first line of its record.
        header        TEXT NOT NULL,
        -- Games played one after the other at one table share the series and are numbered from 1.
        series        INTEGER NOT NULL,
        number        INTEGER NOT NULL,
        -- Whoever plays it now: a number by chance. Nobody else writes to it.
        owner         INTEGER NOT NULL,
        -- Milliseconds since 1970.
        started       INTEGER NOT NULL,
        touched       INTEGER NOT NULL,
        ended         INTEGER,
        state         TEXT NOT NULL CHECK (state IN ('running', 'finished', 'given up')),
        -- How it ended for the person, if there was just one.
        result        TEXT CHECK (result IN ('won', 'drawn', 'lost')),
        turns         INTEGER NOT NULL,
        -- How long it was played.
        milliseconds  INTEGER NOT NULL,
        persons       INTEGER NOT NULL,
        hinted        INTEGER NOT NULL,
        practice      INTEGER NOT NULL,
        CHECK ((state = 'running') = (ended IS NULL))
    ) STRICT;
    CREATE INDEX games_by_time ON games (touched);
    CREATE INDEX games_by_state ON games (state, persons, touched);

    CREATE TABLE seats (
        game          INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        seat          INTEGER NOT NULL,
        name          TEXT NOT NULL,
        person        INTEGER NOT NULL,
        score         INTEGER NOT NULL,
        -- From 1, once the game is over.
        place         INTEGER,
        gave_up       INTEGER NOT NULL,
        -- What the games of the series before have brought, in points of places.
        brought       REAL NOT NULL,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID;

    -- The lines of a record between the first and the last.
    CREATE TABLE lines (
        game          INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        number        INTEGER NOT NULL,
        line          TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
",
    "
    -- Choices of persons that wait for those of others, a line each: seat and action.
    ALTER TABLE games ADD COLUMN gathered TEXT NOT NULL DEFAULT '';
",
    "
    -- How many seats everybody has moved on since the first game of the series.
    ALTER TABLE games ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;
",
];

/// The version of the tables that is known here.
pub fn known() -> i64 {
    i64::try_from(STEPS.len()).unwrap_or(i64::MAX)
}

/// The version of the tables in a file.
pub fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Brings the tables to the version that is known here, each step in a transaction.
pub fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    go_steps(connection, STEPS)
}

fn go_steps(connection: &mut Connection, steps: &[&str]) -> rusqlite::Result<()> {
    for (step, next) in steps.iter().zip(1..) {
        if version(connection)? >= next {
            continue;
        }
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another arcade may have gone this step meanwhile.
        if version(&transaction)? < next {
            transaction.execute_batch(step)?;
            transaction.pragma_update(None, "user_version", next)?;
        }
        transaction.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(connection: &Connection) -> Vec<String> {
        let mut found = connection
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")
            .unwrap();
        found.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn each_step_is_gone_once_and_in_order() {
        let mut connection = Connection::open_in_memory().unwrap();
        let steps = ["CREATE TABLE a (x)", "ALTER TABLE a RENAME TO b", "CREATE TABLE c (x)"];
        go_steps(&mut connection, &steps[..1]).unwrap();
        assert_eq!((version(&connection).unwrap(), names(&connection)), (1, vec!["a".to_owned()]));
        for _ in 0..2 {
            go_steps(&mut connection, &steps).unwrap();
            assert_eq!(
                (version(&connection).unwrap(), names(&connection)),
                (3, vec!["b".to_owned(), "c".to_owned()])
            );
        }
    }

    #[test]
    fn a_step_that_fails_leaves_nothing_behind() {
        let mut connection = Connection::open_in_memory().unwrap();
        let steps = ["CREATE TABLE a (x)", "CREATE TABLE b (x); CREATE TABLE a (x)"];
        go_steps(&mut connection, &steps).unwrap_err();
        assert_eq!((version(&connection).unwrap(), names(&connection)), (1, vec!["a".to_owned()]));
    }

    #[test]
    fn the_tables_are_those_of_the_known_version() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        assert_eq!(version(&connection).unwrap(), known());
    }
}
