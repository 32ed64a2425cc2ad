//! Draws a board of Eater: the Passer's stones, which are filled where they are connected to the
//! top row, the Eater's mouths, the winning path, and the probabilities of a hint.

mod markers;
#[cfg(test)]
mod tests;
mod thumbnail;

use std::{ops::Range, time::Duration};

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    style::{Color, Modifier, Style},
};

use super::controller::{EaterController, cell_at, pos_of};
use crate::{
    games::{
        GameView, Scene,
        grid::{self, GridLayout},
    },
    widgets::{ClickAreas, ClickTarget, ColorDepth, Look},
};
use fourcade_engine::eater::{
    Eater,
    model::{Cell, CellSet, EaterEvent, EaterObservation, JointMove, Role},
};
use fourcade_engine::play::GridPos;
use markers::Marker;
use thumbnail::draw_thumbnail;

/// How long the animation of a round takes: both choices lie face down, turn at once, and fight
/// where they clash.
pub const ROUND_TIME: Duration = Duration::from_millis(480);
/// The part of a step's motion, from 0 to 1, in which the choices turn.
const TURN_MOTION: Range<f32> = 0.3..0.4;
/// The part of a step's motion after which a fight is over and a row that is closed dims.
const FIGHT_END: f32 = 0.9;

/// The drawing of a board.
pub struct View<'a> {
    scene: &'a Scene<'a, Eater>,
    layout: GridLayout,
    look: &'a Look,
    /// The cell under the cursor, if the cursor is shown.
    cursor: Option<Cell>,
    /// The Passer's cells that are connected to the top row.
    reached: CellSet,
    /// The live cells (see [`EaterBoard::live_cells`](fourcade_engine::eater::model::EaterBoard::live_cells)).
    live: CellSet,
    /// The cells of the Passer's winning path. Empty if there is no path or it is not revealed yet.
    path: Vec<Cell>,
    /// The choices of the last round, or `None` before the first round.
    last_move: Option<JointMove>,
}

impl<'a> View<'a> {
    /// Creates the drawing of a scene's board.
    pub fn new(
        scene: &'a Scene<'a, Eater>,
        layout: GridLayout,
        look: &'a Look,
        cursor: Option<Cell>,
    ) -> Self {
        let EaterObservation { board, last_move, .. } = scene.observation;
        let path = if scene.motion < TURN_MOTION.end { None } else { board.winning_path() };
        Self {
            scene,
            layout,
            look,
            cursor,
            reached: board.reached_cells(),
            live: board.live_cells(),
            path: path.unwrap_or_default(),
            last_move: *last_move,
        }
    }

    /// Draws the board and registers each visible cell as a click target, by its index in reading
    /// order.
    pub fn draw(&self, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let marked =
            self.cursor.or(self.hinted_cell()).map(|cell| GridPos::new(cell.row, cell.col));
        grid::draw_rim(&self.layout, buffer, self.look, marked);
        self.draw_sealed_row(buffer);
        for pos in self.layout.visible() {
            let area = self.layout.area_of(pos);
            self.draw_cell(Cell::new(pos.row, pos.col), area, buffer);
            if self.sealed_row() == Some(pos.row) {
                self.dim(area, buffer);
            }
            areas.add(area, ClickTarget::Item(self.layout.grid.index(pos)));
        }
    }

