//! What drawing and key handling may know of a table.

use super::{Notation, moments::Moment};
use fourcade_engine::play::{Advice, Game, Seat, Seats};

/// The current state of the table: everything that drawing and key handling may depend on.
#[derive(Debug)]
pub struct Scene<'a, G: Game> {
    /// What the people at the screen may know.
    pub observation: &'a G::Observation,
    /// The seats for which people at the keyboard decide now. There are several if they choose at
    /// the same time.
    pub deciding: Seats,
    /// The seat of the person to whom the keyboard is being handed over. Until that person takes
    /// it, no game key works.
    pub next: Option<Seat>,
    pub events: &'a [G::Event],
    /// How far the animation of the last step is, from 0 to 1 (finished). While what the step
    /// revealed is taken away again, from 1 to 2.
    pub motion: f32,
    /// The moment that is staged once the last step has come to rest, and how far that is, from 0
    /// to 1.
    pub moment: Option<(Moment, f32)>,
    /// Whether what the last step revealed is still shown; see [`Game::shows_reveal`].
    pub is_lingering: bool,
    /// Whether the last step is discussed: it is marked.
    pub is_review: bool,
    /// How far the board has come in celebrating the end of the game, from 0 to 1 (finished).
    /// `None` while the game goes on, and where it is only looked at.
    pub celebration: Option<f32>,
    pub hint: Option<&'a Advice<G::Action>>,
    /// The players by seat, as in the record: `human` or the name of a computer player.
    pub names: &'a [String],
    pub notation: Notation,
}

impl<'a, G: Game> Scene<'a, G> {
    /// A board at rest, at which nobody decides.
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
            names,
            notation: Notation::default(),
        }
    }

    /// How far the celebration of the end is, from 0 to 1, while it goes on.
    pub fn celebrating(&self) -> Option<f32> {
        self.celebration.filter(|&done| done < 1.0)
    }

    /// Whether the keyboard is being handed over to the person who decides next.
    pub fn is_covered(&self) -> bool {
        self.next.is_some()
    }

    /// Whether a person chooses now: nobody waits for the keyboard, and no key is needed first to
    /// end the display of the last step.
    pub fn is_choosing(&self) -> bool {
        !self.deciding.is_empty() && !self.is_covered() && !self.is_lingering
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct KeyboardOptions {
    /// Whether simultaneous choices are typed blind, all at the same time, instead of handing the
    /// keyboard from one person to the next.
    pub is_blind: bool,
    /// Whether spectators of a game between computers see all hands.
    pub shows_all_hands: bool,
}
