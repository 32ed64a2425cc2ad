//! Entries that can't be added.

use super::{
    each_database,
    games::{PERSON, Process},
};
use fourcade_engine::play::{Game as _, Observation, Seat, Seats};

#[test]
fn a_person_is_not_told_that_a_computers_choice_came_too_late() {
    each_database(|location| {
        let (ada, bob) = (Process::start(location, "ada"), Process::start(location, "bob"));
        let stored = ada.open_table([PERSON, "first", PERSON]);
        let (mut first, mut second) = (ada.follow(&stored), bob.follow(&stored));
        bob.sit(&mut second);
        ada.until(&mut first, |table| table.replica().has_begun());
        bob.until(&mut second, |table| table.replica().has_begun());
        // Both processes choose for the computer before either has read the other's choice.
        let computer = Seat::new(1);
        let legal = first.session.game().observe(Seats::one(computer)).legal(computer);
        first.choose(computer, legal[0]).unwrap();
        second.choose(computer, legal[1]).unwrap();
        ada.until(&mut first, |table| !table.is_sending());
        bob.until(&mut second, |table| !table.is_sending());
        assert_eq!(second.client.take_refusal(), None);
        assert_eq!(first.client.take_refusal(), None);
        assert!(first.session.pending_choices().eq(second.session.pending_choices()));
        assert_eq!(first.session.pending_choices().count(), 1);
    });
}
