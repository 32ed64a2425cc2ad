//! How a board of Flip is drawn: discs of O and crosses of X on a soft chequer, in a rim with
//! coordinates.

mod small;
#[cfg(test)]
mod tests;
mod tiles;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
};

use super::rules::{FlipEvent, FlipObservation, Side, Square};
use crate::{
    games::{
        Scene,
        grid::{self, GridLayout, GridPos},
    },
    play::Observation,
    ui::{ClickAreas, ClickTarget, ColorDepth, Look},
};

use super::Flip;
pub use small::draw as draw_small;

/// What a board shows beside its tiles.
pub struct View<'a> {
    scene: &'a Scene<'a, Flip>,
    layout: GridLayout,
    look: &'a Look,
    /// The cell under the cursor, when a person plays.
    cursor: Option<Square>,
    legal: Vec<Square>,
    /// What a move to the cursor would flip.
    preview: Vec<Square>,
}

impl<'a> View<'a> {
    /// The board of `scene`, laid out so, with the cursor if it is shown.
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
                .map_or_else(Vec::new, |(seat, cell)| board.flips(Side::of(seat), cell)),
        }
    }

    /// Draws it and makes each cell a spot: row times size plus column.
    pub fn draw(&self, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let marked =
            self.cursor.or(self.seen().last()).map(|cell| GridPos::new(cell.row, cell.col));
        grid::draw_rim(&self.layout, buffer, self.look, marked);
        for place in self.layout.visible() {
            let area = self.layout.area_of(place);
            self.cell(Square::new(place.row, place.col), area, buffer);
            areas.add(area, ClickTarget::Item(self.layout.grid.index(place)));
        }
    }

    fn seen(&self) -> &FlipObservation {
        self.scene.observation
    }

    fn cell(&self, cell: Square, area: Rect, buffer: &mut Buffer) {
        let ground = self.ground(cell);
        grid::draw_blank(buffer, area, Style::new().bg(ground).fg(self.look.palette.text));
        let is_best = self.scene.hint.is_some_and(|advice| advice.action == cell);
        if let Some(side) = self.shown(cell) {
            tiles::draw(buffer, area, side, self.look);
        } else if self.legal.contains(&cell) || is_best {
            let palette = &self.look.palette;
            // Among sixteen colours the usual ink can be that of the cursor's ground.
            let ink = if self.cursor == Some(cell) { palette.text } else { palette.hint };
            tiles::mark(
                buffer,
                area,
                if is_best { palette.accent } else { ink },
                self.look,
                is_best,
            );
        } else if self.look.depth <= ColorDepth::Ansi {
            tiles::empty(buffer, area, self.look);
        }
        if self.cursor == Some(cell) {
            let is_taken = self.seen().position.board.at(cell).is_some();
            grid::draw_cursor(buffer, area, is_taken, self.look);
        } else if self.look.depth <= ColorDepth::Ansi {
            // Few colours: what the ground would tell is told otherwise.
            // (Reversing a tile would draw the other side's shape.)
            let mark = if self.preview.contains(&cell) || self.seen().last() == Some(cell) {
                Modifier::UNDERLINED
            } else {
                Modifier::empty()
            };
            buffer.set_style(area, Style::new().add_modifier(mark));
        }
    }

    /// Whose tile is shown: while tiles turn, those that have not turned yet show their old side.
    fn shown(&self, cell: Square) -> Option<Side> {
        let now = self.seen().position.board.at(cell);
        let turning = self.scene.events.iter().find_map(|event| match event {
            FlipEvent::Placed { cell: from, flipped, .. } if flipped.contains(&cell) => Some(from),
            _ => None,
        });
        match turning {
            Some(from) if self.scene.motion < 1.0 => {
                let distance = cell.row.abs_diff(from.row).max(cell.col.abs_diff(from.col));
                let turned = self.scene.motion * 8.0 >= f32::from(distance.min(7));
                if turned { now } else { now.map(Side::other) }
            }
            _ => now,
        }
    }

    fn ground(&self, cell: Square) -> Color {
        let palette = &self.look.palette;
        let turned = |event: &FlipEvent| matches!(event, FlipEvent::Placed { flipped, .. } if flipped.contains(&cell));
        if self.cursor == Some(cell) || self.preview.contains(&cell) {
            palette.cursor
        } else if self.seen().last() == Some(cell) {
            palette.last
        } else if self.scene.events.iter().any(turned) {
            palette.fresh
        } else {
            palette.cells[usize::from((cell.row + cell.col) % 2)]
        }
    }
}
