//! How a game is drawn at the table that all games share.

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{ArcadeGame, Controller, Scene};
use crate::widgets::{ClickAreas, Look};

/// How a game is drawn, and the keys that go with the drawing.
pub trait GameView: ArcadeGame {
    type Controller: Controller<Self>;
    /// The smallest window in which the game can be played.
    const MIN_SIZE: Size = Size::new(34, 11);

    /// The number of points that no seat has won yet, or `None` in a game whose seats do not share
    /// a fixed total.
    fn open_points(observation: &Self::Observation) -> Option<u32> {
        let _ = observation;
        None
    }

    /// The signs with which the board marks what belongs to each seat, besides the colours. `names`
    /// are the players as in the record.
    fn seat_marks(names: &[String]) -> Option<[String; 2]> {
        let _ = names;
        None
    }

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
        areas: &mut ClickAreas,
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

pub type GameCommand<G> = <<G as GameView>::Controller as Controller<G>>::Command;

/// The smallest size of [`GameView::draw_thumbnail`] for every game.
pub const THUMBNAIL_SIZE: Size = Size::new(16, 8);
