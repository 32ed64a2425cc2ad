//! Databases that are damaged, and clocks that are wrong.

use super::{
    super::*,
    each_database,
    games::{PERSON, Process, open_table},
};
use crate::database::shared_tables::{
    connection, ratings,
    store::{Appended, TableState},
};
use fourcade_engine::play::{
    Game as _, Seat, Seats,
    toy::{Toy, bid},
};

#[test]
fn a_row_that_can_not_be_read_is_an_error() {
    each_database(|location| {
        let mut connection = connection::open(location, || ()).unwrap();
        let connection = connection.as_mut();
        let stored = open_table(connection, &Client::new("ada"), [PERSON; 3]);
        connection.run_script("UPDATE shared_tables SET seats = 'no JSON'").unwrap();
        let lobby = store::lobby_tables(connection, "ada", 9).map(drop);
        let table = store::table(connection, &stored.code).map(drop);
        for result in [lobby, table] {
            assert!(matches!(result, Err(SharedError::Failed(_))), "{result:?}");
        }
    });
}

#[test]
fn a_clock_that_is_ahead_closes_no_table() {
    each_database(|location| {
        let mut connection = connection::open(location, || ()).unwrap();
        let connection = connection.as_mut();
        let ada = Client::new("ada");
        let code = open_table(connection, &ada, [PERSON; 3]).code;
        // To a clock that is 31 days ahead, everything looks like this.
        connection
            .run_script(
                "UPDATE shared_tables SET touched = touched - 2678400000;
                 UPDATE clients SET seen = seen - 2678400000",
            )
            .unwrap();
        store::forget_own_clients(connection, "bob").unwrap();
        assert_eq!(store::clients(connection, None).unwrap().len(), 1);
        assert_eq!(store::table(connection, &code).unwrap().state, TableState::Open);
        for (name, listed) in [("ada", 1), ("bob", 0)] {
            let tables = store::lobby_tables(connection, name, 9).unwrap();
            assert_eq!(tables.len(), listed, "{name}");
        }
        store::forget_own_clients(connection, "ada").unwrap();
        assert_eq!(store::clients(connection, None).unwrap().len(), 0);
    });
}

#[test]
fn an_invalid_choice_in_the_log_does_not_block_the_next() {
    each_database(|location| {
        let ada = Process::start(location, "ada");
        let stored = ada.open_table([PERSON, "first", "first"]);
        let mut table = ada.follow(&stored);
        ada.until(&mut table, |table| table.has_first_entry());
        let (code, seat) = (stored.code.clone(), Seat::new(0));
        let (step, action) = (table.replica().step(), "nonsense".to_owned());
        let nonsense = Entry::Choose { seat, step, action };
        let progress = table.replica().progress(table.session.position());
        let added = ada.link.append(code, 1, nonsense, progress);
        assert_eq!(added.wait(), Ok(Appended::Done));
        ada.until(&mut table, |table| table.replica().entry_count() == 2);
        table.choose(seat, bid(1)).unwrap();
        ada.until(&mut table, |table| !table.is_sending());
        assert_eq!(table.client.take_refusal(), None);
        assert!(table.session.pending_choices().eq([(seat, bid(1))]));
    });
}

#[test]
fn a_log_with_a_gap_is_reported_until_it_is_repaired() {
    each_database(|location| {
        let ada = Process::start(location, "ada");
        let stored = ada.open_table([PERSON, "first", "first"]);
        let mut table = ada.follow(&stored);
        ada.until(&mut table, |table| table.has_first_entry());
        table.choose(Seat::new(0), bid(1)).unwrap();
        ada.until(&mut table, |table| !table.is_sending());
        let mut other = connection::open(location, || ()).unwrap();
        other.run_script("UPDATE entries SET number = 99 WHERE number = 0").unwrap();
        let eve = Process::start(location, "eve");
        let mut late = eve.follow(&stored);
        eve.until(&mut late, |table| table.outage().is_some());
        let error = late.outage().unwrap().error.to_string();
        assert!(error.contains("isn't whole"), "{error}");
        other.run_script("UPDATE entries SET number = 0 WHERE number = 99").unwrap();
        eve.until(&mut late, |table| {
            table.outage().is_none() && table.replica().entry_count() == 2
        });
    });
}

#[test]
fn a_result_counts_only_if_the_log_says_so() {
    each_database(|location| {
        let ada = Process::start(location, "ada");
        let stored = ada.open_table([PERSON, "first", PERSON]);
        let mut other = connection::open(location, || ()).unwrap();
        let sql = "INSERT INTO results (code, game, ended) VALUES ($1, $2, -1)";
        other.execute(sql, &[stored.code.as_str().into(), Toy::KEY.into()]).unwrap();
        let found = store::finished_tables(other.as_mut(), Toy::KEY).unwrap();
        assert_eq!(ratings::places::<Toy>(&found[0]), None);
    });
}

#[test]
fn a_table_reports_a_broken_database_and_continues_when_it_is_repaired() {
    each_database(|location| {
        let ada = Process::start(location, "ada");
        let stored = ada.open_table([PERSON, "first", "first"]);
        let mut table = ada.follow(&stored);
        ada.until(&mut table, |table| table.has_first_entry());
        let mut other = connection::open(location, || ()).unwrap();
        other.run_script("ALTER TABLE results RENAME TO away").unwrap();
        other.run_script("ALTER TABLE entries RENAME TO gone").unwrap();
        table.choose(Seat::new(0), bid(1)).unwrap();
        ada.until(&mut table, |table| table.outage().is_some());
        assert!(table.is_sending(), "the choice waits");
        other.run_script("ALTER TABLE gone RENAME TO entries").unwrap();
        ada.until(&mut table, |table| table.outage().is_none() && !table.is_sending());
        assert_eq!(table.client.take_refusal(), None);
        let chosen: Seats = table.session.pending_choices().map(|(seat, _)| seat).collect();
        assert_eq!(chosen, Seats::one(Seat::new(0)));
    });
}

#[test]
fn a_database_that_can_not_be_opened_is_reported() {
    each_database(|location| {
        let mut connection = connection::open(location, || ()).unwrap();
        // The version is not a number.
        connection.run_script("DROP TABLE shared_schema").unwrap();
        connection.run_script("CREATE TABLE shared_schema (version TEXT)").unwrap();
        connection.run_script("INSERT INTO shared_schema (version) VALUES ('x')").unwrap();
        let ada = Process::start(location, "ada");
        while ada.link.outage().is_none() {
            ada.wait();
        }
    });
}
