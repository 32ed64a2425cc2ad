//! The state of a table that drawing and key handling depend on.

use super::{Naming, Notation, moments::Moment};
use crate::widgets::Look;
use fourcade_engine::play::{Advice, Game, HUMAN, Seat, Seats};
use ratatui::style::Color;

#[derive(Debug)]
pub struct Scene<'a, G: Game> {
    /// What the people at the screen may know.
    pub observation: &'a G::Observation,
    /// The seats that people at the keyboard decide for now; several if they choose simultaneously.
    pub deciding: Seats,
    /// The seat of the person who is about to take the keyboard. Until then, no game key works.
    pub next: Option<Seat>,
    pub events: &'a [G::Event],
    /// Progress of the last step's animation, from 0 to 1; from 1 to 2 while its reveal leaves.
    pub motion: f32,
    /// The moment shown after that animation, with its progress from 0 to 1.
    pub moment: Option<(Moment, f32)>,
    /// Whether the last step's reveal is still shown; see [`Game::shows_reveal`].
    pub is_lingering: bool,
    /// Whether a review discusses the last step, so that it is marked.
    pub is_review: bool,
    /// Progress of the celebration at the end of the game, from 0 to 1. `None` during the game, and
    /// for positions that are only looked at.
    pub celebration: Option<f32>,
    pub hint: Option<&'a Advice<G::Action>>,
    pub resigned: Seats,
    /// The person's costliest choice in a finished game, if it is known.
    pub costliest: Option<G::Action>,
    /// The players by seat, as in the record.
    pub names: &'a [String],
    /// The names of people by seat; may be empty.
    pub people: &'a [String],
    pub naming: Naming,
    pub notation: Notation,
}

impl<'a, G: Game> Scene<'a, G> {
    /// A board without animations, decisions or hints.
    pub fn at_rest(observation: &'a G::Observation, names: &'a [String]) -> Self {
        Self {
            observation,
            deciding: Seats::NONE,
            next: None,
            events: &[],
            motion: 1.0,
            moment: None,
            is_lingering: false,
            is_review: false,
            celebration: None,
            hint: None,
            resigned: Seats::NONE,
            costliest: None,
            names,
            people: &[],
            naming: Naming::Levels,
            notation: Notation::default(),
        }
    }

    pub fn is_person(&self, seat: Seat) -> bool {
        self.names.get(seat.index()).is_some_and(|name| name == HUMAN)
    }

    /// The colour of the cursor and of what else marks the turn: that of the person to move.
    pub fn turn_color(&self, look: &Look) -> Color {
        let seat = self.deciding.iter().next();
        seat.and_then(|seat| look.seat(seat.index()).fg).unwrap_or(look.palette.accent)
    }

    pub fn has_people(&self) -> bool {
        self.names.iter().any(|name| name == HUMAN)
    }

    pub fn is_moving(&self) -> bool {
        self.motion < 1.0
    }

    /// Progress of the celebration while it runs.
    pub fn celebrating(&self) -> Option<f32> {
        self.celebration.filter(|&done| done < 1.0)
    }

    /// Whether the board is covered while the keyboard changes hands.
    pub fn is_covered(&self) -> bool {
        self.next.is_some()
    }

    /// Whether a person can choose right now, without a hand-over or a reveal to dismiss first.
    pub fn is_choosing(&self) -> bool {
        !self.deciding.is_empty() && !self.is_covered() && !self.is_lingering
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct KeyboardOptions {
    /// Whether simultaneous choices are typed blind at the same time, without handing the keyboard
    /// over.
    pub is_blind: bool,
    /// Whether spectators of a game between computers see all hands.
    pub shows_all_hands: bool,
}
