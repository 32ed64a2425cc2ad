//! How a person comes to a shared table, and what happens if their seat goes to another terminal.

use super::table_share::TableShare;
use crate::{
    database::shared_tables::{Entry, Whereabouts},
    games::ArcadeGame,
};
use fourcade_engine::play::Seat;

/// What a person comes to a shared table for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// To play: on an open seat, or on their own seat if they come back. They watch if there is
    /// neither.
    Play,
    /// To watch.
    Watch,
}

/// What is reported to somebody for whom there is no seat.
const FULL: &str = "all seats are taken: you are watching";
/// What is reported to somebody whose seat went to another terminal.
const MOVED: &str = "your game goes on at another terminal; here you are watching";

impl<G: ArcadeGame> TableShare<G> {
    /// Sits down if the person has come to play and does not sit yet. Call it after the log was
    /// read.
    pub(super) fn arrive(&mut self) {
        let Some(arrival) = self.arrival.filter(|_| self.client.has_read()) else { return };
        if arrival == Arrival::Watch || !self.own().is_empty() {
            self.arrival = None;
            return;
        }
        if self.client.is_sending() {
            return;
        }
        // Somebody else may have been quicker; then there is another seat, or none.
        self.client.take_refusal();
        let replica = self.client.replica();
        let is_free =
            |&seat: &Seat| self.client.whereabouts(seat).is_some_and(|at| at != Whereabouts::Here);
        let mine = replica.seats_named(&self.client.link().client().name);
        if let Some(seat) = mine.iter().find(is_free).or_else(|| replica.open_seat()) {
            self.sit(seat);
            return;
        }
        self.arrival = None;
        self.asks_for_seat = !mine.is_empty() && !replica.is_over();
        if mine.is_empty() {
            self.news = Some(FULL.to_owned());
        }
    }

    /// Whether the person only watches.
    pub fn is_watching(&self) -> bool {
        self.client.has_read() && self.own().is_empty() && self.arrival.is_none()
    }

    /// The seat of this person at another terminal, if they are only watching here.
    pub fn seat_elsewhere(&self) -> Option<Seat> {
        let replica = self.client.replica();
        let name = &self.client.link().client().name;
        if !self.is_watching() || replica.is_over() {
            return None;
        }
        replica.seats_named(name).iter().next()
    }

    /// Sits down on a seat that is open or belongs to this person.
    pub(super) fn sit(&mut self, seat: Seat) {
        let name = self.client.link().client().name.clone();
        // If it is not legal any more, there is news, and this is tried again.
        let _ = self.client.add(Entry::Sit { seat, name });
    }

    /// Notices that the person's seat went to another terminal.
    pub(super) fn note_own(&mut self) {
        let own = self.own();
        if own.is_empty() && !self.own_before.is_empty() && self.seat_elsewhere().is_some() {
            self.news = Some(MOVED.to_owned());
        }
        self.own_before = own;
    }
}
