//! What the keys and clicks of a game do at the table that all games share.

use std::{borrow::Cow, fmt::Debug};

use super::{KeyboardOptions, Scene};
use crate::widgets::{
    AnyCommand, Binding, Key, Offer,
    keys::{Group, Refusal},
};
use fourcade_engine::play::{Game, Seat};

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
    /// What the wheel does, up and down.
    const WHEEL: [Self::Command; 2];

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

    /// Whether letters are typed as text now, so that they run no commands of the table.
    fn takes_text(&self, scene: &Scene<G>) -> bool {
        let _ = scene;
        false
    }

    /// How the people at the keyboard have chosen to share it.
    fn keyboard_options(&self) -> KeyboardOptions {
        KeyboardOptions::default()
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

    /// Moves the cursor elsewhere if it is on an action that `is_avoided`.
    fn point_away(&mut self, is_avoided: &dyn Fn(G::Action) -> bool, scene: &Scene<G>);

    /// With a prompt.
    fn pending_input(&self, scene: &Scene<G>) -> Option<String>;
}

/// The commands of a controller. `refusal` gets the controller's reason why one is not available,
/// and returns that of the screen.
pub fn offers<G: Game, C: Controller<G>>(
    controller: &C,
    scene: &Scene<G>,
    refusal: impl Fn(&Binding<C::Command>, Refusal) -> Refusal,
) -> Vec<Offer<AnyCommand>> {
    let offer = |binding: &Binding<C::Command>| {
        let refusal = refusal(binding, controller.refusal(binding.command, scene));
        let offer = Offer::new(Group::Game, binding, refusal);
        let footer = controller.footer(binding, scene);
        let footer = footer.map(|(key, label)| (key.into(), label));
        Offer { footer, ..offer }.map(AnyCommand::new)
    };
    C::KEYS.iter().map(offer).collect()
}

#[cfg(test)]
pub mod testing {
    use super::*;
    use crate::widgets::keys;

    /// Presses a key as the table does: it runs the command that is bound to it and available, or
    /// is typed.
    pub fn press<G: Game, C: Controller<G>>(
        controller: &mut C,
        key: Key,
        scene: &Scene<G>,
    ) -> Reply<G::Action> {
        let is_text = controller.takes_text(scene) && key.is_letter();
        let offers =
            if is_text { Vec::new() } else { offers(controller, scene, |_, refusal| refusal) };
        match keys::find(&offers, key) {
            Some(offer) if offer.is_available() => {
                let command = offer.command.get().expect("a command of the controller");
                controller.run(command, scene)
            }
            _ => controller.on_key(key, scene),
        }
    }
}
