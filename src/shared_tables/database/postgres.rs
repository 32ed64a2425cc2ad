//! Shared tables on a PostgreSQL server.

use std::time::Duration;

use super::{Connection, Row, Value};
use crate::shared_tables::SharedError;

/// A connection to a PostgreSQL server.
pub struct Postgres;

impl Postgres {
    pub fn open(_url: &str, _wake: impl Fn() + Send + Sync + 'static) -> Result<Self, SharedError> {
        Err(SharedError::Unusable("to come".to_owned()))
    }
}

impl Connection for Postgres {
    fn run(&mut self, _sql: &str, _values: &[Value]) -> Result<Vec<Row>, SharedError> {
        Err(SharedError::Ended)
    }
    fn change(&mut self, _sql: &str, _values: &[Value]) -> Result<u64, SharedError> {
        Err(SharedError::Ended)
    }
    fn run_script(&mut self, _sql: &str) -> Result<(), SharedError> {
        Err(SharedError::Ended)
    }
    fn begin(&mut self) -> Result<(), SharedError> {
        Err(SharedError::Ended)
    }
    fn commit(&mut self) -> Result<(), SharedError> {
        Err(SharedError::Ended)
    }
    fn roll_back(&mut self) {}
    fn now(&self) -> &'static str {
        "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
    }
    fn lock_schema(&mut self) -> Result<(), SharedError> {
        Err(SharedError::Ended)
    }
    fn notify(&mut self, _channel: &str) -> Result<(), SharedError> {
        Err(SharedError::Ended)
    }
    fn listen(&mut self, _channels: &[String]) -> Result<(), SharedError> {
        Err(SharedError::Ended)
    }
    fn news_interval(&self) -> Option<Duration> {
        None
    }
    fn has_news(&mut self) -> Result<bool, SharedError> {
        Err(SharedError::Ended)
    }
}
