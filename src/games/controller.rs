//! What the keys and clicks of a game do at the table that all games share.

use std::{borrow::Cow, fmt::Debug};

use crate::widgets::{Binding, Key};
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
    /// Whether what the last step revealed is still shown (see
    /// [`GameView::lingers`](super::GameView::lingers)).
    pub is_lingering: bool,
    /// How far the board has come in celebrating the end of the game, from 0 to 1 (finished).
    /// `None` while the game goes on, and where it is only looked at.
    pub celebration: Option<f32>,
    pub hint: Option<&'a Advice<G::Action>>,
    /// The players by seat, as in the record: `human` or the name of a computer player.
    pub names: &'a [String],
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
            is_lingering: false,
            celebration: None,
            hint: None,
            names,
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

/// Why a command is refused while nobody at the keyboard decides. The table knows more: it says who
/// plays, or who is to take the keyboard.
pub const NOT_YOUR_TURN: &str = "it is not your turn";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<A> {
    Ignored,
    /// What is shown has changed.
    Changed,
    Act(Seat, A),
    /// The person on this seat takes back a choice that waits for the others.
    Retract(Seat),
    Refused(Cow<'static, str>),
}

/// The keys of a game at the table, with the state they keep between keys, such as a cursor.
pub trait Controller<G: Game>: Default {
    type Command: Copy + Eq + Debug + 'static;

    /// The table's own keys follow it in the footer and the help.
    const KEYS: &'static [Binding<Self::Command>];

    /// Returns why a command is not available now; `None` if it is.
    fn refusal(&self, command: Self::Command, scene: &Scene<G>) -> Option<Cow<'static, str>>;

    /// Returns the key and the label with which the footer shows a binding now, if it is available;
    /// `None` to leave it out.
    fn footer(
        &self,
        binding: &Binding<Self::Command>,
        scene: &Scene<G>,
    ) -> Option<(&'static str, &'static str)> {
        let _ = scene;
        binding.footer
    }

    /// Also runs the commands of the areas that the game's view registers for clicks, which may not
    /// be available.
    fn run(&mut self, command: Self::Command, scene: &Scene<G>) -> Reply<G::Action>;

    /// Handles a key that runs no command, such as a digit of a coordinate.
    fn on_key(&mut self, key: Key, scene: &Scene<G>) -> Reply<G::Action>;

    /// What the wheel does.
    fn wheel(down: bool) -> Self::Command;

    /// Whether letters are typed as text now, so that they run no commands of the table.
    fn takes_text(&self, scene: &Scene<G>) -> bool {
        let _ = scene;
        false
    }

    /// Whether the people at the keyboard enter simultaneous choices blind: all at the same time,
    /// without seeing what is typed. Otherwise the keyboard is handed from one person to the next.
    fn is_blind(&self) -> bool {
        false
    }

    /// Whether spectators of a game between computers see all hands.
    fn shows_all_hands(&self) -> bool {
        false
    }

    /// What Esc closes before it leaves the table, in a word for the footer; `None` if nothing lies
    /// over the bare table.
    fn layer(&self, scene: &Scene<G>) -> Option<&'static str>;

    /// Closes what [`Self::layer`] returned.
    fn close_layer(&mut self);

    /// Shows what the person can know of the past, where people at a table have to remember it.
    fn recall(&mut self) {}

    /// Called when another person takes the keyboard or another game begins.
    fn reset(&mut self) {
        *self = Self::default();
    }

    /// Puts the cursor on an action, if it has a place.
    fn point_at(&mut self, action: G::Action) {
        let _ = action;
    }

    /// With a prompt.
    fn pending_input(&self, scene: &Scene<G>) -> Option<String>;
}

#[cfg(test)]
pub mod testing {
    use super::*;

    /// Presses a key as the table does: it runs the command that is bound to it and available, or
    /// is typed.
    pub fn press<G: Game, C: Controller<G>>(
        controller: &mut C,
        key: Key,
        scene: &Scene<G>,
    ) -> Reply<G::Action> {
        let is_text = controller.takes_text(scene) && key.is_text();
        let mut bindings = C::KEYS.iter().filter(|row| row.keys.contains(&key) && !is_text);
        match bindings.find(|row| controller.refusal(row.command, scene).is_none()) {
            Some(binding) => controller.run(binding.command, scene),
            None => controller.on_key(key, scene),
        }
    }
}
