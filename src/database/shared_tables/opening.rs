//! Opening a table.

use super::{
    Client, Link, SharedError,
    connection::Connection,
    store::{self, NewTable, StoredTable},
};
use crate::job::Job;

pub fn open_new(
    connection: &mut dyn Connection,
    client: &Client,
    table: &NewTable,
) -> Result<StoredTable, SharedError> {
    let code = store::open_table(connection, client, table)?;
    store::table(connection, &code)
}

/// A new table on its way to the database. If this is dropped before the table is taken, nobody
/// goes there, and the table is closed again.
#[derive(Debug)]
pub struct OpeningTable {
    link: Link,
    answer: Option<Job<Result<StoredTable, SharedError>>>,
}

impl OpeningTable {
    pub fn start(link: &Link, table: NewTable) -> Self {
        let client = link.client().clone();
        let answer = link.ask(move |connection| open_new(connection, &client, &table));
        Self { link: link.clone(), answer: Some(answer) }
    }

    /// The table, or why it can't be opened, can be taken once.
    pub fn take(&mut self) -> Option<Result<StoredTable, SharedError>> {
        let taken = self.answer.as_ref()?.answer()?;
        self.answer = None;
        Some(taken)
    }
}

impl Drop for OpeningTable {
    fn drop(&mut self) {
        let Some(answer) = self.answer.take() else { return };
        let client = self.link.client().clone();
        // The thread answers in order, so the table is open or was refused by then.
        drop(self.link.ask(move |connection| match answer.answer() {
            Some(Ok(table)) => store::close_new(connection, &client, &table),
            _ => Ok(()),
        }));
    }
}
