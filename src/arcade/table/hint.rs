//! The hint: what the strongest computer player would choose.

use super::{
    game::TableGame,
    thinking::{Thinking, Thought},
};
use crate::{
    arcade::message::Waker,
    games::{ArcadeGame, strongest_player},
};
use fourcade_engine::play::{Advice, Seat, Seats, advise_checked};

/// The hint for one seat.
pub struct Hint<G: ArcadeGame> {
    /// The seat for which a hint was requested last.
    seat: Option<Seat>,
    thinking: Option<Thinking<G, Advice<G::Action>>>,
    advice: Option<Advice<G::Action>>,
    /// Why there is no hint, until it is reported.
    failure: Option<String>,
}

impl<G: ArcadeGame> Default for Hint<G> {
    fn default() -> Self {
        Self { seat: None, thinking: None, advice: None, failure: None }
    }
}

/// The seats for which a hint can be given: the person who decides or, in a game between computer
/// players, those that must choose.
pub fn advisable<G: ArcadeGame>(game: &TableGame<G>, deciding: Seats) -> Seats {
    match deciding.only() {
        Some(seat) => Seats::one(seat),
        None if game.is_watched() && !game.is_over() => game.session().game().awaited(),
        None => Seats::NONE,
    }
}

impl<G: ArcadeGame> Hint<G> {
    /// The advice that is shown.
    pub fn advice(&self) -> Option<&Advice<G::Action>> {
        self.advice.as_ref()
    }

    /// The seat for which the hint was requested.
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// Whether a player is thinking about the hint.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Asks for a hint for the first of these seats or, if a hint is shown, for the seat after its
    /// seat. After the last seat the hint disappears.
    ///
    /// # Errors
    /// Returns a message if the strongest player can't start to think.
    pub fn ask(&mut self, game: &TableGame<G>, seats: Seats, waker: &Waker) -> Result<(), String> {
        let last = self.advice.take().and(self.seat);
        let Some(seat) = seats.iter().find(|&seat| last.is_none_or(|last| seat > last)) else {
            return Ok(());
        };
        self.seat = Some(seat);
        let (session, name) = (game.session(), strongest_player::<G>());
        self.thinking = Some(Thinking::start(session, seat, &name, None, advise_checked, waker)?);
        Ok(())
    }

    /// Takes the advice if the player has finished. Returns whether there is new advice.
    pub fn collect(&mut self) -> bool {
        let Some(thinking) = &self.thinking else { return false };
        match thinking.take() {
            Thought::Pending => return false,
            Thought::Answer(_, advice) => {
                self.advice = Some(advice);
            }
            Thought::NotAllowed(request) => self.failure = Some(request.refusal()),
            Thought::Failed(reason) => self.failure = Some(format!("no hint: {reason}")),
        }
        self.thinking = None;
        self.advice.is_some()
    }

    /// Takes the reason why there is no hint, so that it is reported only once.
    pub fn take_failure(&mut self) -> Option<String> {
        self.failure.take()
    }

    /// Removes the hint, and stops thinking about it.
    pub fn clear(&mut self) {
        self.thinking = None;
        self.advice = None;
    }
}
