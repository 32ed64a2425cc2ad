//! Random work of several clients at shared tables of each game, and games of older versions.

#[cfg(feature = "postgres")]
#[path = "../support/postgres_server.rs"]
mod postgres_server;
#[path = "../support/shared_trial.rs"]
mod shared_trial;

// `shared_trial` finds the library here.
use ::fourcade;
use fourcade::database::shared_tables::{
    ClientId, Entry, Replica, StoredEntry,
    connection::{Connection, Location},
    old_logs::open,
    ratings,
    store::{self, TableState},
};
use fourcade_engine::{
    GameKind,
    concentration::Concentration,
    eater::Eater,
    flip::Flip,
    intensity::Intensity,
    play::{Game, GameInfo, RecordHeader, Seat, Session, TimeControl},
};
use proptest::{prelude::*, test_runner::TestRunner};
use tempfile::TempDir;

use self::shared_trial::{ops, random_cases, run};
use crate::scale;

/// Plays at tables of a game in each database.
fn play<G: GameInfo>() {
    let folder = tempfile::tempdir().unwrap();
    play_in::<G>(&Location::File(folder.path().join("shared.db")));
    #[cfg(feature = "postgres")]
    if let Some(server) = postgres_server::PostgresServer::shared() {
        play_in::<G>(&Location::Server(server.create_database()));
    }
}

/// Plays at tables of a game, with computers on some seats.
fn play_in<G: GameInfo>(location: &Location) {
    let size = G::SIZES.as_ref().map_or(0, |sizes| sizes.min);
    let inputs = (ops(240), any::<u64>(), 0..=2_usize, any::<bool>(), any::<bool>());
    let result = TestRunner::new(random_cases(4)).run(
        &inputs,
        |(ops, seed, computers, at_once, has_clock)| {
            let setup = G::deal_seeded(size, seed).unwrap();
            let count = G::start(&setup).seats().len();
            let mut players = vec!["first".to_owned(); count];
            // Three clients can take three players.
            let computers = computers.clamp(count.saturating_sub(3), count - 2);
            players[computers..].fill("human".to_owned());
            let clock = match count {
                2 => TimeControl::game(1, 2),
                _ => TimeControl::choice(20),
            };
            let clock = has_clock.then_some(clock);
            run::<G>(location, &RecordHeader { setup, players, seed, clock }, &ops, at_once);
            Ok(())
        },
    );
    result.unwrap();
}

#[test]
fn intensity() {
    play::<Intensity>();
}

#[test]
fn flip() {
    play::<Flip>();
}

#[test]
fn concentration() {
    play::<Concentration>();
}

#[test]
fn eater() {
    play::<Eater>();
}

/// Games of version 3: won and lost by commitments, lapses, drawn choices, and the clock.
const VERSION_3: &str = include_str!("../data/shared-tables-3.sql");

/// Marks a file of shared tables in its header.
const SHARED_TABLES_ID: i32 = 0x3463_6173;

/// Databases left by an older version, one of each kind, and the folder of the file.
fn open_old() -> (TempDir, Vec<Box<dyn Connection>>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shared.db");
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute_batch(VERSION_3).unwrap();
    file.pragma_update(None, "application_id", SHARED_TABLES_ID).unwrap();
    let mut opened = vec![open(&Location::File(path), || ()).unwrap()];
    #[cfg(feature = "postgres")]
    if let Some(server) = postgres_server::PostgresServer::shared() {
        let url = server.create_database();
        server.load(&url, VERSION_3);
        opened.push(open(&Location::Server(url), || ()).unwrap());
    }
    (folder, opened)
}

fn log(connection: &mut dyn Connection, code: &str) -> Vec<StoredEntry> {
    store::entries(connection, &code.parse().unwrap(), 0).unwrap().entries
}

fn replay<G: Game>(connection: &mut dyn Connection, code: &str) -> Session<G> {
    let table = store::table(connection, &code.parse().unwrap()).unwrap();
    let (mut replica, mut session) = Replica::start::<G>(&table.header).unwrap();
    for stored in log(connection, code) {
        let change = replica.apply(&mut session, &stored);
        assert!(change.is_some(), "{code}: {stored:?} is not legal");
    }
    session
}

#[test]
fn finished_games_keep_their_results_and_ratings() {
    let (_folder, connections) = open_old();
    for mut connection in connections {
        let connection = connection.as_mut();
        let eater = replay::<Eater>(connection, "dftv");
        assert_eq!((eater.lines().len(), eater.game().outcome().is_some()), (8, true));
        // A computer chose in the second step, for Ada.
        let second = log(connection, "dftv").into_iter().nth(4).unwrap();
        let ada = ClientId::stored("3308bc1fb3f82414");
        let action = "2 1".to_owned();
        let choice = Entry::Choose { seat: Seat::new(0), step: 4, action };
        assert_eq!((second.client, second.entry), (ada, Some(choice)));
        assert_eq!(replay::<Eater>(connection, "4jaa").flagged().map(Seat::index), Some(1));
        assert!(replay::<Intensity>(connection, "9ste").outcome().is_some());
        assert!(replay::<Flip>(connection, "9hae").outcome().is_some());
        for (game, expected) in [
            (GameKind::Intensity, "ada 1662 1 1, bob 1338 1 0"),
            (GameKind::Eater, "bob 1567 2 1, ada 1433 2 1"),
            (GameKind::Flip, "ada 1662 1 1, bob 1338 1 0"),
        ] {
            let found = ratings::ratings(connection, game).unwrap();
            let row = |rating: &ratings::LeaderboardRow| {
                let ratings::LeaderboardRow { name, rating, games, wins, .. } = rating;
                format!("{name} {rating:.0} {games} {wins}")
            };
            let rows: Vec<_> = found.iter().map(row).collect();
            assert_eq!(rows.join(", "), expected, "{game:?}");
        }
    }
}

#[test]
fn games_that_can_go_on_do_and_the_others_are_closed() {
    let (_folder, connections) = open_old();
    for mut connection in connections {
        let connection = connection.as_mut();
        for code in ["959z", "2hcu"] {
            assert_eq!(replay::<Flip>(connection, code).lines().len(), 4);
        }
        let listed = store::lobby_tables(connection, "ada", 9).unwrap();
        let mut states: Vec<_> =
            listed.iter().map(|table| (table.code.as_str(), table.state)).collect();
        states.sort_unstable_by_key(|state| state.0);
        let expected = [
            ("2hcu", TableState::Running),
            ("959z", TableState::Running),
            ("dsua", TableState::Outdated),
        ];
        assert_eq!(states, expected);
        let others = store::lobby_tables(connection, "eve", 9).unwrap();
        assert!(others.iter().all(|table| table.state != TableState::Outdated));
    }
}
