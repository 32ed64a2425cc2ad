//! Shared tables on a `PostgreSQL` server.
//!
//! | module | contents |
//! |---|---|
//! | `address` | how to reach a server: its URL, completed by what the environment says |
//! | `connection_thread` | the thread that keeps a connection going |
//! | `failure` | what the errors of the server mean, and what to do about them |

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
    Client, SimpleQueryMessage, Statement,
    types::{FromSql, ToSql, Type},
};

use super::{Connection, DataRow, Value, in_transaction, schema, value::Answer};
use crate::database::shared_tables::{SharedError, name::check_name};
use address::Environment;
use connection_thread::ConnectionThread;

/// What is set for each connection. A statement, and a process that was stopped in the middle of a
/// transaction, can't keep the others waiting for long. Times are in milliseconds.
const SET_UP: &str = "
    SET statement_timeout = 8000;
    SET idle_in_transaction_session_timeout = 10000;
    SET default_transaction_isolation = 'read committed';
    SET client_min_messages = 'warning';
    SELECT pg_backend_pid(), session_user,
        EXISTS (SELECT FROM pg_catalog.pg_namespace WHERE nspname = 'fourcade')";
/// Refuses whoever may not protect the tables.
const CHECK_OWNER: &str = "
    DO $$ BEGIN
        -- The functions of protected tables get the rights of whoever makes them.
        IF current_user <> (SELECT pg_get_userbyid(datdba) FROM pg_database
                            WHERE datname = current_database())
            OR (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
        THEN
            RAISE EXCEPTION 'connect as the role that owns the database, and not as a superuser'
                USING ERRCODE = '4CADE';
        ELSIF EXISTS (SELECT FROM pg_auth_members JOIN pg_roles ON pg_roles.oid = member
            WHERE pg_get_userbyid(roleid) = current_user AND NOT rolsuper)
        THEN
            RAISE EXCEPTION 'other roles are members of %, and have its rights: revoke that first',
                current_user USING ERRCODE = '4CADE';
        END IF;
    END $$";
/// Makes shared tables protected ones, or brings their functions up to date.
const PROTECT: &str = concat!(
    "
    DO $$ DECLARE
        other TEXT;
    BEGIN
        EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
        -- Who may connect is said after the tables are protected for the first time.
        FOR other IN SELECT DISTINCT pg_get_userbyid(grantee)
            FROM pg_database, aclexplode(datacl)
            WHERE datname = current_database() AND grantee NOT IN (0, datdba)
        LOOP
            EXECUTE format('REVOKE %s ON DATABASE %I FROM %I CASCADE',
                CASE WHEN to_regnamespace('fourcade') IS NULL THEN 'ALL'
                    ELSE 'CREATE, TEMPORARY' END, current_database(), other);
        END LOOP;
    END $$;
    CREATE SCHEMA IF NOT EXISTS fourcade;
    ALTER TABLE shared_schema SET SCHEMA fourcade;
    ALTER TABLE shared_tables SET SCHEMA fourcade;
    ALTER TABLE entries SET SCHEMA fourcade;
    ALTER TABLE clients SET SCHEMA fourcade;
    ALTER TABLE results SET SCHEMA fourcade;
    ",
    include_str!("protected.sql")
);
/// Where the tables are once they are protected. Nobody but their owner can add anything there.
const PROTECTED_PATH: &str = "SET search_path = fourcade, pg_temp";
/// The number of the lock that a process holds while it migrates, "4cas".
const SCHEMA_LOCK: i64 = 0x3463_6173;

pub struct Postgres {
    client: Client,
    /// The statements that the server knows, by their text.
    statements: HashMap<String, Statement>,
    channels: BTreeSet<String>,
    /// The role of this connection, if the tables are protected.
    role: Option<String>,
    /// Whether there is a transaction, and whether a statement of it has failed.
    transaction: Option<bool>,
    /// Is dropped last.
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
        let mut connection =
            Self { client, statements, channels, role: None, transaction: None, thread };
        let answer = connection.thread.wait(connection.client.simple_query(SET_UP))?;
        let row = answer.iter().find_map(|message| match message {
            SimpleQueryMessage::Row(row) => Some(row),
            _ => None,
        });
        let column = |number| row.and_then(|row| row.get(number));
        let process = column(0).and_then(|process| process.parse().ok());
        connection.thread.set_process(process.unwrap_or_default());
        if column(2) == Some("t") {
            let role = column(1).unwrap_or_default();
            if check_name(role).as_deref() != Ok(role) {
                return Err(SharedError::Unusable(format!(
                    "{role:?} can't be the name of a player; ask for a role with another name"
                )));
            }
            connection.role = Some(role.to_owned());
            connection.batch(PROTECTED_PATH)?;
        }
        Ok(connection)
    }

    /// Makes the shared tables, of whatever version, protected ones: from then on, everybody is
    /// known by their role.
    pub fn protect(&mut self) -> Result<(), SharedError> {
        self.run_script(CHECK_OWNER)?;
        schema::migrate_as_owner(self)?;
        in_transaction(self, |connection| {
            connection.lock_schema()?;
            connection.run_script(PROTECT)
        })
    }

    fn prepare(&mut self, sql: &str) -> Result<Statement, SharedError> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.thread.wait(self.client.prepare(sql))?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<DataRow>, SharedError> {
        let statement = self.prepare(sql)?;
        let parameters = parameters(&statement, values);
        self.thread.wait(async {
            let rows = self.client.query_raw(&statement, parameters).await?;
            let mut rows = pin!(rows);
            let mut found = Answer::default();
            while let Some(row) = rows.try_next().await? {
                let row = (0..row.len()).map(|column| row.try_get(column));
                if let Err(error) = found.add(DataRow(row.collect::<Result<_, _>>()?)) {
                    return Ok(Err(error));
                }
            }
            Ok(Ok(found.rows))
        })?
    }

    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, SharedError> {
        let statement = self.prepare(sql)?;
        let parameters = parameters(&statement, values);
        self.thread.wait(self.client.execute_raw(&statement, parameters))
    }

    fn batch(&mut self, sql: &str) -> Result<(), SharedError> {
        self.thread.wait(self.client.batch_execute(sql))
    }

    /// Remembers that a statement of the transaction has failed: the server then keeps none of its
    /// changes, and says so only to those who look closely.
    fn note<T>(&mut self, result: Result<T, SharedError>) -> Result<T, SharedError> {
        if let (Err(_), Some(has_failed)) = (&result, &mut self.transaction) {
            *has_failed = true;
        }
        result
    }
}

