//! Shared tables in an `SQLite` file.

use std::{path::Path, thread, time::Duration};

use rusqlite::{
    Connection as SqliteConnection, ErrorCode, params_from_iter,
    types::{ToSqlOutput, ValueRef},
};

use super::{Connection, DataRow, Value, schema::KIND};
use crate::database::{
    shared_tables::SharedError,
    sqlite::{self, OpenError},
};

/// The mean pause while another process writes. `SQLite`'s own pauses grow, which starves some
/// processes.
const BUSY_PAUSE: Duration = Duration::from_millis(2);
const MAX_BUSY_PAUSES: i32 = 2500;
/// The polling interval. Ten polls a second in 100 idle clients would use more than 5 % of a core.
const POLL_INTERVAL: Duration = Duration::from_millis(150);

pub struct Sqlite {
    connection: SqliteConnection,
    data_version: i64,
}

impl Sqlite {
    /// Creates the file if it doesn't exist.
    ///
    /// Commits aren't flushed. A crash of the machine may lose entries, but it also ends all
    /// processes that have read them.
    pub fn open(path: &Path) -> Result<Self, SharedError> {
        let opened = sqlite::open(path, &KIND, BUSY_PAUSE * MAX_BUSY_PAUSES.unsigned_abs());
        let mut connection = opened.map_err(|error| open_error(path, error))?;
        connection.busy_handler(Some(pause_while_busy)).map_err(|error| shared_error(&error))?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(Self { connection, data_version: 0 })
    }
}

fn open_error(path: &Path, error: OpenError) -> SharedError {
    match error {
        OpenError::Foreign => SharedError::Foreign(path.to_owned()),
        OpenError::TooNew(found) => SharedError::TooNew { found, known: KIND.schema.latest() },
        OpenError::Sqlite(error) => match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => SharedError::Foreign(path.to_owned()),
            _ => shared_error(&error),
        },
        error => SharedError::Unusable(format!("{}: {error}", path.display())),
    }
}

/// Pauses and returns whether to try again. The pause is random, so that waiting processes don't
/// collide.
fn pause_while_busy(count: i32) -> bool {
    thread::sleep(BUSY_PAUSE.mul_f64(rand::random_range(0.5..1.5)));
    count < MAX_BUSY_PAUSES
}

fn shared_error(error: &rusqlite::Error) -> SharedError {
    let message = error.to_string();
    match error.sqlite_error_code() {
        Some(
            ErrorCode::DatabaseBusy
            | ErrorCode::DatabaseLocked
            | ErrorCode::DiskFull
            | ErrorCode::SystemIoFailure,
        ) => SharedError::Unreachable(message),
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            SharedError::Unusable(message)
        }
        _ => SharedError::Failed(message),
    }
}

/// Writes the parameters `$1`, `$2`, … as `SQLite` does.
fn with_sqlite_parameters(sql: &str) -> String {
    sql.replace('$', "?")
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(value) => ValueRef::Integer(*value),
            Self::Text(value) => ValueRef::Text(value.as_bytes()),
        }))
    }
}

impl From<ValueRef<'_>> for Value {
    fn from(value: ValueRef<'_>) -> Self {
        match value {
            ValueRef::Integer(value) => Self::Integer(value),
            ValueRef::Text(text) => Self::Text(String::from_utf8_lossy(text).into_owned()),
            _ => Self::Null,
        }
    }
}

impl Connection for Sqlite {
    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<DataRow>, SharedError> {
        let run = || {
            let mut statement = self.connection.prepare_cached(&with_sqlite_parameters(sql))?;
            let columns = statement.column_count();
            let rows = statement.query_map(params_from_iter(values), |row| {
                let values = (0..columns).map(|column| row.get_ref(column).map(Value::from));
                values.collect::<Result<_, _>>().map(DataRow)
            })?;
            rows.collect::<Result<_, _>>()
        };
        run().map_err(|error| shared_error(&error))
    }

    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, SharedError> {
        let run = || {
            self.connection
                .prepare_cached(&with_sqlite_parameters(sql))?
                .execute(params_from_iter(values))
        };
        let changed = run().map_err(|error| shared_error(&error))?;
        Ok(changed.try_into().unwrap_or(u64::MAX))
    }

    fn run_script(&mut self, sql: &str) -> Result<(), SharedError> {
        self.connection.execute_batch(sql).map_err(|error| shared_error(&error))
    }

    fn begin(&mut self) -> Result<(), SharedError> {
        self.run_script("BEGIN IMMEDIATE")
    }

    fn commit(&mut self) -> Result<(), SharedError> {
        self.run_script("COMMIT")
    }

    fn roll_back(&mut self) {
        // SQLite may already have rolled it back.
        let _ = self.run_script("ROLLBACK");
    }

    fn now(&self) -> &'static str {
        "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
    }

    fn lock_schema(&mut self) -> Result<(), SharedError> {
        // A write transaction excludes all others.
        Ok(())
    }

    fn notify(&mut self, _channel: &str) -> Result<(), SharedError> {
        // Other processes poll the data version.
        Ok(())
    }

    fn listen(&mut self, _channels: &[String]) -> Result<(), SharedError> {
        Ok(())
    }

    fn poll_interval(&self) -> Option<Duration> {
        Some(POLL_INTERVAL)
    }

    fn poll_news(&mut self) -> Result<bool, SharedError> {
        let rows = self.query("PRAGMA data_version", &[])?;
        let version = rows.first().map_or(Ok(0), |row| row.integer(0))?;
        let has_changed = version != self.data_version;
        self.data_version = version;
        Ok(has_changed)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt as _};

    use super::*;

    #[test]
    fn a_new_file_is_private_and_a_shared_one_stays_shared() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/shared.db");
        let mut connection = Sqlite::open(&path).unwrap();
        connection.run_script("CREATE TABLE t (a)").unwrap();
        let mode = |name: &str| {
            let file = path.with_file_name(name);
            fs::metadata(file).unwrap().permissions().mode() & 0o777
        };
        assert_eq!(["shared.db", "shared.db-wal", "shared.db-shm"].map(mode), [0o600; 3]);
        drop(connection);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o660)).unwrap();
        let mut connection = Sqlite::open(&path).unwrap();
        connection.run_script("CREATE TABLE u (a)").unwrap();
        assert_eq!(["shared.db", "shared.db-wal", "shared.db-shm"].map(mode), [0o660; 3]);
    }
}
