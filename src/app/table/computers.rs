//! The computers at the table: who is asked, and what comes of it.

use std::mem;

use super::{
    state::TableScreen,
    thinking::{Thinking, Thoughts},
};
use crate::{
    app::message::Waker,
    games::{ArcadeGame, HUMAN, strongest_player},
    play::{Advice, Seat, Seats, advise_checked, choose_checked},
};

impl<G: ArcadeGame> TableScreen<G> {
    /// Takes what the jobs have found out.
    pub(super) fn collect(&mut self) -> bool {
        // Whatever is under way may have news to show: a choice, or how far it has come.
        let changed = !self.thinking.is_empty() || self.hint.is_some();
        for thinking in mem::take(&mut self.thinking) {
            match thinking.take() {
                Thoughts::None => self.thinking.push(thinking),
                Thoughts::Answer(player, (action, fault)) => {
                    self.players[thinking.seat.index()] = Some(player);
                    self.ready.push((thinking.seat, action, fault));
                }
                Thoughts::Failed(why) => {
                    let who = G::SEAT_NAMES[thinking.seat.index()];
                    let name = self.name(thinking.seat);
                    self.trouble = Some(format!(
                        "{who}, {name}, can't go on: {why}. u takes a move back, n starts anew."
                    ));
                }
            }
        }
        if let Some(hint) = &self.hint {
            match hint.take() {
                Thoughts::None => {}
                Thoughts::Answer(_, advice) => {
                    let words = advice.reason.or_else(|| hint.progress());
                    if !self.is_watched() {
                        self.session.mark_hint();
                        self.keeping.marked();
                    }
                    self.hinted = Some(Advice { reason: words, ..advice });
                    self.hint = None;
                }
                Thoughts::Failed(why) => {
                    self.alert = Some(format!("there is no hint: {why}"));
                    self.hint = None;
                }
            }
        }
        changed
    }

    /// Asks the computers whose choice is wanted and who do not think yet.
    pub(super) fn ask(&mut self, waker: &Waker) -> bool {
        if self.trouble.is_some() || !self.pace.goes_on() || self.is_replay() {
            return false;
        }
        let mut asked = false;
        for seat in self.session.awaited().iter() {
            let is_busy = self.thinking.iter().any(|thinking| thinking.seat == seat)
                || self.ready.iter().any(|(ready, ..)| *ready == seat);
            if is_busy || self.is_person(seat) {
                continue;
            }
            let name = self.computer(seat);
            let player = self.players[seat.index()].take();
            match Thinking::start(&self.session, seat, &name, player, choose_checked, waker) {
                Ok(thinking) => self.thinking.push(thinking),
                Err(why) => self.trouble = Some(why),
            }
            asked = true;
        }
        asked
    }

    /// The computer that decides for a seat; for one that a person gave up, the strongest.
    fn computer(&self, seat: Seat) -> String {
        let name = &self.session.header().seats[seat.index()];
        if name == HUMAN { strongest_player::<G>() } else { name.clone() }
    }

    /// Stops all thinking and forgets what is not carried out yet.
    pub(super) fn stop(&mut self) {
        self.thinking.clear();
        self.ready.clear();
        self.hint = None;
        self.hinted = None;
        self.trouble = None;
        self.pace.stepping = false;
    }

    /// Asks the strongest computer what it would do: for the person who chooses, or while computers
    /// play for one seat after the other. Asked once more for the last of them, the hint goes away.
    pub fn ask_hint(&mut self, waker: &Waker) -> Result<(), String> {
        let seats = self.advisable();
        let last = self.hinted.take().and(self.advised);
        let Some(seat) = seats.iter().find(|&seat| last.is_none_or(|last| seat > last)) else {
            return Ok(());
        };
        self.advised = Some(seat);
        self.hint = Some(Thinking::start(
            &self.session,
            seat,
            &strongest_player::<G>(),
            None,
            advise_checked,
            waker,
        )?);
        Ok(())
    }

    /// The seats for which a hint may be shown now.
    pub fn advisable(&self) -> Seats {
        match self.steering().only() {
            Some(seat) => Seats::one(seat),
            None if self.is_watched() && self.outcome().is_none() => self.session.game().awaited(),
            None => Seats::NONE,
        }
    }

    /// Lets a seat think without end.
    #[cfg(test)]
    pub fn stub_thinking(&mut self, seat: Seat, progress: &str) {
        self.thinking.push(Thinking::stub(seat, progress));
    }

    /// Whether a hint is being thought out.
    pub fn is_hinting(&self) -> bool {
        self.hint.is_some()
    }
}
