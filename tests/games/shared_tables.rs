//! Random work of several clients at shared tables of each game.

#[cfg(feature = "postgres")]
#[path = "../support/postgres_server.rs"]
mod postgres_server;
#[path = "../support/shared_trial.rs"]
mod shared_trial;

use ::fourcade;
use fourcade::database::shared_tables::connection::Location;
use fourcade_engine::{
    concentration::Concentration,
    eater::Eater,
    flip::Flip,
    intensity::Intensity,
    play::{GameInfo, RecordHeader, TimeControl, random},
};
use proptest::{prelude::*, test_runner::TestRunner};

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
            let setup = G::deal(size, &mut random::rng(seed, &[])).unwrap();
            let count = G::start(&setup).seats().len();
            let mut seats = vec!["first".to_owned(); count];
            // Three clients can take three seats.
            let computers = computers.clamp(count.saturating_sub(3), count - 2);
            seats[computers..].fill("human".to_owned());
            let clock = match count {
                2 => TimeControl::game(1, 2),
                _ => TimeControl::choice(20),
            };
            let clock = has_clock.then_some(clock);
            run::<G>(location, &RecordHeader { setup, seats, seed, clock }, &ops, at_once);
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
