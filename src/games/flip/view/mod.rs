//! Draws a board of Flip: rings for O and crosses for X on a chequered board, inside a rim with
//! coordinates.

#[cfg(test)]
mod tests;
mod thumbnail;
mod tiles;

use std::time::Duration;

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    style::{Color, Modifier, Style},
};

use super::controller::{FlipController, grid as grid_of, pos_of, square_at};
use crate::{
    games::{
        GameView, Scene,
        grid::{self, GridLayout},
    },
    widgets::{ClickAreas, ClickTarget, ColorDepth, Look},
};
use fourcade_engine::flip::model::{FlipEvent, FlipObservation, Side, Square};
use fourcade_engine::play::{GridPos, Observation};

use fourcade_engine::flip::Flip;
use thumbnail::draw as draw_thumbnail;

/// The time of a beat, in which the next tiles begin to turn.
const BEAT: Duration = Duration::from_millis(70);
/// The shortest and the longest time in which all tiles turn.
const TURNING: (Duration, Duration) = (Duration::from_millis(220), Duration::from_millis(450));

/// How long the tiles of a step with these events turn.
pub fn turning_time(events: &[FlipEvent]) -> Duration {
    let reach = events.iter().map(|event| match event {
        FlipEvent::Placed { square, flipped, .. } => reach(*square, flipped),
        FlipEvent::Passed(_) | FlipEvent::Over(_) => 0,
    });
    (BEAT * (u32::from(reach.max().unwrap_or(0)) + 1)).clamp(TURNING.0, TURNING.1)
}

/// The distance of the farthest of these squares.
fn reach(from: Square, squares: &[Square]) -> u16 {
    squares.iter().map(|&square| distance(from, square)).max().unwrap_or(0)
}

/// The number of steps between two squares of a line.
fn distance(one: Square, other: Square) -> u16 {
    one.row.abs_diff(other.row).max(one.col.abs_diff(other.col))
}

/// The board with the cursor, the legal moves and the last move.
pub struct View<'a> {
    scene: &'a Scene<'a, Flip>,
    layout: GridLayout,
    look: &'a Look,
    /// The square under the cursor, if it is shown.
    cursor: Option<Square>,
    /// The legal moves, if a person is to move.
    legal: Vec<Square>,
    /// The tiles that the person's move to the cursor would flip.
    preview: Vec<Square>,
}

impl<'a> View<'a> {
    /// Returns a view of the board of `scene`, with the cursor if it is shown.
    pub fn new(
        scene: &'a Scene<'a, Flip>,
        layout: GridLayout,
        look: &'a Look,
        cursor: Option<Square>,
    ) -> Self {
        let deciding = scene.deciding.only();
        let board = &scene.observation.position.board;
        Self {
            scene,
            layout,
            look,
            cursor,
            legal: deciding.map_or_else(Vec::new, |seat| scene.observation.legal(seat)),
            preview: deciding
                .zip(cursor)
                .map_or_else(Vec::new, |(seat, square)| board.flips(Side::of(seat), square)),
        }
    }

    /// Draws the visible squares and makes them clickable. A square's item number is row * size +
    /// column.
    pub fn draw(&self, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let marked = self
            .cursor
            .or(self.observation().last())
            .map(|square| GridPos::new(square.row, square.col));
        grid::draw_rim(&self.layout, buffer, self.look, marked);
        for pos in self.layout.visible() {
            let area = self.layout.area_of(pos);
            self.draw_square(Square::new(pos.row, pos.col), area, buffer);
            areas.add(area, ClickTarget::Item(self.layout.grid.index(pos)));
        }
    }

    fn observation(&self) -> &FlipObservation {
        self.scene.observation
    }

