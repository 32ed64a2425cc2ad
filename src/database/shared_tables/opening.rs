//! Opens tables.

use super::{
    Client, Entry, Link, Replica, SharedError,
    connection::Connection,
    store::{self, NewTable, StoredTable},
};
use crate::job::Job;
use fourcade_engine::play::{Game, RecordHeader, Seat, header_json};

/// Returns a new table with the client's person on `seat`, or else on the first seat for a person.
pub fn new_table<G: Game>(
    header: &RecordHeader<G::Setup>,
    client: &Client,
    seat: Option<Seat>,
    is_public: bool,
) -> Result<NewTable, String> {
    let header = header_json::<G>(header).map_err(|error| error.to_string())?;
    let (replica, session) = Replica::start::<G>(&header).map_err(|error| error.to_string())?;
    let seat = seat.or_else(|| replica.open_seat()).ok_or("one player must be human: you")?;
    let sit = Entry::Sit { seat, name: client.name.clone() };
    let progress = replica.progress_after(&session, &client.id, &sit, 0);
    let progress = progress.map_err(|error| error.to_string())?;
    Ok(NewTable { game: G::KEY.to_owned(), header, is_public, log: vec![sit], progress })
}

/// Opens a table and returns it as stored.
pub fn open_new(
    connection: &mut dyn Connection,
    client: &Client,
    table: &NewTable,
) -> Result<StoredTable, SharedError> {
    let code = store::open_table(connection, client, table)?;
    store::table(connection, &code)
}

/// A table that is being opened. If this is dropped before [`Self::take`], the table is closed.
#[derive(Debug)]
pub struct OpeningTable {
    link: Link,
    reply: Option<Job<Result<StoredTable, SharedError>>>,
}

impl OpeningTable {
    pub fn start(link: &Link, table: NewTable) -> Self {
        let client = link.client().clone();
        let reply = link.ask(move |connection| open_new(connection, &client, &table));
        Self { link: link.clone(), reply: Some(reply) }
    }

    pub fn take(&mut self) -> Option<Result<StoredTable, SharedError>> {
        let taken = self.reply.as_ref()?.take_result()?;
        self.reply = None;
        Some(taken)
    }
}

impl Drop for OpeningTable {
    fn drop(&mut self) {
        let Some(reply) = self.reply.take() else { return };
        let client = self.link.client().clone();
        // Runs after the first question, whose reply is there by then.
        drop(self.link.ask(move |connection| match reply.take_result() {
            Some(Ok(table)) => store::close_new(connection, &client, &table),
            _ => Ok(()),
        }));
    }
}
