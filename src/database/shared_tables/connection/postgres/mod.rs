//! Shared tables on a `PostgreSQL` server.
//!
//! | module | contents |
//! |---|---|
//! | `address` | the address of a server: its URL, completed from the environment |
//! | `connection_thread` | the thread that drives the I/O of a connection |
//! | `failure` | the kinds of server errors, and advice about them |

mod address;
mod connection_thread;
mod failure;
#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeSet, HashMap},
    error::Error,
    pin::pin,
    time::Duration,
};

use futures_util::TryStreamExt as _;
use tokio_postgres::{
    Client, Row, SimpleQueryMessage, Statement,
    types::{FromSql, ToSql, Type},
};

use super::{Connection, DataRow, Value};
use crate::database::shared_tables::SharedError;
use address::Environment;
use connection_thread::ConnectionThread;

/// Sets up a connection; selects its process ID and whether the tables are [`PROTECTED`]. The
/// timeouts, in milliseconds, keep a slow statement or a process that was stopped in a transaction
/// from blocking others for long.
const SETTINGS: &str = "
    SET statement_timeout = 8000;
    SET idle_in_transaction_session_timeout = 10000;
    SET default_transaction_isolation = 'read committed';
    SET client_min_messages = 'warning';
    SELECT pg_backend_pid(), EXISTS (
        SELECT FROM pg_catalog.pg_proc JOIN pg_catalog.pg_namespace ON pronamespace = pg_namespace.oid
        WHERE nspname = 'fourcade' AND proname = 'find_table')";
/// The refusal of a database whose tables only functions can read.
const PROTECTED: &str = "an older fourcade has protected its tables, which this one can't use";
/// The advisory lock that a process holds while it migrates: "4cas" in ASCII.
const SCHEMA_LOCK: i64 = 0x3463_6173;

pub struct Postgres {
    client: Client,
    /// The prepared statements, by SQL.
    statements: HashMap<String, Statement>,
    channels: BTreeSet<String>,
    /// The last field, so that it is dropped after the client.
    thread: ConnectionThread,
}

impl Postgres {
    pub fn open(url: &str, wake: impl Fn() + Send + Sync + 'static) -> Result<Self, SharedError> {
        Self::open_in(url, &Environment::read(), wake)
    }

    fn open_in(
        url: &str,
        environment: &Environment,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Result<Self, SharedError> {
        let config = address::config(url, environment)?;
        let (thread, client) = ConnectionThread::connect(config, wake)?;
        let (statements, channels) = (HashMap::new(), BTreeSet::new());
        let connection = Self { client, statements, channels, thread };
        let answer = connection.thread.wait(connection.client.simple_query(SETTINGS))?;
        let row = answer.iter().find_map(|message| match message {
            SimpleQueryMessage::Row(row) => Some(row),
            _ => None,
        });
        let column = |number| row.and_then(|row| row.get(number));
        let backend_pid = column(0).and_then(|pid| pid.parse().ok());
        connection.thread.set_backend_pid(backend_pid.unwrap_or_default());
        if column(1) == Some("t") {
            return Err(SharedError::Unusable(PROTECTED.to_owned()));
        }
        Ok(connection)
    }

    fn prepare(&mut self, sql: &str) -> Result<Statement, SharedError> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.thread.wait(self.client.prepare(sql))?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

/// Returns the parameters of a statement. If a type doesn't match, running it fails.
fn parameters<'a>(
    statement: &Statement,
    values: &'a [Value],
) -> Vec<Box<dyn ToSql + Sync + Send + 'a>> {
    let parameter = |(value, kind): (&'a Value, &Type)| match value {
        Value::Integer(value) => Box::new(value) as Box<dyn ToSql + Sync + Send>,
        Value::Text(text) => Box::new(text),
        Value::Null if is_text(kind) => Box::new(None::<&str>),
        Value::Null => Box::new(None::<i64>),
    };
    values.iter().zip(statement.params()).map(parameter).collect()
}

impl Connection for Postgres {
    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<DataRow>, SharedError> {
        let statement = self.prepare(sql)?;
        let parameters = parameters(&statement, values);
        self.thread.wait(async {
            let rows = pin!(self.client.query_raw(&statement, parameters).await?);
            let read = |row: Row| async move {
                let values = (0..row.len()).map(|column| row.try_get(column));
                values.collect::<Result<_, _>>().map(DataRow)
            };
            rows.and_then(read).try_collect().await
        })
    }

    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, SharedError> {
        let statement = self.prepare(sql)?;
        let parameters = parameters(&statement, values);
        self.thread.wait(self.client.execute_raw(&statement, parameters))
    }

    fn run_script(&mut self, sql: &str) -> Result<(), SharedError> {
        self.thread.wait(self.client.batch_execute(sql))
    }

    fn begin(&mut self) -> Result<(), SharedError> {
        self.run_script("BEGIN")
    }

    fn commit(&mut self) -> Result<(), SharedError> {
        self.run_script("COMMIT")
    }

    fn roll_back(&mut self) {
        if self.run_script("ROLLBACK").is_err() {
            // Otherwise later statements would be part of this transaction.
            self.thread.give_up("a transaction could not be ended");
        }
    }

    fn now(&self) -> &'static str {
        "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
    }

    fn lock_schema(&mut self) -> Result<(), SharedError> {
        self.run_script(&format!("SELECT pg_advisory_xact_lock({SCHEMA_LOCK})"))
    }

    fn notify(&mut self, channel: &str) -> Result<(), SharedError> {
        self.query("SELECT CAST(pg_notify($1, '') AS TEXT)", &[channel.into()]).map(drop)
    }

    fn listen(&mut self, channels: &[String]) -> Result<(), SharedError> {
        let wanted: BTreeSet<String> = channels.iter().cloned().collect();
        let is_name =
            |name: &String| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if let Some(wrong) = wanted.iter().find(|name| !is_name(name)) {
            return Err(SharedError::Failed(format!("{wrong:?} is not the name of a channel")));
        }
        let removed = self.channels.difference(&wanted).map(|name| format!("UNLISTEN \"{name}\";"));
        let added = wanted.difference(&self.channels).map(|name| format!("LISTEN \"{name}\";"));
        let sql: String = removed.chain(added).collect();
        if !sql.is_empty() {
            self.run_script(&sql)?;
            self.channels = wanted;
        }
        Ok(())
    }

    fn poll_interval(&self) -> Option<Duration> {
        None
    }

    fn poll_news(&mut self) -> Result<bool, SharedError> {
        self.thread.poll_news()
    }
}

fn is_integer(kind: &Type) -> bool {
    [Type::INT8, Type::INT4, Type::INT2].contains(kind)
}

fn is_text(kind: &Type) -> bool {
    [Type::TEXT, Type::VARCHAR, Type::BPCHAR, Type::NAME, Type::UNKNOWN].contains(kind)
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(match *kind {
            Type::INT8 => Self::Integer(i64::from_sql(kind, raw)?),
            Type::INT4 => Self::Integer(i32::from_sql(kind, raw)?.into()),
            Type::INT2 => Self::Integer(i16::from_sql(kind, raw)?.into()),
            Type::BOOL => Self::Integer(bool::from_sql(kind, raw)?.into()),
            _ => Self::Text(String::from_sql(kind, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self::Null)
    }

    fn accepts(kind: &Type) -> bool {
        is_integer(kind) || is_text(kind) || *kind == Type::BOOL
    }
}
