//! Several arcades that use one database of shared tables.

use std::sync::mpsc::{self, Receiver};

use tempfile::TempDir;

use super::stage::{self, Stage};
use crate::{
    app::lobby::JoinAs,
    arcade::table::open_shared_table,
    database::shared_tables::{
        Client, Link, TableCode,
        connection::Location,
        new_table,
        presence::Timing,
        store::{self, StoredTable},
    },
    games::GameView,
};
use fourcade_engine::play::{RecordHeader, TimeControl};

/// The time of the tests' stopped clock, in milliseconds since 1970.
const NOON: i64 = 1_777_636_800_000;
/// The code of all tables, so that snapshots don't change.
pub const CODE: &str = "k7m2";

/// A folder with a database of shared tables.
pub struct Meeting {
    pub folder: TempDir,
    pub timing: Timing,
}

/// An arcade with a link to the shared tables.
pub struct Terminal {
    pub stage: Stage,
    pub link: Link,
}

impl Meeting {
    pub fn new(timing: Timing) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), timing }
    }

    pub fn terminal(&self, name: &str) -> Terminal {
        self.terminal_with(name, Stage::menu())
    }

    pub fn terminal_with(&self, name: &str, stage: Stage) -> Terminal {
        let (sender, links): (_, Receiver<Link>) = mpsc::channel();
        let location = Location::File(self.folder.path().join("shared.db"));
        let (client, timing) = (Client::new(name), self.timing);
        // Only a screen factory gets the background of the arcade, so one is made and dropped.
        let _ = stage.arcade.make(Box::new(move |context| {
            sender.send(Link::open(location, client, timing, &context.background)).unwrap();
            Box::new(stage::advanced())
        }));
        Terminal { stage, link: links.recv().unwrap() }
    }
}

impl Terminal {
    /// Opens a new table and takes its first open seat.
    pub fn host<G: GameView>(&mut self, players: &[&str], size: u16) -> StoredTable {
        self.host_timed::<G>(players, size, None)
    }

    /// Like [`Self::host`], with a clock for the people.
    pub fn host_timed<G: GameView>(
        &mut self,
        players: &[&str],
        size: u16,
        clock: Option<TimeControl>,
    ) -> StoredTable {
        let setup = G::deal_seeded(size, 7).unwrap();
        let seats = players.iter().map(ToString::to_string).collect();
        let header = RecordHeader { setup, players: seats, seed: 7, clock };
        let client = self.link.client().clone();
        let table = new_table::<G>(&header, &client, None, true).unwrap();
        let opened = self.link.ask(move |connection| {
            let code = store::open_table(connection, &client, &table)?;
            let columns = "game, header, public, opened_by, opened, touched, entries, state, seats, \
                           turns";
            for sql in [
                &format!(
                    "INSERT INTO shared_tables (code, {columns})
                     SELECT $1, {columns} FROM shared_tables WHERE code = $2"
                ),
                "UPDATE entries SET code = $1 WHERE code = $2",
                "UPDATE clients SET code = $1 WHERE code = $2",
                "DELETE FROM shared_tables WHERE code = $2 AND code <> $1",
            ] {
                connection.execute(sql, &[CODE.into(), code.as_str().into()])?;
            }
            store::table(connection, &CODE.parse::<TableCode>().unwrap())
        });
        let stored = opened.wait().unwrap();
        self.open(&stored, JoinAs::Player);
        stored
    }

    pub fn open(&mut self, stored: &StoredTable, join_as: JoinAs) {
        let stored = StoredTable { touched: NOON, ..stored.clone() };
        let link = self.link.clone();
        self.stage.arcade.open_from(Box::new(move |context| {
            open_shared_table(&stored, &link, join_as, context).unwrap()
        }));
    }

    pub fn join(&mut self) -> &mut Stage {
        let code = CODE.parse::<TableCode>().unwrap();
        let stored = self.link.ask(move |connection| store::table(connection, &code));
        self.open(&stored.wait().unwrap(), JoinAs::Player);
        &mut self.stage
    }

    pub fn watch(&mut self) -> &mut Stage {
        let code = CODE.parse::<TableCode>().unwrap();
        let stored = self.link.ask(move |connection| store::table(connection, &code));
        self.open(&stored.wait().unwrap(), JoinAs::Watcher);
        &mut self.stage
    }
}
