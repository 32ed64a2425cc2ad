//! Who may see the screen when several people with secrets from each other share it.
//!
//! Before a person's turn the table shows only what everyone knows, until that person presses a key
//! to take the keyboard.

use super::game::TableGame;
use crate::games::{ArcadeGame, KeyboardHabits};
use fourcade_engine::play::{Seat, Seats};

#[derive(Clone, Copy, Debug, Default)]
pub struct HandOver {
    /// The seat of the person who took the keyboard last.
    holder: Option<Seat>,
    /// What the people have chosen about the keyboard they share.
    pub habits: KeyboardHabits,
}

/// Who is at the keyboard now: whose knowledge may be seen, and who may choose.
#[derive(Clone, Copy, Debug)]
pub struct AtKeyboard {
    /// The seats whose knowledge the screen shows.
    pub viewers: Seats,
    /// The seats for which people at the keyboard may choose.
    pub deciding: Seats,
    /// The seat of the person who is to take the keyboard.
    pub next: Option<Seat>,
}

impl HandOver {
    pub fn at_keyboard<G: ArcadeGame>(self, game: &TableGame<G>) -> AtKeyboard {
        let deciding = game.deciding();
        let first = deciding.iter().next();
        let (deciding, next) = if !self.has_hand_overs(game) {
            (deciding, None)
        } else if self.holder == first {
            (first.map_or(Seats::NONE, Seats::one), None)
        } else {
            (Seats::NONE, first)
        };
        AtKeyboard { viewers: self.viewers(game, deciding), deciding, next }
    }

    pub fn take(&mut self, seat: Option<Seat>) {
        self.holder = seat;
    }

    /// Takes the keyboard back, because the choices of a step start again.
    pub fn release(&mut self) {
        self.holder = None;
    }

    /// Whether the keyboard is handed from one person to the next.
    pub fn has_hand_overs<G: ArcadeGame>(self, game: &TableGame<G>) -> bool {
        has_secrets(game) && !self.habits.is_blind
    }

    /// Returns the seats whose knowledge is shown while people decide for the seats `deciding`:
    /// that of the only person, or of the person who decides. In a game that is only watched, all
    /// hands can be shown.
    fn viewers<G: ArcadeGame>(self, game: &TableGame<G>, deciding: Seats) -> Seats {
        if game.is_watched() && self.habits.shows_all_hands {
            return game.session().game().seats();
        }
        let decider = if has_secrets(game) { deciding.only() } else { deciding.iter().next() };
        game.people().only().or(decider).map_or(Seats::NONE, Seats::one)
    }
}

/// Whether several people play and have secrets from each other.
pub fn has_secrets<G: ArcadeGame>(game: &TableGame<G>) -> bool {
    G::HAS_SECRETS && game.people().len() > 1
}
