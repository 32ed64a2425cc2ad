//! Databases that somebody else has changed, and clocks that are wrong.

use super::{
    super::*,
    each_database,
    games::{PERSON, Process, open_table},
};
use crate::database::shared_tables::{connection, store::TableState};
use fourcade_engine::play::{Seat, Seats, toy::bid};

#[test]
fn rows_that_can_not_be_read_are_left_out_and_counted() {
    each_database(|location| {
        let mut connection = connection::open(location, || ()).unwrap();
        let connection = connection.as_mut();
        let ada = Client::new("ada").with_table_limit(5);
        let codes = [(); 5].map(|()| open_table(connection, &ada, [PERSON; 3]).code);
        for (code, damage) in codes.iter().zip([
            "turns = -5",
            "seats = 'no JSON'",
            "state = 'running', seats = '{}'",
            "code = '<code>'",
        ]) {
            let sql = format!("UPDATE shared_tables SET {damage} WHERE code = '{code}'");
            connection
                .change("DELETE FROM entries WHERE code = $1", &[code.as_str().into()])
                .unwrap();
            connection.run_script(&sql).unwrap();
        }
        for name in ["ada", "bob"] {
            let found = store::lobby_tables(connection, name, 9).unwrap();
            assert_eq!((found.items.len(), found.unreadable), (1, 4));
            assert_eq!(found.items[0].code, codes[4]);
        }
        let error = store::table(connection, &codes[0]).unwrap_err();
        assert_eq!(error, SharedError::Unreadable(codes[0].to_string()));
        // A guest can still open tables.
        open_table(connection, &ada, [PERSON; 3]);
        connection.change("UPDATE clients SET seen = $1", &[i64::MIN.into()]).unwrap();
        let found = store::clients(connection, None).unwrap();
        assert_eq!((found.items.len(), found.unreadable), (1, 0));
    });
}

#[test]
fn no_table_is_closed_on_the_word_of_one_clock() {
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
        assert_eq!(store::clients(connection, None).unwrap().items.len(), 1);
        assert_eq!(store::table(connection, &code).unwrap().state, TableState::Open);
        for (name, listed) in [("ada", 1), ("bob", 0)] {
            let tables = store::lobby_tables(connection, name, 9).unwrap().items;
            assert_eq!(tables.len(), listed, "{name}");
        }
        store::forget_own_clients(connection, "ada").unwrap();
        assert_eq!(store::clients(connection, None).unwrap().items.len(), 0);
    });
}

#[test]
fn a_list_without_end_is_an_error() {
    each_database(|location| {
        let text = "x".repeat(1000);
        for list in [format!("SELECT '{text}' FROM n"), "SELECT i FROM n WHERE i < 0".to_owned()] {
            if list.contains("WHERE") && matches!(location, connection::Location::Server(_)) {
                // The server ends this after its own limit.
                continue;
            }
            let mut connection = connection::open(location, || ()).unwrap();
            let sql = format!(
                "WITH RECURSIVE n(i) AS
                     (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM n) {list}"
            );
            let error = connection.run(&sql, &[]).unwrap_err();
            assert!(error.is_trouble() && error.to_string().contains("too long"), "{error}");
        }
    });
}

#[test]
fn a_table_says_what_is_wrong_and_goes_on_when_the_database_is_mended() {
    each_database(|location| {
        let ada = Process::start(location, "ada");
        let stored = ada.open_table([PERSON, "first", "first"]);
        let mut table = ada.follow(&stored);
        ada.until(&mut table, |table| table.has_read());
        let mut other = connection::open(location, || ()).unwrap();
        other.run_script("ALTER TABLE results RENAME TO away").unwrap();
        other.run_script("ALTER TABLE entries RENAME TO gone").unwrap();
        table.choose(Seat::new(0), bid(1)).unwrap();
        ada.until(&mut table, |table| table.trouble().is_some());
        assert!(table.is_sending(), "the choice waits");
        other.run_script("ALTER TABLE gone RENAME TO entries").unwrap();
        ada.until(&mut table, |table| table.trouble().is_none() && !table.is_sending());
        assert_eq!(table.client.take_refusal(), None);
        let chosen: Seats = table.session.pending_choices().map(|(seat, _)| seat).collect();
        assert_eq!(chosen, Seats::one(Seat::new(0)));
    });
}

#[test]
fn a_database_that_can_not_be_opened_is_reported() {
    each_database(|location| {
        let mut connection = connection::open(location, || ()).unwrap();
        // The version is no number.
        connection.run_script("DROP TABLE shared_schema").unwrap();
        connection.run_script("CREATE TABLE shared_schema (version TEXT)").unwrap();
        connection.run_script("INSERT INTO shared_schema (version) VALUES ('x')").unwrap();
        let ada = Process::start(location, "ada");
        while ada.link.trouble().is_none() {
            ada.wait();
        }
    });
}
