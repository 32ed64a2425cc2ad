//! How a board of Eater is drawn: the Passer's stones, filled where they hang together with the top
//! row, the Eater's mouths, the path that has won, and how often an expert would choose each cell.

mod marks;
mod small;
#[cfg(test)]
mod tests;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
};

use super::{
    Eater,
    rules::{Cell, Cells, EaterEvent, EaterObservation, Pair, Role},
};
use crate::{
    games::{
        Scene,
        grid::{self, GridLayout, GridPos},
    },
    ui::{ClickAreas, ClickTarget, ColorDepth, Look},
};
use marks::Mark;
pub use small::draw as draw_small;

/// How much of a step's motion passes before both choices are revealed.
const REVEALED: f32 = 0.4;

/// What a board shows beside its marks.
pub struct View<'a> {
    scene: &'a Scene<'a, Eater>,
    layout: GridLayout,
    look: &'a Look,
    /// The cell under the cursor, if it is shown.
    cursor: Option<Cell>,
    /// The Passer's cells that hang together with the top row.
    reached: Cells,
    /// The cells that still matter.
    live: Cells,
    /// The Passer's path, once it has one.
    path: Vec<Cell>,
    /// What both chose last.
    last: Option<Pair>,
}

impl<'a> View<'a> {
    /// The board of `scene`, laid out so, with the cursor if it is shown.
    pub fn new(
        scene: &'a Scene<'a, Eater>,
        layout: GridLayout,
        look: &'a Look,
        cursor: Option<Cell>,
    ) -> Self {
        let EaterObservation { board, last, .. } = scene.observation;
        let path = if scene.motion < REVEALED { None } else { board.path() };
        Self {
            scene,
            layout,
            look,
            cursor,
            reached: board.reached(),
            live: board.live(),
            path: path.unwrap_or_default(),
            last: *last,
        }
    }

    /// Draws it and makes each cell a spot, by its number in reading order.
    pub fn draw(&self, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let marked = self.cursor.or(self.advised()).map(|cell| GridPos::new(cell.row, cell.col));
        grid::draw_rim(&self.layout, buffer, self.look, marked);
        self.draw_closed(buffer);
        for place in self.layout.visible() {
            let area = self.layout.area_of(place);
            self.draw_cell(Cell::new(place.row, place.col), area, buffer);
            areas.add(area, ClickTarget::Item(self.layout.grid.index(place)));
        }
    }

    /// The number of the first row to which no path leads any more.
    fn draw_closed(&self, buffer: &mut Buffer) {
        let Some(row) =
            self.scene.observation.board.sealed().filter(|row| self.layout.rows().contains(row))
        else {
            return;
        };
        let cell = self.layout.area_of(GridPos::new(row, self.layout.first.col));
        let area = Rect {
            x: self.layout.frame.x + self.layout.padding,
            width: self.layout.label_width,
            ..cell
        };
        let area = Rect { y: cell.y + (cell.height - 1) / 2, height: 1, ..area };
        let ink = self.look.palette.seats[Role::Eater.index()];
        buffer.set_style(
            area,
            Style::new().fg(ink).add_modifier(Modifier::REVERSED | Modifier::BOLD),
        );
    }

    fn draw_cell(&self, cell: Cell, area: Rect, buffer: &mut Buffer) {
        grid::draw_blank(
            buffer,
            area,
            Style::new().bg(self.ground(cell)).fg(self.look.palette.text),
        );
        let marker = self.scene.observation.board.at(cell);
        let is_new = self.is_new(cell);
        if is_new && !self.is_revealed() {
            grid::draw_symbol(
                buffer,
                area,
                self.look.glyphs.dot,
                self.look.accent().bg(self.ground(cell)),
            );
        } else if self.path.contains(&cell) {
            marks::draw_path(buffer, area, self.look);
        } else if let Some(side) = marker {
            marks::draw(buffer, area, self.mark(side, cell), self.look);
            if is_new && self.last.and_then(Pair::clash).is_some() {
                marks::draw_clash(buffer, area, self.look);
            }
        } else if let Some(share) = self.share(cell) {
            marks::draw_share(buffer, area, share, self.look);
        } else if self.look.depth <= ColorDepth::Ansi && self.live.contains(cell) {
            grid::draw_symbol(buffer, area, self.look.glyphs.empty, self.look.dim());
        }
        self.draw_around(cell, area, buffer);
    }

    /// The cursor, the hint, and for few colours what grounds would tell.
    fn draw_around(&self, cell: Cell, area: Rect, buffer: &mut Buffer) {
        let is_taken = self.scene.observation.board.at(cell).is_some();
        if self.advised() == Some(cell) && area.width > 3 && !is_taken {
            let ink = if self.cursor == Some(cell) {
                self.look.palette.text
            } else {
                self.look.palette.accent
            };
            let style = Style::new().fg(ink).add_modifier(Modifier::BOLD);
            grid::draw_edges(buffer, area, self.look.glyphs.advice, style, self.look);
        } else if self.cursor == Some(cell) {
            grid::draw_cursor(buffer, area, is_taken, self.look);
        } else if self.look.depth <= ColorDepth::Ansi {
            let mark = if self.is_new(cell) { Modifier::UNDERLINED } else { Modifier::empty() };
            buffer.set_style(area, Style::new().add_modifier(mark));
        }
    }

    fn ground(&self, cell: Cell) -> Color {
        let (palette, marker) = (&self.look.palette, self.scene.observation.board.at(cell));
        if self.cursor == Some(cell) {
            palette.cursor
        } else if self.is_new(cell) {
            palette.last
        } else if self.reached.contains(cell) {
            palette.fresh
        } else if marker.is_none() && !self.live.contains(cell) {
            palette.rim
        } else {
            palette.cells[usize::from((cell.row + cell.col) % 2)]
        }
    }

    fn mark(&self, side: Role, cell: Cell) -> Mark {
        match side {
            Role::Eater => Mark::Eater,
            Role::Passer if self.reached.contains(cell) => Mark::Joined,
            Role::Passer => Mark::Apart,
        }
    }

    /// Whether one of the last choices fell on it.
    fn is_new(&self, cell: Cell) -> bool {
        self.last.is_some_and(|last| last.passer == cell || last.eater == cell)
    }

    /// Whether both choices of the last round are shown by now.
    fn is_revealed(&self) -> bool {
        let chose = |event: &EaterEvent| matches!(event, EaterEvent::Chose { .. });
        self.scene.motion >= REVEALED || !self.scene.events.iter().any(chose)
    }

    fn advised(&self) -> Option<Cell> {
        self.scene.hint.map(|advice| advice.action)
    }

    /// How often the expert would choose it, where a hint says so.
    fn share(&self, cell: Cell) -> Option<f64> {
        let weights = &self.scene.hint?.weights;
        weights.iter().find(|(at, _)| *at == cell).map(|&(_, share)| share)
    }
}
