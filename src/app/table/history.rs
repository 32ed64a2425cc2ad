//! Taking back and doing again, and recorded games that are gone through.

use super::state::Table;
use crate::{app::message::Waker, games::Flat};

impl<G: Flat> Table<G> {
    /// Whether a recorded game goes its own way: there is more of it, and nobody has chosen to play on.
    pub fn is_replaying(&self) -> bool {
        self.replaying && self.session.undone() > 0
    }

    /// Whether it was opened to look through a recorded game, and nobody has played on yet.
    pub fn is_replay(&self) -> bool {
        self.replaying
    }

    /// The recorded game is left: whoever sits here plays on.
    pub fn play_on(&mut self, waker: &Waker) {
        self.replaying = false;
        self.pace.paused = false;
        self.still();
        self.advance(waker);
    }

    /// The first or the last position of a recorded game.
    pub fn go_to_end(&mut self, last: bool) {
        self.stop();
        self.session.go_to(if last { usize::MAX } else { 0 });
        self.pace.paused = true;
        self.still();
    }

    /// Takes back what persons have chosen that waits for others, else the last choice of a person that was carried
    /// out; where computers play alone or a recorded game is looked through, the last move.
    pub fn undo(&mut self, waker: &Waker) {
        if !self.waiting().is_empty() {
            return self.retract(waker);
        }
        let Some(before) = self.undo_target() else { return };
        if self.undo_teaches() {
            self.session.mark_practice();
            self.keeping.marked();
        }
        self.stop();
        self.session.go_to(before);
        self.start_over();
        self.pace.paused |= self.is_watched() || self.replaying;
        self.still();
        self.advance(waker);
    }

    /// Whether a person would know more after an undo than before what is taken back.
    pub fn undo_teaches(&self) -> bool {
        if !self.waiting().is_empty() {
            return false;
        }
        let before = self.undo_target().unwrap_or(usize::MAX);
        let taken_back = self.session.events().get(before..).unwrap_or_default();
        !self.persons().is_empty() && !self.is_replaying() && taken_back.iter().any(|events| G::reveals(events))
    }

    /// How many lines would stand after an undo; none if there is nothing to take back.
    pub fn undo_target(&self) -> Option<usize> {
        let lines = self.session.lines();
        if self.is_watched() || self.pace.paused {
            return lines.len().checked_sub(1);
        }
        let seats = self.session.game().seats().iter();
        self.session.before_choice_of(seats.filter(|&seat| self.is_for_people(seat)).collect())
    }

    /// Does again what was taken back, up to a person's next choice.
    pub fn redo(&mut self, waker: &Waker) {
        self.stop();
        self.start_over();
        self.session.redo();
        let one_by_one = self.is_watched() || self.pace.paused;
        while !one_by_one && self.deciding().is_empty() && self.session.redo().is_some() {}
        self.stepped();
        self.advance(waker);
    }
}
