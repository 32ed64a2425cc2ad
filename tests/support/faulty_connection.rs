//! A connection that fails at a statement chosen by the test.

use std::{
    sync::atomic::{AtomicI64, Ordering},
    time::Duration,
};

use super::super::fourcade::database::shared_tables::{
    SharedError,
    connection::{self, Connection, DataRow, Location, Value},
};

/// A connection that can be lost at a statement, with a shifted clock.
pub struct Faulty {
    inner: Option<Box<dyn Connection>>,
    /// The number of statements until the connection is lost, and whether the last one still runs.
    failure: Option<(u32, bool)>,
    clock: &'static str,
}

impl Faulty {
    /// Opens a connection. The clock of its database is shifted by this many milliseconds.
    pub fn open(location: &Location, shift: &AtomicI64) -> Self {
        let inner = connection::open(location, || ()).unwrap();
        let clock = format!("({} + ({}))", inner.now(), shift.load(Ordering::Relaxed)).leak();
        Self { inner: Some(inner), failure: None, clock }
    }

    /// Loses the connection at the statement after this many, before or after it runs.
    pub fn fail_after(&mut self, count: u32, runs_last: bool) {
        self.failure = Some((count, runs_last));
    }

    fn with<T>(
        &mut self,
        act: impl FnOnce(&mut dyn Connection) -> Result<T, SharedError>,
    ) -> Result<T, SharedError> {
        let lost = || SharedError::Unreachable("lost".to_owned());
        let inner = self.inner.as_mut().ok_or_else(lost)?;
        match &mut self.failure {
            Some((0, runs_last)) => {
                if *runs_last {
                    // The result is lost with the connection.
                    let _ = act(inner.as_mut());
                }
                self.inner = None;
                return Err(lost());
            }
            Some((count, _)) => *count -= 1,
            None => {}
        }
        act(inner.as_mut())
    }
}

impl Connection for Faulty {
    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<DataRow>, SharedError> {
        self.with(|inner| inner.query(sql, values))
    }

    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, SharedError> {
        self.with(|inner| inner.execute(sql, values))
    }

    fn run_script(&mut self, sql: &str) -> Result<(), SharedError> {
        self.with(|inner| inner.run_script(sql))
    }

    fn begin(&mut self) -> Result<(), SharedError> {
        self.with(|inner| inner.begin())
    }

    fn commit(&mut self) -> Result<(), SharedError> {
        self.with(|inner| inner.commit())
    }

    fn roll_back(&mut self) {
        // The end of a lost connection has the same effect.
        let _ = self.with(|inner| {
            inner.roll_back();
            Ok(())
        });
    }

    fn now(&self) -> &'static str {
        self.clock
    }

    fn lock_schema(&mut self) -> Result<(), SharedError> {
        self.with(|inner| inner.lock_schema())
    }

    fn notify(&mut self, channel: &str) -> Result<(), SharedError> {
        self.with(|inner| inner.notify(channel))
    }

    fn listen(&mut self, channels: &[String]) -> Result<(), SharedError> {
        self.with(|inner| inner.listen(channels))
    }

    fn poll_interval(&self) -> Option<Duration> {
        None
    }

    fn poll_news(&mut self) -> Result<bool, SharedError> {
        self.with(|inner| inner.poll_news())
    }
}