    /// Highlights the number of the topmost row that no path can reach any more.
    fn draw_sealed_row(&self, buffer: &mut Buffer) {
        let Some(row) = self.sealed_row().filter(|row| self.layout.rows().contains(row)) else {
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

    /// The topmost row that no path can reach any more, once the choices have been revealed.
    fn sealed_row(&self) -> Option<u16> {
        let is_shown = self.scene.motion >= FIGHT_END || !self.has_new_choices();
        self.scene.observation.board.sealed_row().filter(|_| is_shown)
    }

    /// Dims a cell of a closed row.
    fn dim(&self, area: Rect, buffer: &mut Buffer) {
        if self.look.depth <= ColorDepth::Ansi {
            return buffer.set_style(area, Style::new().add_modifier(Modifier::DIM));
        }
        buffer.set_style(area, Style::new().bg(self.look.palette.rim).add_modifier(Modifier::DIM));
    }

    fn draw_cell(&self, cell: Cell, area: Rect, buffer: &mut Buffer) {
        grid::draw_blank(
            buffer,
            area,
            Style::new().bg(self.background(cell)).fg(self.look.palette.text),
        );
        let marker = Marker::on(&self.scene.observation.board, &self.reached, cell);
        let is_new = self.is_new(cell);
        if let Some(motion) = self.turning(cell) {
            if motion < TURN_MOTION.start {
                markers::draw_face_down(buffer, area, self.look);
            } else {
                markers::draw_edge(buffer, area, self.look);
            }
        } else if let Some(fighter) = self.fighter(cell) {
            markers::draw(buffer, area, fighter, self.look);
            markers::draw_clash(buffer, area, self.look);
        } else if self.path.contains(&cell) {
            markers::draw_path(buffer, area, self.look);
        } else if let Some(marker) = marker {
            markers::draw(buffer, area, marker, self.look);
            if is_new && self.last_move.and_then(JointMove::clash).is_some() {
                markers::draw_clash(buffer, area, self.look);
            }
        } else if let Some(probability) = self.hinted_probability(cell) {
            markers::draw_probability(buffer, area, probability, self.look);
        } else if self.look.depth <= ColorDepth::Ansi && self.live.contains(cell) {
            grid::draw_symbol(buffer, area, self.look.glyphs.empty, self.look.dim());
        }
        self.draw_highlights(cell, area, buffer);
    }

    /// Draws the cursor, the hint and, where there are few colours, an underline for the last
    /// choices.
    fn draw_highlights(&self, cell: Cell, area: Rect, buffer: &mut Buffer) {
        let is_taken = self.scene.observation.board.at(cell).is_some();
        if self.hinted_cell() == Some(cell) && area.width > 3 && !is_taken {
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
            let modifier = if self.is_new(cell) { Modifier::UNDERLINED } else { Modifier::empty() };
            buffer.set_style(area, Style::new().add_modifier(modifier));
        }
    }

    fn background(&self, cell: Cell) -> Color {
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

    /// Returns whether the cell was chosen in the last round.
    fn is_new(&self, cell: Cell) -> bool {
        self.last_move.is_some_and(|last_move| last_move.contains(cell))
    }

    /// Returns whether the last step was a round.
    fn has_new_choices(&self) -> bool {
        self.scene.events.iter().any(|event| matches!(event, EaterEvent::Chose(_)))
    }

    /// Returns the step's motion if the cell was chosen in the last round and is not revealed yet.
    fn turning(&self, cell: Cell) -> Option<f32> {
        let motion = self.scene.motion;
        let is_turning = motion < TURN_MOTION.end && self.is_new(cell) && self.has_new_choices();
        is_turning.then_some(motion)
    }

    /// Returns the marker that is on top in the fight for a cell that both chose. The Eater wins.
    fn fighter(&self, cell: Cell) -> Option<Marker> {
        let motion = self.scene.motion;
        let is_fight = (TURN_MOTION.end..FIGHT_END).contains(&motion) && self.has_new_choices();
        let clash = self.last_move.and_then(JointMove::clash).filter(|_| is_fight);
        let part = (motion - TURN_MOTION.end) / (FIGHT_END - TURN_MOTION.end);
        let is_passer = part < 0.25 || (0.5..0.75).contains(&part);
        clash
            .filter(|&other| other == cell)
            .map(|_| if is_passer { Marker::Unconnected } else { Marker::Eater })
    }

    /// Returns the cell that a hint recommends, if there is a hint.
    fn hinted_cell(&self) -> Option<Cell> {
        self.scene.hint.map(|advice| advice.action)
    }

    /// Returns the probability with which a hint would choose the cell, if there is a hint.
    fn hinted_probability(&self, cell: Cell) -> Option<f64> {
        let weights = &self.scene.hint?.weights;
        weights.iter().find(|(other, _)| *other == cell).map(|&(_, probability)| probability)
    }
}

impl GameView for Eater {
    type Controller = EaterController;

    fn animation(events: &[EaterEvent]) -> Duration {
        if events.is_empty() { Duration::ZERO } else { ROUND_TIME }
    }

    fn extent(controller: &EaterController, scene: &Scene<Eater>, room: Size, _: &Look) -> Size {
        GridLayout::extent(controller.drawn_grid(scene), room)
    }

    fn draw(
        controller: &mut EaterController,
        scene: &Scene<Eater>,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let grid = controller.drawn_grid(scene);
        let cursor = controller.cursor.position(grid);
        let shows_cursor = controller.cursor.placed().is_some() || !scene.deciding.is_empty();
        // Until the cursor is moved, the window follows the choices of the computer players.
        let visible = if shows_cursor {
            cursor
        } else {
            scene.observation.last_move.map_or(cursor, |last_move| pos_of(last_move.passer))
        };
        let layout = controller.cursor.layout(grid, area, visible);
        let cursor =
            (shows_cursor && !controller.is_typing_blind(scene)).then_some(cell_at(cursor));
        View::new(scene, layout, look, cursor).draw(buffer, areas);
    }

    fn draw_thumbnail(
        observation: &EaterObservation,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
    ) {
        draw_thumbnail(observation, area, buffer, look);
    }
}
