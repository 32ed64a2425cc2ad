//! How a game is drawn at the table that all games share.

use std::time::Duration;

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{Controller, Scene};
use crate::widgets::{Areas, Look};
use fourcade_engine::play::GameInfo;

pub trait GameView: GameInfo {
    type Controller: Controller<Self>;
    /// The smallest window in which the game can be played.
    const MIN_SIZE: Size = Size::new(34, 11);
    /// Whether what [lingers](Self::lingers) moves away when its time has come.
    const LINGERING_LEAVES: bool = false;

    /// The number of points that no seat has won yet, or `None` in a game whose seats do not share
    /// a fixed total.
    fn open_points(observation: &Self::Observation) -> Option<u32> {
        let _ = observation;
        None
    }

    /// Whether the next step hides what a step with these events showed, such as two cards that do
    /// not match. The table then keeps showing it for a moment, or until a key is pressed.
    fn lingers(events: &[Self::Event]) -> bool {
        let _ = events;
        false
    }

    /// The signs with which the board marks what belongs to each seat, besides the colours. `names`
    /// are the players as in the record.
    fn seat_marks(names: &[String]) -> Option<[String; 2]> {
        let _ = names;
        None
    }

    /// How long the animation of a step with these events takes: less than half a second.
    fn animation(events: &[Self::Event]) -> Duration {
        let _ = events;
        Duration::from_millis(260)
    }

    /// How long the board celebrates the end of a game, at most [`MAX_CELEBRATION`]; see
    /// [`Scene::celebration`]. Zero if this end has nothing to celebrate.
    fn celebration(observation: &Self::Observation) -> Duration;

    /// The scores that have been counted when the celebration has come this far, from 0 to 1;
    /// `None` if it doesn't count them.
    fn counted_scores(observation: &Self::Observation, done: f32) -> Option<Vec<i32>> {
        let _ = (observation, done);
        None
    }

    /// The size of the upper right corner of a board in this area that stays free, for the text
    /// beside the board.
    fn free_corner(board: Rect) -> Size {
        let _ = board;
        Size::ZERO
    }

    /// The size of the largest drawing that fits into `room`, or of the smallest drawing if none
    /// fits.
    fn extent(controller: &Self::Controller, scene: &Scene<Self>, room: Size, look: &Look) -> Size;

    /// Draws the board as large as fits into `area`, and registers the areas that run commands when they are
    /// clicked.
    fn draw(
        controller: &mut Self::Controller,
        scene: &Scene<Self>,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut Areas<GameCommand<Self>>,
    );

    /// Draws a small picture of a board that is not played on, on a ground that fills the area.
    /// `area` has at least [`THUMBNAIL_SIZE`].
    fn draw_thumbnail(
        observation: &Self::Observation,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
    );
}

/// The longest time for which a board celebrates the end of a game.
pub const MAX_CELEBRATION: Duration = Duration::from_millis(2500);

pub type GameCommand<G> = <<G as GameView>::Controller as Controller<G>>::Command;

/// The smallest size of [`GameView::draw_thumbnail`] for every game.
pub const THUMBNAIL_SIZE: Size = Size::new(16, 8);
