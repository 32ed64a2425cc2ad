//! The tables of the database, version by version.

use rusqlite::{Connection, TransactionBehavior};

/// The migrations: each leads from one schema version to the next. A new file has version 0.
///
/// Never change a migration that has been released; add another one.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE games (
        -- Not reused after a game is deleted.
        id            INTEGER PRIMARY KEY AUTOINCREMENT,
        game          TEXT NOT NULL,
        size          INTEGER,
        -- The first line of the record.
        header        TEXT NOT NULL,
        -- Games played one after the other at one table share the series; they are numbered from 1.
        series        INTEGER NOT NULL,
        number        INTEGER NOT NULL,
        -- A random number: the key of the table that is playing the game. Only this table may
        -- write to the row.
        owner         INTEGER NOT NULL,
        -- When the game began, was played last and ended, in milliseconds since 1970.
        started       INTEGER NOT NULL,
        touched       INTEGER NOT NULL,
        ended         INTEGER,
        state         TEXT NOT NULL CHECK (state IN ('running', 'finished', 'given up')),
        -- The result for the only person in the game.
        result        TEXT CHECK (result IN ('won', 'drawn', 'lost')),
        turns         INTEGER NOT NULL,
        -- How long the game was played.
        milliseconds  INTEGER NOT NULL,
        -- The number of people in the game.
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
        -- Whether the player is a person.
        person        INTEGER NOT NULL,
        score         INTEGER NOT NULL,
        -- From 1, once the game is over.
        place         INTEGER,
        gave_up       INTEGER NOT NULL,
        -- The points for places in earlier games of the series.
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
    -- People's choices that wait for those of other seats, one per line: seat and action.
    ALTER TABLE games ADD COLUMN gathered TEXT NOT NULL DEFAULT '';
",
    "
    -- By how many seats every player has moved since the first game of the series.
    ALTER TABLE games ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;
",
    "
    -- Marks the file as ours.
    PRAGMA application_id = 0x34636164;
    -- See the module `checksum`; NULL for a game that an earlier version has written.
    ALTER TABLE games ADD COLUMN checksum INTEGER;
    -- When a large file was checked for damage, in milliseconds since 1970.
    CREATE TABLE checks (checked INTEGER NOT NULL) STRICT;
",
    "
    -- The date of the daily deal that the game counts for, as in 2026-11-22. The checksum leaves it
    -- out, so that those of earlier versions stay valid.
    ALTER TABLE games ADD COLUMN daily TEXT;
    CREATE INDEX games_by_daily ON games (daily) WHERE daily IS NOT NULL;
",
];

/// The number that marks a file as ours, "4cad".
const APPLICATION_ID: i64 = 0x3463_6164;
const FIRST_TABLES: [&str; 3] = ["games", "seats", "lines"];

/// Whether a database is ours or has no tables yet.
pub fn is_ours(connection: &Connection) -> rusqlite::Result<bool> {
    let id: i64 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    if id == APPLICATION_ID {
        return Ok(true);
    }
    let mut tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")?;
    let tables: Vec<String> =
        tables.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let has = |name: &&str| tables.iter().any(|table| table == name);
    let is_new = id == 0 && tables.is_empty();
    Ok(is_new || FIRST_TABLES.iter().all(has))
}

/// Whether a database has exactly the tables of the latest version.
pub fn is_intact(connection: &Connection) -> rusqlite::Result<bool> {
    let mut expected = Connection::open_in_memory()?;
    migrate(&mut expected)?;
    Ok(definitions(connection)? == definitions(&expected)?)
}

/// Returns the definitions of all tables and indices, without comments and line ends.
fn definitions(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare(
        "SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '')
         FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY 1",
    )?;
    let definition = |row: &rusqlite::Row| {
        let sql: String = row.get(0)?;
        let code = sql.lines().map(|line| line.split("--").next().unwrap_or_default());
        Ok(code.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" "))
    };
    statement.query_map([], definition)?.collect()
}

pub fn latest_version() -> i64 {
    i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX)
}

pub fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Migrates a database to the latest version, with one transaction per migration.
pub fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    apply(connection, MIGRATIONS)
}

fn apply(connection: &mut Connection, migrations: &[&str]) -> rusqlite::Result<()> {
    for (migration, next) in migrations.iter().zip(1..) {
        if version(connection)? >= next {
            continue;
        }
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another process may have applied it meanwhile.
        if version(&transaction)? < next {
            transaction.execute_batch(migration)?;
            transaction.pragma_update(None, "user_version", next)?;
        }
        transaction.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table_names(connection: &Connection) -> Vec<String> {
        let mut statement = connection
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")
            .unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn migrations_are_applied_once_and_in_order() {
        let mut connection = Connection::open_in_memory().unwrap();
        let migrations = ["CREATE TABLE a (x)", "ALTER TABLE a RENAME TO b", "CREATE TABLE c (x)"];
        apply(&mut connection, &migrations[..1]).unwrap();
        assert_eq!(
            (version(&connection).unwrap(), table_names(&connection)),
            (1, vec!["a".to_owned()])
        );
        for _ in 0..2 {
            apply(&mut connection, &migrations).unwrap();
            assert_eq!(
                (version(&connection).unwrap(), table_names(&connection)),
                (3, vec!["b".to_owned(), "c".to_owned()])
            );
        }
    }

    #[test]
    fn a_migration_that_fails_changes_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        let migrations = ["CREATE TABLE a (x)", "CREATE TABLE b (x); CREATE TABLE a (x)"];
        apply(&mut connection, &migrations).unwrap_err();
        assert_eq!(
            (version(&connection).unwrap(), table_names(&connection)),
            (1, vec!["a".to_owned()])
        );
    }

    #[test]
    fn a_new_database_gets_the_latest_version() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        assert_eq!(version(&connection).unwrap(), latest_version());
    }
}
