//! How the parts of a table advance together, with time, jobs and the log, and when its computers
//! start to think.

use std::time::{Duration, Instant};

use super::Table;
use crate::{
    app::{Background, feats, table::playback::Mover},
    database::{
        DailyDate,
        shared_tables::{Change, StoredEntry},
    },
    games::{ArcadeGame, leading_name, moments::MOMENT_TIME},
};
use fourcade_engine::play::{ActionError, Choice, Seat};

impl<G: ArcadeGame> Table<G> {
    /// When [`Self::advance`] must be called next, unless something happens before.
    pub fn next_tick(&self) -> Option<Instant> {
        let step = self.playback.next_tick(&self.game, self.computers.has_ready());
        let clock = self.game.next_clock_tick(Instant::now());
        let shared = self.game.shared.as_ref();
        // A log entry may be waiting for the end of a reveal that was never drawn.
        let waiting = shared.filter(|shared| !shared.client.is_at_end() && !self.game.is_watched());
        let entry = waiting.and_then(|_| self.playback.linger_end(&self.game));
        let shared = shared.and_then(|shared| shared.next_tick(self.game.session()));
        let celebration = self.ending.next_frame(Instant::now());
        let evaluation = self.eval_bar.must_switch_on(&self.game).then(Instant::now);
        let ends_at_midnight = self.is_counting_deal() && !self.autosave.has_begun();
        let new_day = ends_at_midnight.then(|| Instant::now() + DailyDate::time_left());
        let ticks =
            [step, entry, shared, celebration, self.result_due(), evaluation, clock, new_day];
        ticks.into_iter().flatten().min()
    }

    /// Advances the game as far as possible now. Returns whether the table must be drawn again.
    pub fn advance(&mut self, background: &Background) -> bool {
        let now = Instant::now();
        let mut is_changed = self.poll();
        self.computers.sandbox = background.programs().runner.sandbox_status();
        // Charges the time of those who decided until now, before the game moves on.
        is_changed |= self.follow_clock(now);
        if self.playback.replay_step(&mut self.game, now) {
            self.begin_step(Mover::Computer);
            is_changed = true;
        }
        is_changed |= self.follow_log(now);
        if !self.coach.holds_game() && self.playback.is_due(&self.game, now) {
            for (seat, choice) in self.computers.take_ready() {
                // If the game has moved on, the choice is dropped.
                is_changed |= self.choose(seat, choice).is_ok();
            }
        }
        // Starts the clocks of those who decide next.
        is_changed |= self.follow_clock(now);
        if self.coach.follow(&self.game, self.notation, background) {
            self.mark_practice();
        }
        let has_ended = !self.game.is_replay() && self.ending.follow(&self.game, &self.playback);
        self.autosave.update(&self.game);
        if has_ended && self.autosave.has_begun() {
            feats::award(self.game.session(), self.daily, self.autosave.store());
        }
        if self.autosave.is_for_practice() && !self.game.session().is_practice() {
            self.mark_practice();
            is_changed = true;
        }
        if self.playback.next_game_due(&self.game).is_some_and(|due| now >= due) {
            self.new_game(false);
            is_changed = true;
        }
        if self.eval_bar.must_switch_on(&self.game) {
            self.eval_bar.switch_on(background);
            self.update_eval_bar();
        }
        if self.playback.may_move() {
            is_changed |= self.computers.ask(&self.game, self.game.computers_to_ask(), background);
        }
        is_changed
    }

    /// Updates the clocks of a local table. Returns whether a person has run out of time.
    pub fn follow_clock(&mut self, now: Instant) -> bool {
        if self.game.clock.control().is_none() || self.game.shared.is_some() {
            return false;
        }
        let is_lingering = self.playback.is_lingering(&self.game, now);
        let late = self.game.run_clock(self.at_keyboard().deciding, is_lingering, now);
        let (Some(seat), Some(control)) = (late.iter().next(), self.game.clock.control()) else {
            return false;
        };
        self.hint.clear();
        if control.loses_on_time() {
            // This can't fail: the seat decides, so the game is not over.
            let _ = self.game.session_mut().flag(seat);
            self.autosave.set_begun();
            self.settle();
        } else {
            self.game.clock.set_late(late);
            self.resets_input = true;
        }
        true
    }

    /// Takes the results of the jobs. Returns whether the table must be drawn again.
    fn poll(&mut self) -> bool {
        let has_news = self.hint.is_thinking() | self.experience.poll();
        if self.hint.poll() && !self.game.is_watched() {
            self.mark_hint();
        }
        self.computers.poll()
            | self.coach.poll()
            | self.mistakes.borrow_mut().poll()
            | has_news
            | self.eval_bar.poll()
    }