/// Returns the values of a statement. A value that doesn't fit into it is an error when it runs.
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
    fn run(&mut self, sql: &str, values: &[Value]) -> Result<Vec<DataRow>, SharedError> {
        let result = self.query(sql, values);
        self.note(result)
    }

    fn change(&mut self, sql: &str, values: &[Value]) -> Result<u64, SharedError> {
        let result = self.execute(sql, values);
        self.note(result)
    }

    fn run_script(&mut self, sql: &str) -> Result<(), SharedError> {
        let result = self.batch(sql);
        self.note(result)
    }

    fn begin(&mut self) -> Result<(), SharedError> {
        self.batch("BEGIN")?;
        self.transaction = Some(false);
        Ok(())
    }

    fn commit(&mut self) -> Result<(), SharedError> {
        if self.transaction == Some(true) {
            self.roll_back();
            return Err(SharedError::Failed("a statement of the transaction failed".to_owned()));
        }
        self.transaction = None;
        self.batch("COMMIT")
    }

    fn roll_back(&mut self) {
        self.transaction = None;
        if self.batch("ROLLBACK").is_err() {
            // Later statements must not be part of this transaction.
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
        self.run("SELECT CAST(pg_notify($1, '') AS TEXT)", &[channel.into()]).map(drop)
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

    fn role(&self) -> Option<&str> {
        self.role.as_deref()
    }

    fn news_interval(&self) -> Option<Duration> {
        None
    }

    fn has_news(&mut self) -> Result<bool, SharedError> {
        self.thread.has_news()
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
