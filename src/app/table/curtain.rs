//! Who may look at the screen, in games where several persons at one keyboard have secrets: a
//! curtain falls before a person's turn, and rises when the others look away. Behind it stands what
//! everybody may know.

use super::state::TableScreen;
use crate::{
    app::message::Waker,
    games::{ArcadeGame, Controls},
    play::{Seat, Seats},
};

impl<G: ArcadeGame> TableScreen<G> {
    /// Whether several persons play who have secrets from each other.
    fn keeps_secrets(&self) -> bool {
        G::HAS_SECRETS && self.persons().len() > 1
    }

    /// What stands on the curtain.
    pub fn curtain_words(&self) -> Option<String> {
        let next = self.full_name(self.curtain()?);
        let others = if self.persons().len() > 2 { "the others look" } else { "the other looks" };
        Some(format!("{next}, your turn: press Enter when {others} away."))
    }

    /// Before whom the curtain is down: the one who is to look next.
    pub fn curtain(&self) -> Option<Seat> {
        let next = self.deciding().iter().next()?;
        let is_down =
            self.keeps_secrets() && !self.controls.is_blind() && self.facing != Some(next);
        is_down.then_some(next)
    }

    /// The one whose turn it is looks now.
    pub fn lift(&mut self) {
        self.controls.reset();
        self.facing = self.curtain();
    }

    /// The seats for which those who look may choose now.
    pub(super) fn steering(&self) -> Seats {
        if !self.keeps_secrets() || self.controls.is_blind() {
            return self.deciding();
        }
        let is_next = |&seat: &Seat| self.deciding().iter().next() == Some(seat);
        self.facing.filter(is_next).map_or(Seats::NONE, Seats::one)
    }

    /// What those who look may know: the one person, or the one who decides; where nobody plays,
    /// all if they want to; nobody's secrets otherwise.
    pub(super) fn eyes(&self, steering: Seats) -> Seats {
        if self.is_watched() && self.controls.shows_all_hands() {
            return self.session.game().seats();
        }
        let one = if self.keeps_secrets() { steering.only() } else { steering.iter().next() };
        self.persons().only().or(one).map_or(Seats::NONE, Seats::one)
    }

    /// A person has chosen: where there are secrets, what the next one sees shows nothing of it.
    pub(super) fn hand_over(&mut self) {
        if self.keeps_secrets() && !self.controls.is_blind() {
            self.controls.reset();
        }
    }

    /// Those whose choices wait for others, among the persons.
    pub(super) fn waiting(&self) -> Seats {
        if self.outcome().is_some() {
            return Seats::NONE;
        }
        let awaited = self.session.game().awaited();
        awaited
            .iter()
            .filter(|&seat| self.is_person(seat) && !self.session.awaited().contains(seat))
            .collect()
    }

    /// Persons take back what they have chosen before it is carried out.
    pub(super) fn retract(&mut self, waker: &Waker) {
        for seat in self.waiting().iter() {
            self.session.retract(seat);
        }
        self.start_over();
        self.advance(waker);
    }

    /// The choices of a step begin anew.
    pub(super) fn start_over(&mut self) {
        self.facing = None;
        if self.keeps_secrets() {
            self.controls.reset();
        }
    }
}
