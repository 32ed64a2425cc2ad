//! The trait for drawing a game.

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{ArcadeGame, Controller, Naming, Scene};
use crate::widgets::{ClickAreas, Look};
use fourcade_engine::play::Seat;

pub trait GameView: ArcadeGame {
    type Controller: Controller<Self>;
    const MIN_SIZE: Size = Size::new(34, 11);

    /// The cards that lie on the table for everyone, in the order in which they were played.
    fn cards_on_table(observation: &Self::Observation) -> Vec<(Seat, String)> {
        let _ = observation;
        Vec::new()
    }

    /// Points not won yet, in a game with a fixed total.
    fn open_points(observation: &Self::Observation) -> Option<u32> {
        let _ = observation;
        None
    }

    /// Signs that mark each seat's pieces on the board, besides colours. `names` are the players as
    /// in the record.
    fn seat_marks(names: &[String], naming: Naming) -> Option<[String; 2]> {
        let _ = (names, naming);
        None
    }

    /// What a thumbnail writes about each seat, beside its place or on its pieces.
    fn thumbnail_labels(players: &[String], naming: Naming) -> Vec<String> {
        Self::seat_marks(players, naming).map(Vec::from).unwrap_or_default()
    }

    /// The scores counted so far in the celebration (`done` from 0 to 1); `None` if it doesn't
    /// count.
    fn counted_scores(observation: &Self::Observation, done: f32) -> Option<Vec<i32>> {
        let _ = (observation, done);
        None
    }

    /// The size of the upper right corner that a board in this area leaves to the panel.
    fn free_corner(board: Rect) -> Size {
        let _ = board;
        Size::ZERO
    }

    /// The size of a picture in this room. A game with boards of one size may replace the `usual`
    /// one.
    fn thumbnail_size(room: Size, usual: Size) -> Size {
        let _ = room;
        usual
    }

    /// The size of the largest drawing that fits into `room`, else of the smallest one.
    fn extent(controller: &Self::Controller, scene: &Scene<Self>, room: Size, look: &Look) -> Size;

    /// Draws the board as large as fits into `area`, and registers its clickable areas.
    fn draw(
        controller: &mut Self::Controller,
        scene: &Scene<Self>,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    );

    /// Draws a small picture with a background over the whole area, which is at least
    /// [`THUMBNAIL_SIZE`]. `labels` are the [`Self::thumbnail_labels`] of the players, or empty.
    fn draw_thumbnail(
        observation: &Self::Observation,
        labels: &[String],
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
    );
}

pub type GameCommand<G> = <<G as GameView>::Controller as Controller<G>>::Command;

pub const THUMBNAIL_SIZE: Size = Size::new(16, 8);
