//! What becomes of entries that can't be added.

use super::{
    super::*,
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
