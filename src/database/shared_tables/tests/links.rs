//! Links: tables followed one after another, clients that fall silent, lost connections.

use std::{
    fs, thread,
    time::{Duration, Instant},
};

use super::{
    super::*,
    each_database,
    games::{PERSON, Process, TIMING},
};
use crate::database::shared_tables::connection::{self, Location};
use fourcade_engine::play::Seat;

#[test]
fn a_client_that_dies_at_a_table_is_away() {
    each_database(|location| {
        // The process of this client ends without removing it.
        let end = Instant::now();
        let mut connection = connection::open(location, || ()).unwrap();
        let dead = Client::new("bob");
        let stored =
            super::games::open_table(connection.as_mut(), &dead, [PERSON, "first", PERSON]);
        let ada = Process::start(location, "ada");
        let mut table = ada.follow(&stored);
        ada.sit(&mut table);
        let first = table.person_status(Seat::new(0));
        // On a busy machine, the client may already be away.
        let is_slow = end.elapsed() >= TIMING.away;
        assert!(is_slow || first == Some(PersonStatus::Here), "{first:?}");
        ada.until(&mut table, |table| {
            matches!(table.person_status(Seat::new(0)), Some(PersonStatus::Away(_)))
        });
        ada.until(&mut table, |table| table.may_hand_over(Seat::new(0)));
    });
}

#[test]
fn a_table_that_is_followed_next_gets_its_own_entries() {
    each_database(|location| {
        let (ada, bob) = (Process::start(location, "ada"), Process::start(location, "bob"));
        let tables = [(); 2].map(|()| ada.open_table([PERSON, "first", PERSON]));
        for _ in 0..20 {
            // The thread still reads the first table when the second one is followed.
            let first = bob.follow(&tables[0]);
            let mut second = bob.follow(&tables[1]);
            drop(first);
            bob.until(&mut second, |table| table.has_first_entry());
            assert_eq!(second.replica().entry_count(), 1);
        }
        // Bob sits at the second table and not at the first.
        let mut second = bob.follow(&tables[1]);
        bob.sit(&mut second);
        let read = tables.map(|table| {
            let entries =
                ada.link.ask(move |connection| store::entries(connection, &table.code, 0));
            entries.wait().unwrap().entries.len()
        });
        assert!(read[0] == 1 && read[1] > 1, "{read:?}");
    });
}

#[test]
fn queries_do_not_delay_the_next_attempt_to_connect() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("place");
    fs::write(&place, "").unwrap();
    let ada = Process::start(&Location::File(place.join("shared.db")), "ada");
    let ask = || ada.link.ask(|connection| store::finished_tables(connection, "toy")).wait();
    assert!(matches!(ask(), Err(SharedError::Unusable(_))));
    fs::remove_file(&place).unwrap();
    let start = Instant::now();
    while ask().is_err() {
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", ada.link.outage());
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(ada.link.outage(), None);
}
