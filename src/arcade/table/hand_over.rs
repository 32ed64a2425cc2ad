//! Who may see the screen when several people with secrets from each other share it.
//!
//! Before a person's turn the table shows only what everyone knows, until that person presses a key
//! to take the keyboard.

use std::time::Instant;

use super::{game::TableGame, hint::Hint, playback::Playback};
use crate::games::{ArcadeGame, Controller, Scene};
use fourcade_engine::play::{Seat, Seats};

/// Who has the keyboard.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandOver {
    /// The seat of the person who took the keyboard last.
    holder: Option<Seat>,
}

/// What may be seen at the table now, and for which seats choices may be made.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The seats whose knowledge the screen shows.
    pub viewers: Seats,
    /// The seats for which people at the keyboard may choose.
    pub deciding: Seats,
    /// The seat that the keyboard is being handed to.
    pub next: Option<Seat>,
}

impl Access {
    /// What is on the table now, for the game's controls. `observation` is that of the viewers.
    pub fn scene<'a, G: ArcadeGame>(
        self,
        game: &'a TableGame<G>,
        playback: &Playback,
        hint: &'a Hint<G>,
        observation: &'a G::Observation,
    ) -> Scene<'a, G> {
        let now = Instant::now();
        Scene {
            observation,
            deciding: self.deciding,
            is_covered: self.next.is_some(),
            events: game.session().events().last().map_or(&[], Vec::as_slice),
            motion: playback.animation(game, now),
            is_lingering: playback.is_lingering(game, now),
            hint: hint.advice(),
            names: game.scene_names(),
        }
    }
}

impl HandOver {
    /// Returns what may be seen now, and for which seats choices may be made.
    pub fn access<G: ArcadeGame>(self, game: &TableGame<G>, controls: &G::Controller) -> Access {
        let deciding = game.deciding();
        let first = deciding.iter().next();
        let (deciding, next) = if !has_hand_overs(game, controls) {
            (deciding, None)
        } else if self.holder == first {
            (first.map_or(Seats::NONE, Seats::one), None)
        } else {
            (Seats::NONE, first)
        };
        Access { viewers: viewers(game, controls, deciding), deciding, next }
    }

    /// Hands the keyboard to the person on this seat.
    pub fn take(&mut self, seat: Option<Seat>) {
        self.holder = seat;
    }

    /// Takes the keyboard back, because the choices of a step start again.
    pub fn release(&mut self) {
        self.holder = None;
    }
}

/// Whether several people play and have secrets from each other.
pub fn has_secrets<G: ArcadeGame>(game: &TableGame<G>) -> bool {
    G::HAS_SECRETS && game.people().len() > 1
}

/// Whether the keyboard is handed from one person to the next.
pub fn has_hand_overs<G: ArcadeGame>(game: &TableGame<G>, controls: &G::Controller) -> bool {
    has_secrets(game) && !controls.is_blind()
}

/// Returns the seats whose knowledge is shown while people decide for the seats `deciding`: that of
/// the only person, or of the person who decides. In a game that is only watched, all hands can be
/// shown.
fn viewers<G: ArcadeGame>(game: &TableGame<G>, controls: &G::Controller, deciding: Seats) -> Seats {
    if game.is_watched() && controls.shows_all_hands() {
        return game.session().game().seats();
    }
    let decider = if has_secrets(game) { deciding.only() } else { deciding.iter().next() };
    game.people().only().or(decider).map_or(Seats::NONE, Seats::one)
}
