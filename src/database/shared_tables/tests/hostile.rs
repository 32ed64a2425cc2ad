//! What is damaged in a log. Nothing freezes without a word.

use super::{
    super::*,
    each_database,
    games::{PERSON, Process, Table},
};
use crate::database::shared_tables::{connection, ratings, store::Appended};
use fourcade_engine::play::{
    Game as _, Seat, Seats,
    toy::{Toy, bid},
};

/// Which seats have chosen for the step that is due.
fn chosen(table: &Table) -> Seats {
    table.session.pending_choices().map(|(seat, _)| seat).collect()
}

#[test]
fn a_choice_that_makes_no_sense_blocks_no_other() {
    each_database(|location| {
        let ada = Process::start(location, "ada");
        let stored = ada.open_table([PERSON, "first", "first"]);
        let mut table = ada.follow(&stored);
        ada.until(&mut table, |table| table.has_read());
        let (code, seat) = (stored.code.clone(), Seat::new(0));
        let (step, action) = (table.replica().step(), "nonsense".to_owned());
        let nonsense = Entry::Choose { seat, step, action };
        let progress = table.replica().progress(table.session.position());
        let added = ada.link.append((code, 1), nonsense, progress);
        assert_eq!(added.wait(), Ok(Appended::Done));
        ada.until(&mut table, |table| table.replica().read_count() == 2);
        table.choose(seat, bid(1)).unwrap();
        ada.until(&mut table, |table| !table.is_sending());
        assert_eq!((table.client.take_refusal(), chosen(&table)), (None, Seats::one(seat)));
    });
}

#[test]
fn a_log_that_is_not_whole_is_reported_until_it_is_mended() {
    each_database(|location| {
        let ada = Process::start(location, "ada");
        let stored = ada.open_table([PERSON, "first", "first"]);
        let mut table = ada.follow(&stored);
        ada.until(&mut table, |table| table.has_read());
        table.choose(Seat::new(0), bid(1)).unwrap();
        ada.until(&mut table, |table| !table.is_sending());
        let mut other = connection::open(location, || ()).unwrap();
        let _ = other.run_script("PRAGMA foreign_keys = OFF");
        let _ = other.run_script("ALTER TABLE entries DROP CONSTRAINT entries_code_fkey");
        let counted = "UPDATE shared_tables SET entries";
        for (damage, mend, is_seen_late) in [
            ("UPDATE entries SET number = 99 WHERE number = 1".to_owned(), "number = 99", true),
            (format!("{counted} = 9223372036854775807"), "", true),
            (format!("{counted} = -1"), "", true),
            // Only whoever has read more can know this.
            (format!("{counted} = 1"), "", false),
            ("UPDATE shared_tables SET code = 'zzzz'".to_owned(), "", true),
        ] {
            other.run_script(&damage).unwrap();
            other.notify(&store::channel(&stored.code)).unwrap();
            let eve = Process::start(location, "eve");
            let mut late = eve.follow(&stored);
            let (process, seen) = if is_seen_late { (&eve, &mut late) } else { (&ada, &mut table) };
            process.until(seen, |table| table.trouble().is_some());
            let error = seen.trouble().unwrap().error;
            assert_eq!(error, SharedError::Changed(stored.code.to_string()), "{damage}");
            let mended = format!("UPDATE shared_tables SET entries = 2, code = '{}'", stored.code);
            other.run_script(&mended).unwrap();
            if !mend.is_empty() {
                other.run_script(&format!("UPDATE entries SET number = 1 WHERE {mend}")).unwrap();
            }
            eve.until(&mut late, |table| {
                table.trouble().is_none() && table.replica().read_count() == 2
            });
            ada.until(&mut table, |table| table.trouble().is_none());
            assert_eq!(chosen(&late), Seats::one(Seat::new(0)));
        }
    });
}

#[test]
fn a_result_counts_only_if_the_log_says_so() {
    each_database(|location| {
        let ada = Process::start(location, "ada");
        let stored = ada.open_table([PERSON, "first", PERSON]);
        let mut other = connection::open(location, || ()).unwrap();
        for code in [stored.code.as_str(), "nowhere"] {
            let sql = "INSERT INTO results (code, game, ended) VALUES ($1, $2, -1)";
            other.change(sql, &[code.into(), Toy::KEY.into()]).unwrap();
        }
        let found = store::finished_tables(other.as_mut(), Toy::KEY).unwrap();
        assert_eq!((found.items.len(), found.unreadable), (1, 1));
        assert_eq!(ratings::places::<Toy>(&found.items[0]), None);
    });
}