    /// Makes a choice: in the session, or in the log of a shared table.
    pub(super) fn choose(
        &mut self,
        seat: Seat,
        choice: Choice<G::Action>,
    ) -> Result<(), ActionError> {
        if let Some((shared, session)) = self.game.sharing() {
            return shared.client.choose(session, seat, choice.action);
        }
        let is_by_person = self.game.is_active_person(seat);
        let time = self.game.clock.choice_time(seat).filter(|_| is_by_person);
        let session = self.game.session_mut();
        let is_step = session.choose_with(seat, Choice { time, ..choice })?.is_some();
        if is_by_person || !self.game.has_people() {
            self.autosave.set_begun();
        }
        if is_step {
            self.begin_step(if is_by_person { Mover::Person } else { Mover::Computer });
            self.hint.clear();
        }
        Ok(())
    }

    /// Animates the last step, which `mover` completed.
    pub(super) fn begin_step(&mut self, mover: Mover) {
        self.moments.follow(&self.game, Some(self.naming).filter(|_| self.has_table_talk));
        if self.game.is_abandoned() {
            return self.playback.reset_step();
        }
        if self.game.last_step_lingers() && self.game.active_people().len() > 1 {
            // All people look at a reveal, so no hand may be shown beside it.
            self.hand_over.release();
        }
        // At the end of the game, the celebration takes the place of the moment.
        let shows_moment = self.moments.current().is_some() && !self.game.is_over();
        let moment_time = if shows_moment { MOMENT_TIME } else { Duration::ZERO };
        self.playback.begin_step(&self.game, moment_time, mover);
        let hands_over = self.hand_over.has_hand_overs(&self.game)
            && !self.game.is_watched()
            && !self.game.is_over();
        if G::HOLDS_CHOICES && hands_over {
            self.playback.hold_step();
        }
    }

    /// Stops thinking and animation after a change without a step, such as an undo or a
    /// resignation.
    pub(super) fn settle(&mut self) {
        self.stop_thinking();
        self.playback.reset_step();
    }

    /// Reads the log and shows its new entries. Returns whether the table is shared.
    pub fn follow_log(&mut self, now: Instant) -> bool {
        let Some(shared) = &mut self.game.shared else { return false };
        let is_first_reading = !shared.client.has_first_entry();
        shared.client.receive();
        while self.is_entry_due(now, is_first_reading) {
            self.show_entry();
        }
        let Some((shared, session)) = self.game.sharing() else { return false };
        if is_first_reading {
            // Phrases from before the arrival are not reported.
            shared.news = None;
        }
        shared.react_to_log(session, is_first_reading);
        let is_finished = session.outcome().is_some() && !shared.own_seats().is_empty();
        if is_first_reading && shared.client.has_first_entry() {
            // Steps from before the arrival are not animated.
            self.playback.reset_step();
        }
        if is_finished {
            self.autosave.begin_shared(&self.game, &self.series);
        }
        true
    }

    /// Whether the next entry must be shown now. A reveal stays visible for its time, unless an
    /// entry must be sent or more entries wait than the choices of one step.
    fn is_entry_due(&self, now: Instant, is_first_reading: bool) -> bool {
        let Some(shared) = &self.game.shared else { return false };
        let mut incoming = shared.client.incoming();
        let may_wait = !is_first_reading
            && !shared.client.is_sending()
            && self.playback.is_lingering(&self.game, now)
            && incoming.len() <= self.game.session().awaited().len()
            && incoming.all(StoredEntry::is_choice);
        !shared.client.is_at_end() && !may_wait
    }

    fn show_entry(&mut self) {
        match self.game.apply_next() {
            Some(Change::Undo) => {
                let undone = self.game.session().undone_events();
                let is_revealed = undone.iter().any(|events| G::reveals_information(events));
                if is_revealed {
                    self.mark_practice();
                }
                self.restart_step();
                self.settle();
            }
            Some(Change::Resignation | Change::Flag) => self.settle(),
            Some(Change::Choice { seat, ends_step, is_late }) => {
                // Another process may have been quicker to choose for a computer player.
                self.computers.cancel(seat);
                self.resets_input |= is_late && self.game.is_active_person(seat);
                if ends_step {
                    let is_by_person = self.game.is_person(seat);
                    self.begin_step(if is_by_person { Mover::Person } else { Mover::Computer });
                    self.hint.clear();
                }
            }
            Some(Change::Said(seat, phrase)) if self.has_table_talk => {
                if let Some(shared) = &mut self.game.shared {
                    let name = leading_name(&shared.person_name(seat));
                    shared.report(format!("{name}: \"{}\".", phrase.text()));
                }
            }
            Some(Change::Said(..) | Change::Table) | None => {}
        }
    }
}