    fn draw_square(&self, square: Square, area: Rect, buffer: &mut Buffer) {
        let background = self.background(square);
        grid::draw_blank(buffer, area, Style::new().bg(background).fg(self.look.palette.text));
        let is_best = self.scene.hint.is_some_and(|advice| advice.action == square);
        if self.turned(square).is_some_and(|turned| (0.35..0.65).contains(&turned)) {
            tiles::draw_edge(buffer, area, self.look);
        } else if let Some(side) = self.shown_tile(square) {
            tiles::draw(buffer, area, side, self.look);
        } else if self.legal.contains(&square) || is_best {
            let palette = &self.look.palette;
            // With sixteen colours the hint colour may be the background of the cursor.
            let color = if self.cursor == Some(square) { palette.text } else { palette.hint };
            tiles::draw_mark(
                buffer,
                area,
                if is_best { palette.accent } else { color },
                self.look,
                is_best,
            );
        } else if self.look.depth <= ColorDepth::Ansi {
            tiles::draw_empty(buffer, area, self.look);
        }
        if self.cursor == Some(square) {
            let is_taken = self.observation().position.board.at(square).is_some();
            grid::draw_cursor(buffer, area, is_taken, self.look);
        } else if self.look.depth <= ColorDepth::Ansi {
            // With few colours an underline replaces the background. (A reversed tile would look
            // like one of the other side.)
            let mark =
                if self.preview.contains(&square) || self.observation().last() == Some(square) {
                    Modifier::UNDERLINED
                } else {
                    Modifier::empty()
                };
            buffer.set_style(area, Style::new().add_modifier(mark));
        }
    }

    /// Returns the owner of the tile to draw. While tiles are turning, those that have not turned
    /// yet show their old owner.
    fn shown_tile(&self, square: Square) -> Option<Side> {
        let now = self.observation().position.board.at(square);
        let is_old = self.turned(square).is_some_and(|turned| turned < 0.5);
        if is_old { now.map(Side::other) } else { now }
    }

    /// Returns how far a tile has turned in the last step, from 0 to 1; `None` if it doesn't turn.
    /// The tiles turn one after the other, outwards from the new one.
    fn turned(&self, square: Square) -> Option<f32> {
        if self.scene.motion >= 1.0 {
            return None;
        }
        let (from, flipped) = self.scene.events.iter().find_map(|event| match event {
            FlipEvent::Placed { square, flipped, .. } => Some((square, flipped)),
            _ => None,
        })?;
        if !flipped.contains(&square) {
            return None;
        }
        // Each tile takes as long as two beats and begins one beat after its inner neighbour.
        let beats = f32::from(reach(*from, flipped)) + 1.0;
        let begin = f32::from(distance(*from, square)) - 1.0;
        Some(((self.scene.motion * beats - begin) / 2.0).clamp(0.0, 1.0))
    }

    /// Returns the background colour of a square.
    fn background(&self, square: Square) -> Color {
        let palette = &self.look.palette;
        let is_flip = |event: &FlipEvent| match event {
            FlipEvent::Placed { flipped, .. } => flipped.contains(&square),
            FlipEvent::Passed(_) | FlipEvent::Over(_) => false,
        };
        if self.cursor == Some(square) || self.preview.contains(&square) {
            palette.cursor
        } else if self.observation().last() == Some(square) {
            palette.last
        } else if self.scene.events.iter().any(is_flip) {
            palette.fresh
        } else {
            palette.cells[usize::from((square.row + square.col) % 2)]
        }
    }
}

impl GameView for Flip {
    type Controller = FlipController;

    fn open_points(seen: &FlipObservation) -> Option<u32> {
        Some(seen.position.board.empties())
    }

    fn animation(events: &[FlipEvent]) -> Duration {
        turning_time(events)
    }

    fn extent(_: &FlipController, scene: &Scene<Flip>, room: Size, _: &Look) -> Size {
        GridLayout::extent(grid_of(&scene.observation.position.board), room)
    }

    fn draw(
        controller: &mut FlipController,
        scene: &Scene<Flip>,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let grid = grid_of(&scene.observation.position.board);
        let cursor = controller.cursor.position(grid);
        // Until the cursor is moved for the first time, the window follows the game.
        let follows_game = controller.cursor.placed().is_none() && scene.deciding.is_empty();
        let shown =
            if follows_game { scene.observation.last().map_or(cursor, pos_of) } else { cursor };
        let layout = controller.cursor.layout(grid, area, shown);
        let cursor = (!follows_game).then_some(square_at(cursor));
        View::new(scene, layout, look, cursor).draw(buffer, areas);
    }

    fn draw_thumbnail(observation: &FlipObservation, area: Rect, buffer: &mut Buffer, look: &Look) {
        draw_thumbnail(observation, area, buffer, look);
    }
}
