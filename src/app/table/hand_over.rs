//! Hand-overs of the keyboard between people with secrets from each other.
//!
//! At the start of a person's turn, the table shows only what everyone knows, until that person
//! presses a key to take the keyboard.

use super::game::TableGame;
use crate::games::{ArcadeGame, KeyboardOptions};
use fourcade_engine::play::{Seat, Seats};

#[derive(Clone, Copy, Debug, Default)]
pub struct HandOver {
    last_holder: Option<Seat>,
    /// The seats that must choose again because their choices were taken back.
    pub taken_back: Seats,
    /// How people share the keyboard, and what spectators see.
    pub options: KeyboardOptions,
}

#[derive(Clone, Copy, Debug)]
pub struct AtKeyboard {
    /// The seats whose hidden information is shown.
    pub viewers: Seats,
    /// The seats for which people at the keyboard may choose.
    pub deciding: Seats,
    /// The seat of the person who must take the keyboard next.
    pub next: Option<Seat>,
}

impl HandOver {
    pub fn at_keyboard<G: ArcadeGame>(self, game: &TableGame<G>) -> AtKeyboard {
        let deciding = game.deciding();
        let first = deciding.iter().next();
        let (deciding, next) = if !self.has_hand_overs(game) {
            (deciding, None)
        } else if self.last_holder == first {
            (first.map_or(Seats::NONE, Seats::one), None)
        } else {
            (Seats::NONE, first)
        };
        AtKeyboard { viewers: self.viewers(game, deciding), deciding, next }
    }

    pub fn take(&mut self, seat: Option<Seat>) {
        self.last_holder = seat;
        self.taken_back = Seats::NONE;
    }

    /// Nobody holds the keyboard, because the choices of a step start again.
    pub fn release(&mut self) {
        self.take(None);
    }

    pub fn has_hand_overs<G: ArcadeGame>(self, game: &TableGame<G>) -> bool {
        people_have_secrets(game) && !self.options.is_blind
    }

    /// The person who decides, or the only one left once they hold the keyboard; if the options
    /// show all hands, everybody in a game that is only watched.
    fn viewers<G: ArcadeGame>(self, game: &TableGame<G>, deciding: Seats) -> Seats {
        if game.is_watched() && self.options.shows_all_hands {
            return game.session().game().seats();
        }
        let decider =
            if people_have_secrets(game) { deciding.only() } else { deciding.iter().next() };
        let holds = |seat: &Seat| !self.has_hand_overs(game) || self.last_holder == Some(*seat);
        let only = game.active_people().only().filter(holds);
        only.or(decider).map_or(Seats::NONE, Seats::one)
    }
}

/// Whether several people with secrets from each other share this keyboard. Those who have resigned
/// count: they may still sit at it.
pub fn people_have_secrets<G: ArcadeGame>(game: &TableGame<G>) -> bool {
    G::HAS_SECRETS && game.people_here().len() > 1 && !game.active_people().is_empty()
}
