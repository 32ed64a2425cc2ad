//! The rematch after a game at a shared table: a new table, which the same people join.

use super::{SharedTable, WATCHING};
use crate::{
    database::shared_tables::{
        Entry, OpeningTable, SharedError, TableCode, new_table,
        store::{self, StoredTable},
    },
    job::Job,
};
use fourcade_engine::play::{Game, RecordHeader, Session};

#[derive(Debug, Default)]
pub enum Rematch {
    #[default]
    None,
    Opening(Box<OpeningTable>),
    /// Opened by this process; its code is on the way to the log.
    Announcing(Box<StoredTable>),
    /// Opened by another process.
    Joining(Job<Result<StoredTable, SharedError>>),
}

impl Rematch {
    pub fn is_busy(&self) -> bool {
        !matches!(self, Self::None)
    }
}

impl SharedTable {
    /// The code of the rematch table, once somebody has opened it.
    pub fn rematch_code(&self) -> Option<TableCode> {
        self.client.replica().rematch()?.parse().ok()
    }

    pub fn join_rematch(&mut self, code: TableCode) {
        let stored = self.client.link().ask(move |connection| store::table(connection, &code));
        self.rematch = Rematch::Joining(stored);
    }

    /// Opens a table for a game with this header, with this person on the next seat.
    pub fn open_rematch<G: Game>(&mut self, header: &RecordHeader<G::Setup>) -> Result<(), String> {
        let seat = self.own_seats().iter().next().ok_or(WATCHING)?.next(header.players.len());
        let link = self.client.link();
        let table = new_table::<G>(header, link.client(), Some(seat), false)?;
        self.rematch = Rematch::Opening(Box::new(OpeningTable::start(link, table)));
        Ok(())
    }

    /// Returns the rematch table when it is ready, or the reason for a failure.
    pub fn advance_rematch<G: Game>(
        &mut self,
        session: &Session<G>,
    ) -> Option<Result<StoredTable, String>> {
        let describe = |error: SharedError| error.to_string();
        match std::mem::take(&mut self.rematch) {
            Rematch::None => None,
            Rematch::Opening(mut opening) => match opening.take() {
                None => {
                    self.rematch = Rematch::Opening(opening);
                    None
                }
                Some(Ok(stored)) => {
                    let entry = Entry::Rematch { code: stored.code.to_string() };
                    // If another player was quicker, everybody joins that table.
                    let _ = self.client.add(session, entry);
                    self.rematch = Rematch::Announcing(Box::new(stored));
                    self.advance_rematch(session)
                }
                Some(Err(error)) => Some(Err(describe(error))),
            },
            Rematch::Announcing(stored) => match self.rematch_code() {
                None => {
                    self.rematch = Rematch::Announcing(stored);
                    None
                }
                Some(code) if code == stored.code => Some(Ok(*stored)),
                Some(code) => {
                    self.close_unused(*stored);
                    self.join_rematch(code);
                    None
                }
            },
            Rematch::Joining(reply) => match reply.take_result() {
                None => {
                    self.rematch = Rematch::Joining(reply);
                    None
                }
                Some(answer) => Some(answer.map_err(describe)),
            },
        }
    }

    fn close_unused(&self, stored: StoredTable) {
        let link = self.client.link();
        let client = link.client().clone();
        // If this fails, the unlisted table stays open until the database drops it.
        drop(link.ask(move |connection| store::close_new(connection, &client, &stored)));
    }
}
