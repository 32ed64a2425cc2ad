//! The tables of a database of shared tables.

use super::Connection;
use crate::database::{
    migration::{self, Migrate, MigrationError, Schema},
    shared_tables::SharedError,
    sqlite::FileKind,
};

/// An `SQLite` file of shared tables. Its number is "4cas" in ASCII.
pub const KIND: FileKind = FileKind {
    application_id: 0x3463_6173,
    first_tables: &["shared_tables", "entries", "clients", "results"],
    schema: Schema { steps: STEPS_IN_FILE, ..SCHEMA },
};

const SCHEMA: Schema = Schema {
    steps: STEPS,
    prepare: "CREATE TABLE IF NOT EXISTS shared_schema (version BIGINT NOT NULL)",
    version: "SELECT version FROM shared_schema",
    set_version: "DELETE FROM shared_schema; INSERT INTO shared_schema (version) VALUES ({})",
};

/// The steps on a server. Those of a file lead to the same tables.
const STEPS: &[&str] = &[FIRST, LOGS_DECIDE, ADDED, PLAIN_LOGS, PHRASES];
const STEPS_IN_FILE: &[&str] = &[FIRST, LOGS_DECIDE_IN_FILE, ADDED, PLAIN_LOGS, PHRASES];

const FIRST: &str = "
    CREATE TABLE shared_tables (
        code          TEXT PRIMARY KEY,
        game          TEXT NOT NULL,
        -- The header of the game's record.
        header        TEXT NOT NULL,
        -- Whether the lobby lists the table.
        public        BIGINT NOT NULL,
        -- The client that opened the table.
        opened_by     TEXT NOT NULL,
        -- Milliseconds since 1970.
        opened        BIGINT NOT NULL,
        touched       BIGINT NOT NULL,
        -- The number of entries in the log.
        entries       BIGINT NOT NULL,
        -- open, running, finished or closed.
        state         TEXT NOT NULL,
        -- For the lobby: who sits where, as JSON, and the number of turns so far.
        seats         TEXT NOT NULL,
        turns         BIGINT NOT NULL
    );
    CREATE INDEX shared_tables_by_state ON shared_tables (state, touched);

    CREATE TABLE entries (
        code          TEXT NOT NULL REFERENCES shared_tables (code) ON DELETE CASCADE,
        number        BIGINT NOT NULL,
        client        TEXT NOT NULL,
        -- The step and the seat of a choice. They make a second choice an error.
        step          BIGINT,
        seat          BIGINT,
        entry         TEXT NOT NULL,
        PRIMARY KEY (code, number),
        UNIQUE (code, step, seat)
    );

    -- The processes that use shared tables.
    CREATE TABLE clients (
        id            TEXT PRIMARY KEY,
        name          TEXT NOT NULL,
        -- The table at which the client is.
        code          TEXT,
        -- The number of heartbeats, and the time of the last one.
        beats         BIGINT NOT NULL,
        seen          BIGINT NOT NULL
    );
    CREATE INDEX clients_by_table ON clients (code);

    -- The results of finished games between people.
    CREATE TABLE results (
        code          TEXT PRIMARY KEY,
        game          TEXT NOT NULL,
        ended         BIGINT NOT NULL,
        -- The names of the people with their places, as JSON.
        places        TEXT NOT NULL
    );
    CREATE INDEX results_by_game ON results (game, ended);
";

/// Two choices for a step and seat are no longer an error: the first in the log counts. Places are
/// replayed from the log.
///
/// The table isn't copied, so that this is fast and keeps the table's access rights.
const LOGS_DECIDE: &str = "
    ALTER TABLE entries DROP COLUMN step, DROP COLUMN seat;
    ALTER TABLE results DROP COLUMN places;
";

/// The same for `SQLite`, which can't drop columns of a constraint.
const LOGS_DECIDE_IN_FILE: &str = "
    CREATE TABLE log (
        code          TEXT NOT NULL REFERENCES shared_tables (code) ON DELETE CASCADE,
        number        BIGINT NOT NULL,
        client        TEXT NOT NULL,
        entry         TEXT NOT NULL,
        PRIMARY KEY (code, number)
    );
    INSERT INTO log SELECT code, number, client, entry FROM entries;
    DROP TABLE entries;
    ALTER TABLE log RENAME TO entries;
    ALTER TABLE results DROP COLUMN places;
";

/// The time of each entry, for the clocks.
const ADDED: &str = "ALTER TABLE entries ADD COLUMN added BIGINT NOT NULL DEFAULT 0";

/// Marks the logs whose choices are hidden by commitments. They are rewritten after opening.
const PLAIN_LOGS: &str = "UPDATE shared_tables SET state = 'old ' || state WHERE state <> 'closed'";

/// From this version on, logs may contain phrases. Older versions refuse the database.
const PHRASES: &str = "";

pub fn migrate(connection: &mut dyn Connection) -> Result<(), SharedError> {
    migrate_to(connection, &SCHEMA)
}

fn migrate_to(connection: &mut dyn Connection, schema: &Schema) -> Result<(), SharedError> {
    migration::migrate(connection, schema).map_err(|error| match error {
        MigrationError::TooNew(found) => SharedError::TooNew { found, known: schema.latest() },
        MigrationError::Failed(error) => error,
    })
}

impl Migrate for dyn Connection + '_ {
    type Error = SharedError;

    fn begin(&mut self) -> Result<(), SharedError> {
        Connection::begin(self)?;
        self.lock_schema()
    }

    fn commit(&mut self) -> Result<(), SharedError> {
        Connection::commit(self)
    }

    fn roll_back(&mut self) {
        Connection::roll_back(self);
    }

    fn script(&mut self, sql: &str) -> Result<(), SharedError> {
        self.run_script(sql)
    }

    fn query_integer(&mut self, sql: &str) -> Result<Option<i64>, SharedError> {
        self.query(sql, &[])?.first().map(|row| row.integer(0)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::shared_tables::tests::each_database;

    #[test]
    fn tables_of_a_newer_version_are_refused() {
        each_database(|location| {
            let mut connection = super::super::open(location, || ()).unwrap();
            connection.execute("UPDATE shared_schema SET version = version + 1", &[]).unwrap();
            let error = super::super::open(location, || ()).err().unwrap();
            let known = SCHEMA.latest();
            assert_eq!(error, SharedError::TooNew { found: known + 1, known });
        });
    }

    #[test]
    fn a_migration_runs_once() {
        each_database(|location| {
            let mut connection = super::super::open(location, || ()).unwrap();
            let connection = connection.as_mut();
            let next: &[&str] = &["ALTER TABLE results ADD COLUMN note TEXT"];
            let schema = Schema { steps: [STEPS, next].concat().leak(), ..SCHEMA };
            for _ in 0..2 {
                migrate_to(connection, &schema).unwrap();
                connection.execute("UPDATE results SET note = 'x'", &[]).unwrap();
            }
            assert_eq!(connection.query_integer(SCHEMA.version), Ok(Some(SCHEMA.latest() + 1)));
        });
    }

    #[test]
    fn many_processes_may_migrate_at_once() {
        each_database(|location| {
            std::thread::scope(|scope| {
                let open = || scope.spawn(|| super::super::open(location, || ()).map(drop));
                let all: Vec<_> = (0..6).map(|_| open()).collect();
                for one in all {
                    assert_eq!(one.join().unwrap(), Ok(()));
                }
            });
        });
    }
}
