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

use super::rules::{Cell, Event, Seen, Side};
use crate::{
    games::{
        Scene,
        square::{self, Layout, Place},
    },
    play::Observation,
    ui::{Areas, Depth, Look, Target},
};

use super::Flip;
pub use small::draw as draw_small;

/// What a board shows beside its tiles.
pub struct View<'a> {
    scene: &'a Scene<'a, Flip>,
    layout: Layout,
    look: &'a Look,
    /// The cell under the cursor, when a person plays.
    cursor: Option<Cell>,
    legal: Vec<Cell>,
    /// What a move to the cursor would flip.
    preview: Vec<Cell>,
}

impl<'a> View<'a> {
    /// The board of `scene`, laid out so, with the cursor if it is shown.
    pub fn new(
        scene: &'a Scene<'a, Flip>,
        layout: Layout,
        look: &'a Look,
        cursor: Option<Cell>,
    ) -> Self {
        let deciding = scene.deciding.only();
        let board = &scene.seen.position.board;
        Self {
            scene,
            layout,
            look,
            cursor,
            legal: deciding.map_or_else(Vec::new, |seat| scene.seen.legal(seat)),
            preview: deciding
                .zip(cursor)
                .map_or_else(Vec::new, |(seat, cell)| board.flips(Side::of(seat), cell)),
        }
    }

    /// Draws it and makes each cell a spot: row times size plus column.
    pub fn draw(&self, buffer: &mut Buffer, areas: &mut Areas) {
        let marked = self.cursor.or(self.seen().last()).map(|cell| Place::new(cell.row, cell.col));
        square::draw_rim(&self.layout, buffer, self.look, marked);
        for place in self.layout.visible() {
            let area = self.layout.area_of(place);
            self.cell(Cell::new(place.row, place.col), area, buffer);
            areas.add(area, Target::Spot(self.layout.square.index(place)));
        }
    }

    fn seen(&self) -> &Seen {
        self.scene.seen
    }

    fn cell(&self, cell: Cell, area: Rect, buffer: &mut Buffer) {
        let ground = self.ground(cell);
        square::draw_blank(buffer, area, Style::new().bg(ground).fg(self.look.inks.text));
        let is_best = self.scene.hint.is_some_and(|advice| advice.action == cell);
        if let Some(side) = self.shown(cell) {
            tiles::draw(buffer, area, side, self.look);
        } else if self.legal.contains(&cell) || is_best {
            let inks = &self.look.inks;
            // Among sixteen colours the usual ink can be that of the cursor's ground.
            let ink = if self.cursor == Some(cell) { inks.text } else { inks.hint };
            tiles::mark(buffer, area, if is_best { inks.accent } else { ink }, self.look, is_best);
        } else if self.look.depth <= Depth::Ansi {
            tiles::empty(buffer, area, self.look);
        }
        if self.cursor == Some(cell) {
            let is_taken = self.seen().position.board.at(cell).is_some();
            square::draw_cursor(buffer, area, is_taken, self.look);
        } else if self.look.depth <= Depth::Ansi {
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
    fn shown(&self, cell: Cell) -> Option<Side> {
        let now = self.seen().position.board.at(cell);
        let turning = self.scene.events.iter().find_map(|event| match event {
            Event::Placed { cell: from, flipped, .. } if flipped.contains(&cell) => Some(from),
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

    fn ground(&self, cell: Cell) -> Color {
        let inks = &self.look.inks;
        let turned = |event: &Event| matches!(event, Event::Placed { flipped, .. } if flipped.contains(&cell));
        if self.cursor == Some(cell) || self.preview.contains(&cell) {
            inks.cursor
        } else if self.seen().last() == Some(cell) {
            inks.last
        } else if self.scene.events.iter().any(turned) {
            inks.fresh
        } else {
            inks.cells[usize::from((cell.row + cell.col) % 2)]
        }
    }
}
