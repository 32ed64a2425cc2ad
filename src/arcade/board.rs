//! The board of a game with its controller, as a part of a screen: of a table, a lesson, or a round
//! of practice.

use crate::{
    games::{Controller, GameCommand, GameView, Reply, Scene},
    widgets::{
        AnyCommand, Binding, Key, Offer,
        keys::{Group, Refusal},
    },
};

/// What a person does at a board.
#[derive(Clone, Copy)]
pub enum Input<'a> {
    Command(&'a AnyCommand),
    /// A key that runs no command.
    Key(Key),
    /// One notch of the mouse wheel, down (true) or up.
    Wheel(bool),
}

pub struct Board<G: GameView> {
    pub controller: G::Controller,
}

impl<G: GameView> Default for Board<G> {
    fn default() -> Self {
        Self { controller: G::Controller::default() }
    }
}

impl<G: GameView> Board<G> {
    /// Returns the commands of the game. `refusal` gets the controller's reason, and returns that
    /// of the screen.
    pub fn offers(
        &self,
        scene: &Scene<G>,
        refusal: impl Fn(&Binding<GameCommand<G>>, Refusal) -> Refusal,
    ) -> Vec<Offer<AnyCommand>> {
        let offer = |binding: &Binding<_>| {
            let refusal = refusal(binding, self.controller.refusal(binding.command, scene));
            let offer = Offer::new(Group::Game, binding, refusal);
            Offer { footer: self.controller.footer(binding, scene), ..offer }.map(AnyCommand::new)
        };
        G::Controller::KEYS.iter().map(offer).collect()
    }

    /// The wheel makes no choices.
    pub fn handle(&mut self, input: Input, scene: &Scene<G>) -> Reply<G::Action> {
        match input {
            Input::Command(command) => {
                command.get().map_or(Reply::Ignored, |command| self.controller.run(command, scene))
            }
            Input::Key(key) => self.controller.on_key(key, scene),
            Input::Wheel(down) => match self.controller.run(G::Controller::wheel(down), scene) {
                Reply::Changed => Reply::Changed,
                _ => Reply::Ignored,
            },
        }
    }
}
