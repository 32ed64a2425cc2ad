//! The table of the next game between the same people.

use super::{arrival::Arrival, table_share::TableShare};
use crate::{
    arcade::{
        screen::{Context, Transition},
        table::screen::TableScreen,
    },
    database::shared_tables::{
        Entry, OpeningTable, PendingAnswer, Replica, SharedError, TableCode,
        store::{self, NewTable, StoredTable},
    },
    games::ArcadeGame,
};
use fourcade_engine::play::{HUMAN, header_json};

/// How far the next table has come.
#[derive(Debug, Default)]
pub enum Rematch {
    /// Nobody here has asked for it.
    #[default]
    None,
    /// This process is opening it.
    Opening(OpeningTable),
    /// This process has opened it, and tells the others.
    Announcing(Box<StoredTable>),
    /// This process looks up the table that somebody else has opened.
    Joining(PendingAnswer<StoredTable>),
}

impl Rematch {
    /// Whether the next table is on its way.
    pub fn is_busy(&self) -> bool {
        !matches!(self, Self::None)
    }
}

impl<G: ArcadeGame> TableScreen<G> {
    /// Opens the table of the next game, with every player on the next seat, or joins it if
    /// somebody else has opened it.
    pub fn play_rematch(&mut self, context: &Context) -> Transition {
        let Some(shared) = &mut self.table.shared else { return Transition::None };
        if let Some(code) = shared.rematch_code() {
            shared.join_rematch(code);
            return Transition::Redraw;
        }
        let session = self.table.game.new_session(1, true);
        let result = shared.open_rematch(session.header());
        self.table.advance(context.waker);
        result.map_or_else(Transition::Alert, |()| Transition::Redraw)
    }

    /// Goes to the next table once it is there.
    pub(super) fn follow_rematch(&mut self, context: &Context) -> Option<Transition> {
        let shared = self.table.shared.as_mut()?;
        let stored = match shared.advance_rematch()? {
            Ok(stored) => stored,
            Err(reason) => return Some(Transition::Alert(reason)),
        };
        let is_player = !shared.own().is_empty();
        let arrival = if is_player { Arrival::Play } else { Arrival::Watch };
        let link = shared.client.link().clone();
        // The old table must be left first, because a link follows one table.
        self.table.shared = None;
        match Self::shared(&stored, &link, arrival, context) {
            Ok(screen) => *self = screen,
            Err(reason) => return Some(Transition::Alert(reason)),
        }
        Some(Transition::Redraw)
    }
}

impl<G: ArcadeGame> TableShare<G> {
    /// The code of the table that somebody has opened for the next game.
    pub fn rematch_code(&self) -> Option<TableCode> {
        self.client.replica().rematch()?.parse().ok()
    }

    fn join_rematch(&mut self, code: TableCode) {
        let stored = self.client.link().ask(move |connection| store::table(connection, &code));
        self.rematch = Rematch::Joining(stored);
    }

    /// Opens a table for a game with this header, on which this person has the seat after the
    /// present one.
    fn open_rematch(
        &mut self,
        header: &fourcade_engine::play::RecordHeader<G::Setup>,
    ) -> Result<(), String> {
        let client = self.client.link().client().clone();
        let header = header_json::<G>(header).map_err(|error| error.to_string())?;
        let replica = Replica::<G>::new(&header, client.id.clone(), |name| name == HUMAN)
            .map_err(|error| error.to_string())?;
        let seats = replica.occupants().len();
        let own = self.own().iter().next().ok_or("you are watching")?;
        let sit = Entry::Sit { seat: own.next(seats), name: client.name.clone() };
        let after = replica.after(&client.id, &sit).map_err(|error| error.to_string())?;
        let table = NewTable {
            game: G::KEY.to_owned(),
            header,
            is_public: false,
            entries: vec![sit],
            progress: after.progress(),
        };
        self.rematch = Rematch::Opening(OpeningTable::start(self.client.link(), table));
        Ok(())
    }

    /// Takes the next step towards the next table. Returns the table to go to, or why there is
    /// none.
    fn advance_rematch(&mut self) -> Option<Result<StoredTable, String>> {
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
                    // If somebody was quicker, their table counts.
                    let _ = self.add(entry);
                    self.rematch = Rematch::Announcing(Box::new(stored));
                    self.advance_rematch()
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
            Rematch::Joining(reply) => match reply.take() {
                None => {
                    self.rematch = Rematch::Joining(reply);
                    None
                }
                Some(answer) => Some(answer.map_err(describe)),
            },
        }
    }

    /// Closes the table that this process has opened, because the others play at another one.
    fn close_unused(&self, stored: StoredTable) {
        let link = self.client.link();
        let client = link.client().clone();
        // If this fails, the table is open for nobody until it is forgotten.
        drop(link.ask(move |connection| store::close_new(connection, &client, &stored)));
    }
}
