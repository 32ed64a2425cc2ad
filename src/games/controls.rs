//! How a game is shown and steered on the table: what each game brings for the one table of the
//! arcade.

use std::borrow::Cow;

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use crate::{
    play::{Advice, Game, Seat, Seats},
    ui::{Binding, ClickAreas, Key, Look},
};

/// What is on the table now: all that drawing and steering may depend on.
#[derive(Debug)]
pub struct Scene<'a, G: Game> {
    /// What those who look at the screen may know.
    pub seen: &'a G::Observation,
    /// The seats for which persons at the keyboard decide now: several where they act at the same
    /// time.
    pub deciding: Seats,
    /// Whether a person must decide who does not look yet: nobody may steer.
    pub covered: bool,
    /// What happened in the last step.
    pub events: &'a [G::Event],
    /// How far the last step's motion has come, from 0 to 1 (1: at rest).
    pub motion: f32,
    /// Whether what the last step showed stays to be looked at (see
    /// [`ArcadeGame::lingers`](super::Flat::lingers)).
    pub lingers: bool,
    /// What the hint says.
    pub hint: Option<&'a Advice<G::Action>>,
    /// Who sits where, as in the record: `human` or a computer player's name.
    pub names: &'a [String],
}

/// What came of a key or a click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<A> {
    /// It means nothing here.
    Ignored,
    /// What is shown has changed.
    Changed,
    /// The person on this seat decides this.
    Act(Seat, A),
    /// The person on this seat takes back a choice that waits for the others.
    Retract(Seat),
    /// Nothing can be done; this says why.
    Refused(Cow<'static, str>),
}

/// A game's part of the table: its view and its keys, with a cursor and what else it remembers
/// between keys.
pub trait Controls<G: Game>: Default {
    /// What its keys do.
    type Command: Copy + 'static;

    /// Its key table; the table's own keys stand behind it.
    const KEYS: &'static [Binding<Self::Command>];

    /// The least window in which the game can be played.
    const LEAST: Size = Size::new(34, 11);

    /// Why a command does not apply now, if so.
    fn refusal(&self, command: Self::Command, scene: &Scene<G>) -> Option<Cow<'static, str>>;

    /// Carries out a command.
    fn run(&mut self, command: Self::Command, scene: &Scene<G>) -> Reply<G::Action>;

    /// A key that no binding takes: a coordinate, say.
    fn typed(&mut self, key: Key, scene: &Scene<G>) -> Reply<G::Action>;

    /// A click on a spot that was registered while drawing.
    fn clicked(&mut self, spot: usize, scene: &Scene<G>) -> Reply<G::Action>;

    /// The wheel, down or up.
    fn wheel(&mut self, down: bool, scene: &Scene<G>) -> Reply<G::Action>;

    /// Whether letters are text now, so that no letter is a key of the table.
    fn takes_text(&self, scene: &Scene<G>) -> bool {
        let _ = scene;
        false
    }

    /// Whether persons now choose at the same time without seeing what the others choose, in a game
    /// with secrets; else they look at the table one after the other.
    fn is_blind(&self) -> bool {
        false
    }

    /// Whether those who watch a game without persons look into all hands.
    fn opens_hands(&self) -> bool {
        false
    }

    /// Another person looks at the table now, or another game begins: nothing may show what was
    /// done before, a cursor least of all.
    fn forget(&mut self) {
        *self = Self::default();
    }

    /// What is being typed, for the lines that show it.
    fn typing(&self, scene: &Scene<G>) -> Option<String>;

    /// The room that the largest drawing wants which fits into `room`; at least the compact one's.
    fn extent(&self, scene: &Scene<G>, room: Size, look: &Look) -> Size;

    /// Draws the board, as large as fits.
    fn draw(
        &mut self,
        scene: &Scene<G>,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    );

    /// Draws a picture of the board for the menu, where nobody plays on it; at least [`SMALL`].
    fn draw_small(seen: &G::Observation, area: Rect, buffer: &mut Buffer, look: &Look);
}

/// The room that the smallest picture of each game needs.
pub const SMALL: Size = Size::new(18, 8);
