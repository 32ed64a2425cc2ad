//! Giving up, and ending a game that is decided.

use super::state::TableScreen;
use crate::{
    app::message::Waker,
    games::ArcadeGame,
    play::{ActionError, Seat},
};

impl<G: ArcadeGame> TableScreen<G> {
    /// The person to move gives up; with nobody to move, the only person does.
    pub fn resign(&mut self, waker: &Waker) -> Result<(), ActionError> {
        let seat = self.deciding().iter().next().or_else(|| self.persons().only());
        let seat = seat.ok_or_else(|| ActionError::new("only a person can give up"))?;
        self.stop();
        self.session.resign(seat)?;
        self.keeping.played();
        self.still();
        // With more than two seats somebody goes on in this one.
        self.advance(waker);
        Ok(())
    }

    /// The seat that has lost for sure though the game goes on, if one has.
    pub fn lost(&self) -> Option<Seat> {
        if self.outcome().is_some() { None } else { self.session.game().certain_loser() }
    }

    /// Ends a game that is decided: the seat that has lost gives up.
    ///
    /// # Errors
    /// If it is not decided.
    pub fn decide(&mut self) -> Result<(), ActionError> {
        let seat = self.lost().ok_or_else(|| ActionError::new("nobody has lost yet"))?;
        self.stop();
        self.session.resign(seat)?;
        self.keeping.played();
        self.still();
        self.keep();
        Ok(())
    }
}
