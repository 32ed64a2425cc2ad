//! The table as scores, status and log show it: without a step that is still animated.

use std::rc::Rc;

use super::{moments::MomentText, playback::Mover, state::Table};
use crate::games::{ArcadeGame, Decided};
use fourcade_engine::play::{Outcome, Seat, Seats};

pub struct Settled<'a, G: ArcadeGame> {
    table: &'a Table<G>,
    /// The game before the step that is animated.
    before: Option<Rc<G>>,
}

pub fn settled<G: ArcadeGame>(table: &Table<G>) -> Settled<'_, G> {
    Settled { table, before: table.playback.is_moving::<G>().then(|| table.game.before()) }
}

impl<'a, G: ArcadeGame> Settled<'a, G> {
    /// The number of lines of the record.
    pub fn lines(&self) -> usize {
        let lines = self.table.game.session().lines().len();
        lines.saturating_sub(usize::from(self.before.is_some()))
    }

    /// The observation of those at the keyboard.
    pub fn observation(&self) -> Rc<G::Observation> {
        match &self.before {
            Some(before) => self.observe(before),
            None => self.table.game.observe(self.table.at_keyboard().viewers),
        }
    }

    fn observe(&self, game: &G) -> Rc<G::Observation> {
        Rc::new(game.observe(self.table.at_keyboard().viewers))
    }

    pub fn scores(&self) -> Vec<i32> {
        self.before.as_deref().unwrap_or(self.table.game.session().game()).scores()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.table.game.session().outcome().filter(|_| self.before.is_none())
    }

    /// How far the game is: while a reveal is shown, the round or turn that it shows.
    pub fn progress(&self) -> Option<String> {
        if self.table.is_lingering() && self.table.game.last_step_lingers() {
            return G::progress(&self.observe(&self.table.game.before()));
        }
        G::progress(&self.observation())
    }

    /// The seats that must choose; until a step and its reveal are over, those that chose last.
    pub fn awaited(&self) -> Seats {
        let (game, playback) = (&self.table.game, &self.table.playback);
        let is_shown = self.before.is_some() || self.table.is_lingering() && !game.is_over();
        if !is_shown {
            return game.awaited();
        }
        let before = game.before();
        let awaited = before.awaited();
        let is_by_person = playback.mover() == Mover::Person;
        let last = awaited.iter().filter(|&seat| game.is_active_person(seat) == is_by_person);
        let last: Seats = last.collect();
        let last = if last.is_empty() { awaited } else { last };
        // Of people who took turns at the keyboard, none would be the right one.
        let have_chosen = last.len() > 1 && self.table.hand_over.has_hand_overs(game);
        if have_chosen { Seats::NONE } else { last }
    }

    /// The awaited seats for which people at this terminal decide.
    pub fn deciding(&self) -> Seats {
        let game = &self.table.game;
        if self.before.is_none() {
            return game.deciding();
        }
        let is_here = |&seat: &Seat| game.is_active_person(seat) && !game.is_replay();
        self.awaited().iter().filter(is_here).collect()
    }

    pub fn decided(&self) -> Option<Decided> {
        match self.before {
            Some(_) => self.table.decided_in(&self.observation()),
            None => self.table.decided(),
        }
    }

    pub fn moment_text(&self) -> Option<&'a MomentText> {
        self.table.moment_text().filter(|text| text.lines <= self.lines())
    }
}
