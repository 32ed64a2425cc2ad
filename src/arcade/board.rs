//! A board with its controller, as a part of a table, a lesson or a round of practice.

use ratatui::{buffer::Buffer, layout::Rect};

use super::split::{Split, TextRoom};
use crate::{
    games::{self, Controller, GameCommand, GameView, Reply, Scene},
    widgets::{AnyCommand, Binding, ClickAreas, Key, Look, Offer, keys::Refusal},
};

#[derive(Clone, Copy)]
pub enum Input<'a> {
    Command(&'a AnyCommand),
    /// A key that runs no command.
    Key(Key),
    Wheel {
        is_down: bool,
    },
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
    pub fn offers(
        &self,
        scene: &Scene<G>,
        is_due: bool,
        refusal: impl Fn(&Binding<GameCommand<G>>, Option<Refusal>) -> Option<Refusal>,
    ) -> Vec<Offer<AnyCommand>> {
        games::offers(&self.controller, scene, is_due, refusal)
    }

    /// The wheel may move the cursor, but never makes a choice.
    pub fn handle(&mut self, input: Input, scene: &Scene<G>) -> Reply<G::Action> {
        match input {
            Input::Command(command) => {
                command.get().map_or(Reply::Ignored, |command| self.controller.run(command, scene))
            }
            Input::Key(key) => self.controller.on_key(key, scene),
            Input::Wheel { is_down } => {
                match self.controller.run(G::Controller::WHEEL[usize::from(is_down)], scene) {
                    Reply::Changed => Reply::Changed,
                    _ => Reply::Ignored,
                }
            }
        }
    }

    /// Returns the text's place and the typed input so far.
    pub fn draw_beside_text(
        &mut self,
        scene: &Scene<G>,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) -> (Rect, Option<String>) {
        let extent = |space| G::extent(&self.controller, scene, space, look);
        let split = Split::new(area, &TextRoom::of(area), &extent);
        let split = split.with_free_corner(G::free_corner);
        G::draw(&mut self.controller, scene, split.board, buffer, look, areas);
        (split.text, self.controller.pending_input(scene))
    }
}
