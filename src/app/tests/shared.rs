//! Shared tables: two terminals on one database.

use std::{
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use insta::assert_snapshot;
use tempfile::TempDir;

use super::stage::{self, Stage, whole_game};
use crate::{
    app::table::{Arrival, open_shared_table},
    games::{
        ArcadeGame, HUMAN, concentration::Concentration, eater::Eater, flip::Flip,
        intensity::Intensity,
    },
    play::{RecordHeader, Seat, header_json, random},
    shared_tables::{
        Client, Entry, Link, Replica, TableCode,
        database::Location,
        presence::Timing,
        store::{self, NewTable, StoredTable},
    },
    store::{GameFilter, Store},
    ui::{ColorDepth, testing},
};

/// The heartbeats of tests in which nobody goes away.
const STEADY: Timing = Timing {
    beat: Duration::from_millis(100),
    away: Duration::from_secs(60),
    hand_over: Duration::from_secs(120),
};
/// The heartbeats of tests in which somebody goes away.
const HASTY: Timing = Timing {
    beat: Duration::from_millis(50),
    away: Duration::from_millis(400),
    hand_over: Duration::from_millis(800),
};
/// The code of the tables, so that drawings are always the same.
const CODE: &str = "k7m2";

/// A folder with a database of shared tables.
struct Meeting {
    folder: TempDir,
    timing: Timing,
}

/// An arcade with a link to the shared tables.
struct Terminal {
    stage: Stage,
    link: Link,
}

impl Meeting {
    fn new(timing: Timing) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), timing }
    }

    /// Starts an arcade at its menu.
    fn terminal(&self, name: &str) -> Terminal {
        self.terminal_with(name, Stage::menu())
    }

    fn terminal_with(&self, name: &str, mut stage: Stage) -> Terminal {
        let (sender, links): (_, Receiver<Link>) = mpsc::channel();
        let location = Location::File(self.folder.path().join("shared.db"));
        let (client, timing) = (Client::new(name), self.timing);
        // A screen is made only to get the waker of the arcade.
        let _ = stage.arcade.make(Box::new(move |context| {
            let waker = context.waker.clone();
            sender.send(Link::open(location, client, timing, move || waker.wake())).unwrap();
            Box::new(stage::setup())
        }));
        Terminal { stage, link: links.recv().unwrap() }
    }
}

impl Terminal {
    /// Opens a table of a game between these players, with its person on the first open seat.
    fn host<G: ArcadeGame>(&mut self, players: &[&str], size: u16) -> StoredTable {
        let setup = G::deal(size, &mut random::rng(7, &[])).unwrap();
        let seats = players.iter().map(ToString::to_string).collect();
        let header = header_json::<G>(&RecordHeader { setup, seats, seed: 7 }).unwrap();
        let client = self.link.client().clone();
        let replica = Replica::<G>::new(&header, client.id.clone(), |name| name == HUMAN).unwrap();
        let sit = Entry::Sit { seat: replica.open_seat().unwrap(), name: client.name.clone() };
        let after = replica.after(&client.id, &sit).unwrap();
        let table = NewTable {
            game: G::KEY.to_owned(),
            header,
            is_public: true,
            entries: vec![sit],
            progress: after.progress(),
        };
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
                connection.change(sql, &[CODE.into(), code.as_str().into()])?;
            }
            store::table(connection, &CODE.parse::<TableCode>().unwrap())
        });
        let stored = opened.wait().unwrap();
        self.arrive(&stored, Arrival::Play);
        stored
    }

    /// Comes to the table.
    fn arrive(&mut self, stored: &StoredTable, arrival: Arrival) {
        let (stored, link) = (stored.clone(), self.link.clone());
        self.stage.arcade.open_from(Box::new(move |context| {
            open_shared_table(&stored, &link, arrival, context).unwrap()
        }));
    }

    fn join(&mut self) -> &mut Stage {
        let code = CODE.parse::<TableCode>().unwrap();
        let stored = self.link.ask(move |connection| store::table(connection, &code));
        self.arrive(&stored.wait().unwrap(), Arrival::Play);
        &mut self.stage
    }

    fn watch(&mut self) -> &mut Stage {
        let code = CODE.parse::<TableCode>().unwrap();
        let stored = self.link.ask(move |connection| store::table(connection, &code));
        self.arrive(&stored.wait().unwrap(), Arrival::Watch);
        &mut self.stage
    }
}

const PEOPLE: [&str; 2] = [HUMAN, HUMAN];

/// Ada and Bob at a table of Flip, after these moves.
fn at_flip(meeting: &Meeting, size: u16, moves: &[&str]) -> [Terminal; 2] {
    let (mut ada, mut bob) = (meeting.terminal("ada"), meeting.terminal("bob"));
    ada.host::<Flip>(&PEOPLE, size);
    bob.join().wait("Waiting for ada");
    ada.stage.wait("Your move");
    let mut terminals = [ada, bob];
    for (at, action) in moves.iter().enumerate() {
        let [row, column] = action.split(' ').collect::<Vec<_>>()[..] else { panic!("{action}") };
        let [first, second] = &mut terminals;
        let (player, other) = if at % 2 == 0 { (first, second) } else { (second, first) };
        player.stage.wait("Your move").keys(&format!("{row}{column}<Enter>"));
        player.stage.wait("Waiting for");
        other.stage.wait("Your move");
    }
    terminals
}

/// Checks the drawings of a terminal in several sizes.
#[track_caller]
fn check(name: &str, stage: &mut Stage) {
    for size in [(100, 30), (80, 24), (40, 12)] {
        assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), stage.text(size));
    }
}

#[test]
fn two_people_play_a_whole_game() {
    let meeting = Meeting::new(STEADY);
    let [mut ada, mut bob] = at_flip(&meeting, 4, &[]);
    let mut session = stage::session(["human", "human"], 4, &[]);
    for action in whole_game() {
        let seat = session.awaited().only().unwrap();
        session.choose(seat, action.parse().unwrap()).unwrap();
        let player = if seat == Seat::new(0) { &mut ada } else { &mut bob };
        let keys = action.replace(' ', "");
        player.stage.wait("Your move").keys(&format!("{keys}<Enter>"));
    }
    ada.stage.wait("You win! O wins: O 12, X 4.");
    bob.stage.wait("You lose. O ada wins: O 12, X 4.");
    check("shared-won", ada.stage.keys("<Enter>").wait("against bob"));
    check("shared-lost", bob.stage.keys("<Enter>").wait("against ada"));
}

#[test]
fn people_see_each_other() {
    let meeting = Meeting::new(STEADY);
    let mut ada = meeting.terminal("ada");
    ada.host::<Flip>(&PEOPLE, 8);
    check("shared-open", ada.stage.wait("another player"));
    ada.stage.keys("y").shows("Copied:");
    assert_eq!(ada.stage.arcade.take_copied().as_deref(), Some("fourcade join k7m2"));
    let mut bob = meeting.terminal("bob");
    check("shared-their-move", bob.join().wait("Waiting for ada"));
    check("shared-my-move", ada.stage.wait("Your move"));
    bob.stage.keys("24<Enter>").shows("It is not your move.");
    ada.stage.keys("24<Enter>").wait("Waiting for bob since 12:00");
    bob.stage.wait("Your move").shows("O ada played 2 4");
    bob.stage.keys("23<Enter>").wait("Waiting for ada");
    ada.stage.wait("X bob played 2 3").shows("You played 2 4");
}
