//! The trait for the keys and clicks of a game.

use std::fmt::Debug;

use super::{KeyboardOptions, Scene};
use crate::widgets::{
    AnyCommand, Binding, Key, Offer,
    keys::{Group, Refusal},
};
use fourcade_engine::play::{Game, Seat};

/// Refusal if nobody at the keyboard is to move. The table replaces it with a more precise one.
pub const NOT_YOUR_TURN: &str = "it is not your turn";
/// Refusal to show what people at the table must not see.
pub const PEOPLE_PLAY: &str = "only available when computers play";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<A> {
    Ignored,
    /// The board must be redrawn.
    Changed,
    Act(Seat, A),
    /// Take back this seat's choice, which waits for the others.
    Retract(Seat),
    Refused(Refusal),
    /// Refused to one of several seats that type at the same time.
    RefusedTo(Seat, Refusal),
}

/// What a seat types while others type, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatInput {
    pub seat: Seat,
    /// What is shown for the seat, such as `1-6  *_ __`: the range of its keys, then `*` for each
    /// key typed and `_` for each to come, so that the opponent can't read the choice. The width is
    /// constant.
    pub typed: String,
    /// The name of the key that takes back what was typed, and a short one.
    pub undo_key: [&'static str; 2],
}

pub trait Controller<G: Game>: Default {
    type Command: Copy + Eq + Debug + 'static;

    /// Shown in the footer and the help before the table's own keys.
    const KEYS: &'static [Binding<Self::Command>];
    /// The commands of the mouse wheel: up, then down.
    const WHEEL: [Self::Command; 2];

    fn refusal(&self, command: Self::Command, scene: &Scene<G>) -> Option<Refusal>;

    /// Whether a command is useful only while a person can choose.
    fn needs_turn(command: Self::Command) -> bool {
        let _ = command;
        true
    }

    /// The key and label of a binding in the footer; `None` leaves it out.
    fn footer(
        &self,
        binding: &Binding<Self::Command>,
        scene: &Scene<G>,
    ) -> Option<(&'static str, &'static str)> {
        let _ = scene;
        binding.footer
    }

    /// Clicks on the view run commands even while they are unavailable.
    fn run(&mut self, command: Self::Command, scene: &Scene<G>) -> Reply<G::Action>;

    /// Handles a key that runs no command, such as a digit of a coordinate.
    fn on_key(&mut self, key: Key, scene: &Scene<G>) -> Reply<G::Action>;

    /// Whether letters are typed as text instead of running the table's commands.
    fn takes_text(&self, scene: &Scene<G>) -> bool {
        let _ = scene;
        false
    }

    fn keyboard_options(&self) -> KeyboardOptions {
        KeyboardOptions::default()
    }

    /// The footer's label for Esc if it closes or clears something; `None` if it leaves the table.
    fn esc_label(&self, scene: &Scene<G>) -> Option<&'static str>;

    /// Closes or clears what [`Self::esc_label`] names.
    fn on_esc(&mut self);

    /// Shows what players at a table must remember themselves, such as cards seen earlier.
    fn show_remembered(&mut self) {}

    /// Called when another person takes the keyboard or another game begins.
    fn reset(&mut self) {
        *self = Self::default();
    }

    /// If the cursor is on an action that `is_avoided`, moves it elsewhere.
    fn point_away(&mut self, is_avoided: &dyn Fn(G::Action) -> bool, scene: &Scene<G>);

    /// The prompt shown while an action is being typed, with the text so far.
    fn pending_input(&self, scene: &Scene<G>) -> Option<String>;

    /// What each seat has typed, if several type at the same time.
    fn seat_inputs(&self, scene: &Scene<G>) -> Vec<SeatInput> {
        let _ = scene;
        Vec::new()
    }
}

/// The commands of a controller, for the footer and the help. Commands that need a turn are in the
/// footer only during a turn, or if one `is_due` in a moment. `refine` gets each binding with the
/// controller's refusal, and returns the refusal that the screen shows.
pub fn offers<G: Game, C: Controller<G>>(
    controller: &C,
    scene: &Scene<G>,
    is_due: bool,
    refine: impl Fn(&Binding<C::Command>, Option<Refusal>) -> Option<Refusal>,
) -> Vec<Offer<AnyCommand>> {
    let offer = |binding: &Binding<C::Command>| {
        let refusal = refine(binding, controller.refusal(binding.command, scene));
        let offer = Offer::new(Group::Game, binding, refusal);
        let waits = C::needs_turn(binding.command) && !scene.is_choosing();
        let footer = controller.footer(binding, scene).filter(|_| is_due || !waits);
        let footer = footer.map(|(key, label)| (key.into(), label));
        Offer { footer, is_due: is_due && waits, ..offer }.map(AnyCommand::new)
    };
    C::KEYS.iter().map(offer).collect()
}

#[cfg(test)]
pub mod testing {
    use super::*;
    use crate::widgets::keys;

    /// Presses a key as the table does: runs its command if that is available, else types it.
    pub fn press<G: Game, C: Controller<G>>(
        controller: &mut C,
        key: Key,
        scene: &Scene<G>,
    ) -> Reply<G::Action> {
        let is_text = controller.takes_text(scene) && key.is_word_character();
        let offers = if is_text {
            Vec::new()
        } else {
            offers(controller, scene, false, |_, refusal| refusal)
        };
        match keys::find(&offers, key) {
            Some(offer) if offer.is_available() => {
                let command = offer.command.get().expect("a command of the controller");
                controller.run(command, scene)
            }
            _ => controller.on_key(key, scene),
        }
    }
}
