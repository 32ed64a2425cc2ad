//! Taking back and doing again, and recorded games that are gone through.

use super::{names::names_of, state::TableScreen};
use crate::{
    app::message::Waker,
    games::{ArcadeGame, Controls, HUMAN},
    play::{Seat, Session},
    store::settings::Settings,
};

/// A recorded game that is looked through.
#[derive(Clone, Copy, Debug)]
pub struct Recorded {
    /// All its turns.
    pub turns: u32,
    /// Behind so many lines nothing more is shown that was hidden.
    revealed: usize,
    /// All hands have been shown.
    pub(super) has_shown_hands: bool,
}

impl Recorded {
    /// Of a game that stands at its end.
    pub fn of<G: ArcadeGame>(session: &Session<G>) -> Self {
        let revealed = session.events().iter().rposition(|events| G::reveals(events));
        let revealed = revealed.map_or(0, |at| at + 1);
        Self { turns: session.game().turns(), revealed, has_shown_hands: false }
    }
}

impl<G: ArcadeGame> TableScreen<G> {
    /// Whether a recorded game goes its own way: there is more of it, and nobody has chosen to play
    /// on.
    pub fn is_replaying(&self) -> bool {
        self.is_replay() && self.session.undone_len() > 0
    }

    /// Whether it was opened to look through a recorded game, and nobody has played on yet.
    pub fn is_replay(&self) -> bool {
        self.recorded.is_some()
    }

    /// The recorded game is left and played on from here as a game of its own, by those who played
    /// it or with a person on this seat.
    pub fn play_on(&mut self, person: Option<Seat>, settings: &Settings, waker: &Waker) {
        self.stop();
        let is_other_seat =
            person.is_some() && self.session.header().seats.iter().any(|name| name == HUMAN);
        if let Some(seat) = person {
            let seats = with_person(&self.session.header().seats, seat);
            self.names = names_of(&seats, &settings.names);
            self.players.fill_with(|| None);
            self.session.set_players(seats);
        }
        let recorded = self.recorded.take();
        let has_seen_on =
            recorded.is_some_and(|recorded| recorded.revealed > self.session.lines().len());
        let has_seen_hands = self.controls.shows_all_hands()
            || recorded.is_some_and(|recorded| recorded.has_shown_hands);
        // Who comes from another seat knows what is hidden there.
        let knows_hands = G::HAS_SECRETS && (has_seen_hands || is_other_seat);
        self.keep_anew();
        if (has_seen_on || knows_hands) && !self.persons().is_empty() {
            self.session.mark_practice();
            self.keeping.marked();
        }
        self.pace.paused = false;
        self.start_over();
        self.still();
        self.advance(waker);
    }

    /// The position of a recorded game after so many turns.
    pub fn go_to_turn(&mut self, turn: u32) {
        self.stop();
        let (mut from, mut to) = (0, self.session.lines().len() + self.session.undone_len());
        while from < to {
            let middle = usize::midpoint(from, to);
            self.session.go_to(middle);
            if self.session.game().turns() < turn {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        self.session.go_to(from);
        self.pace.paused = true;
        self.still();
    }

    /// The first or the last position of a recorded game.
    pub fn go_to_end(&mut self, last: bool) {
        self.stop();
        self.session.go_to(if last { usize::MAX } else { 0 });
        self.pace.paused = true;
        self.still();
    }

    /// Takes back what persons have chosen that waits for others, else the last choice of a person
    /// that was carried out; where computers play alone or a recorded game is looked through, the
    /// last move.
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
        self.pace.paused |= self.is_watched();
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
        !self.persons().is_empty()
            && !self.is_replay()
            && taken_back.iter().any(|events| G::reveals(events))
    }

    /// How many lines would stand after an undo; none if there is nothing to take back.
    pub fn undo_target(&self) -> Option<usize> {
        let lines = self.session.lines();
        if self.is_watched() || self.pace.paused {
            return lines.len().checked_sub(1);
        }
        let seats = self.session.game().seats().iter();
        self.session.last_choice_of(seats.filter(|&seat| self.is_for_people(seat)).collect())
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

/// Who plays when a person takes a seat: the computer that sat there takes the seat of the person,
/// if there was just one.
fn with_person(seats: &[String], seat: Seat) -> Vec<String> {
    let mut after = seats.to_vec();
    let mut persons = seats.iter().enumerate().filter(|(_, name)| *name == HUMAN);
    match (persons.next(), persons.next()) {
        (Some((person, _)), None) => after.swap(person, seat.index()),
        _ => HUMAN.clone_into(&mut after[seat.index()]),
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_takes_a_seat_leaves_the_old_one_to_the_computer() {
        for (before, seat, after) in [
            (["human", "a", "b", "c"], 2, ["b", "a", "human", "c"]),
            (["human", "a", "human", "c"], 3, ["human", "a", "human", "human"]),
            (["d", "a", "b", "c"], 0, ["human", "a", "b", "c"]),
            (["human", "a", "b", "c"], 0, ["human", "a", "b", "c"]),
        ] {
            assert_eq!(
                with_person(&before.map(str::to_owned), Seat::new(seat)),
                after,
                "{before:?}"
            );
        }
    }
}
