//! What becomes of entries that can't be added.

use super::{
    super::*,
    each_database,
    games::{PERSON, Process},
};
use crate::database::shared_tables::store::Appended;
use fourcade_engine::play::{Game as _, Observation, Seat, Seats, toy::bid};

#[test]
fn a_choice_that_the_log_can_not_take_is_given_up_with_a_reason() {
    each_database(|location| {
        let ada = Process::start(location, "ada");
        let stored = ada.open_table([PERSON, "first", "first"]);
        let mut table = ada.follow(&stored);
        ada.until(&mut table, |table| table.has_read());
        // A defective program has added something for this step and seat that is not a choice.
        let (code, seat) = (stored.code.clone(), Seat::new(0));
        let nonsense =
            Entry::Choose { seat, step: table.replica().step(), action: "nonsense".to_owned() };
        let progress = table.replica().progress(table.session.position());
        let added = ada.link.append((code, 1), nonsense, progress);
        assert_eq!(added.wait(), Ok(Appended::Done));
        ada.until(&mut table, |table| table.replica().read_count() == 2);
        table.choose(seat, bid(1)).unwrap();
        ada.until(&mut table, |table| !table.is_sending());
        let reason = table.client.take_refusal().unwrap();
        assert_eq!(reason, "the table does not accept this; look at it again");
        assert_eq!(table.client.take_refusal(), None);
    });
}

#[test]
fn a_person_is_not_told_that_a_computers_choice_came_too_late() {
    each_database(|location| {
        let (ada, bob) = (Process::start(location, "ada"), Process::start(location, "bob"));
        let stored = ada.open_table([PERSON, "first", PERSON]);
        let (mut first, mut second) = (ada.follow(&stored), bob.follow(&stored));
        bob.sit(&mut second);
        ada.until(&mut first, |table| table.replica().has_begun());
        // Bob's process takes over the computers before that of Ada has read it.
        second.add(Entry::Host).unwrap();
        bob.until(&mut second, |table| !table.is_sending());
        let computer = Seat::new(1);
        if first.replica().decider(&first.session, computer) == Some(&ada.link.client().id) {
            let game = first.session.game();
            let action = game.observe(Seats::one(computer)).legal(computer)[0];
            first.choose(computer, action).unwrap();
            ada.until(&mut first, |table| !table.is_sending());
        }
        assert_eq!(first.client.take_refusal(), None);
        assert_eq!(first.session.pending_choices().count(), 0);
    });
}
