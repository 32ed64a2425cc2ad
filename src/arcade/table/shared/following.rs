//! How the table follows the log: it shows what was added, and adds what people here choose.

use std::time::Instant;

use super::table_share::TableShare;
use crate::{
    arcade::table::{game::Elsewhere, state::Table},
    database::shared_tables::Change,
    games::ArcadeGame,
};
use fourcade_engine::play::{ActionError, Seat, Seats};

impl<G: ArcadeGame> Table<G> {
    /// Reads the log and shows what is new, if the table is shared. Returns whether it is.
    pub fn follow_log(&mut self, now: Instant) -> bool {
        let Some(shared) = &mut self.shared else { return false };
        let changes = shared.client.poll();
        shared.incoming.extend(changes.into_iter().filter(|change| *change != Change::Table));
        let has_read = shared.client.has_read();
        shared.arrive();
        shared.client.keep_going();
        shared.note_own();
        shared.note_step();
        shared.note_refusal();
        shared.is_invited.set(shared.rematch_code().is_some() && !shared.rematch.is_busy());
        while let Some(change) = self.next_change(now) {
            self.show(change);
        }
        self.check_position();
        if let Some(shared) = &mut self.shared
            && has_read
            && !shared.has_caught_up
        {
            // What happened before is not animated.
            shared.has_caught_up = true;
            self.playback.skip_animation();
        }
        self.update_people();
        self.keep_finished();
        true
    }

    /// Takes the next change that is to be shown now. What the last step revealed stays visible for
    /// its time, unless more than one step waits.
    fn next_change(&mut self, now: Instant) -> Option<Change<G::Action>> {
        let is_lingering = self.playback.is_lingering(&self.game, now);
        let awaited = self.game.session().awaited().len();
        let shared = self.shared.as_mut()?;
        let is_one_step = shared.incoming.len() <= awaited
            && shared.incoming.iter().all(|change| matches!(change, Change::Chosen(..)));
        if is_lingering && is_one_step && shared.has_caught_up {
            return None;
        }
        shared.incoming.pop_front()
    }

    /// Shows a change of the game.
    fn show(&mut self, change: Change<G::Action>) {
        match change {
            Change::Chosen(seat, action) => {
                if let Ok(true) = self.game.choose(seat, action, None) {
                    self.playback.note_step(&self.game, self.game.is_human(seat));
                    self.hint.clear();
                }
            }
            Change::Resigned(seat) => {
                self.stop_thinking();
                // It is legal, because the log is.
                let _ = self.game.resign(seat);
                self.playback.skip_animation();
            }
            Change::TakenBack(lines) => {
                self.stop_thinking();
                let reveals = self.game.reveals_after(lines);
                self.game.go_to(lines);
                if reveals {
                    self.mark_practice();
                }
                self.restart_step();
                self.playback.skip_animation();
            }
            Change::Table => {}
        }
    }

    /// Takes the position of the log if that on the table differs, which is a defect.
    fn check_position(&mut self) {
        let Some(shared) = &self.shared else { return };
        let logged = shared.client.replica().session();
        if shared.incoming.is_empty() && logged.lines().len() != self.game.session().lines().len() {
            debug_assert!(false, "the table differs from its log");
            let session = logged.clone();
            self.stop_thinking();
            self.game.replace_session(session);
        }
    }

    /// Records who decides where, and what the people are called.
    fn update_people(&mut self) {
        let Some(shared) = &self.shared else { return };
        let own = shared.own();
        let seats = self.game.session().game().seats();
        let is_elsewhere = |&seat: &Seat| self.game.is_human(seat) && !own.contains(seat);
        let elsewhere: Seats = seats.iter().filter(is_elsewhere).collect();
        let names = seats.iter().map(|seat| shared.person_name(seat)).collect();
        let held = shared.held();
        self.series.set_seat_names(names);
        self.game.set_elsewhere(Elsewhere { seats: elsewhere, held });
    }

    /// Saves the game to this person's own games once it is over.
    fn keep_finished(&mut self) {
        let Some(shared) = &self.shared else { return };
        if self.game.is_over() && shared.incoming.is_empty() && !shared.own().is_empty() {
            self.autosave.note_played();
        }
    }

    /// The seats of the computer players that must choose now.
    pub fn computer_seats(&self) -> Seats {
        match &self.shared {
            Some(shared) => shared.computer_seats(&self.game),
            None => {
                let awaited = self.game.session().awaited().iter();
                awaited.filter(|&seat| !self.game.is_person(seat)).collect()
            }
        }
    }

    /// Adds a choice of a person at this terminal to the log.
    ///
    /// # Errors
    /// Returns an error if the rules forbid the choice or the seat must not choose now.
    pub fn add_choice(&mut self, seat: Seat, action: G::Action) -> Result<(), ActionError> {
        let Some(shared) = &mut self.shared else {
            return Err(ActionError::new("this table isn't shared"));
        };
        shared.choose(seat, action)?;
        self.update_people();
        Ok(())
    }
}

impl<G: ArcadeGame> TableShare<G> {
    /// Reports why an entry was not added.
    fn note_refusal(&mut self) {
        if self.arrival.is_none()
            && let Some(reason) = self.client.take_refusal()
        {
            self.news = Some(reason);
        }
    }
}
