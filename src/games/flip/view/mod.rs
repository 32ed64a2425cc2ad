//! How a board of Flip is drawn: discs of O and crosses of X on a soft chequer, in a rim with coordinates.

mod layout;
#[cfg(test)]
mod tests;
mod tiles;

use ratatui::{
    buffer::Buffer,
    layout::{Position as At, Rect},
    style::{Color, Modifier, Style},
};

pub use layout::Layout;

use super::rules::{Cell, Event, Seen, Side};
use crate::{
    games::Scene,
    play::Observation,
    ui::{Areas, Depth, Look, Target, widgets},
};

use super::Flip;

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
    pub fn new(scene: &'a Scene<'a, Flip>, layout: Layout, look: &'a Look, cursor: Option<Cell>) -> Self {
        let deciding = scene.deciding.only();
        let board = &scene.seen.position.board;
        Self {
            scene,
            layout,
            look,
            cursor,
            legal: deciding.map_or_else(Vec::new, |seat| scene.seen.legal(seat)),
            preview: deciding.zip(cursor).map_or_else(Vec::new, |(seat, cell)| board.flips(Side::of(seat), cell)),
        }
    }

    /// Draws it and makes each cell a spot: row times size plus column.
    pub fn draw(&self, buffer: &mut Buffer, areas: &mut Areas) {
        self.rim(buffer);
        let size = usize::from(self.seen().position.board.size());
        for cell in self.layout.visible() {
            let area = self.layout.area_of(cell);
            self.cell(cell, area, buffer);
            areas.add(area, Target::Spot(usize::from(cell.row) * size + usize::from(cell.col)));
        }
    }

    fn seen(&self) -> &Seen {
        self.scene.seen
    }

    fn rim(&self, buffer: &mut Buffer) {
        let Layout { frame, board, .. } = &self.layout;
        let style = Style::new().fg(self.look.inks.rim_text).bg(self.look.inks.rim);
        buffer.set_style(*frame, style);
        let here = |on| if on { style.add_modifier(Modifier::BOLD).fg(self.look.inks.accent) } else { style };
        let (cell, cursor) = (self.layout.cell, self.cursor.or(self.seen().last));
        // Where numbers would run into each other, every fifth stands for all.
        let is_crowded = self.layout.label >= cell.width;
        let marked = |at: u16, marked: Option<u16>| {
            !is_crowded || at.is_multiple_of(5) && marked.is_none_or(|m| m.abs_diff(at) > 1) || marked == Some(at)
        };
        let wide = cell.width.max(self.layout.label + 1);
        for col in self.layout.cols().filter(|&col| marked(col, cursor.map(|cell| cell.col))) {
            let x = self.layout.area_of(Cell::new(self.layout.first.row, col)).x;
            let label = col.to_string();
            let x = x + (cell.width.saturating_sub(widgets::width(&label))) / 2;
            let marked = cursor.is_some_and(|cursor| cursor.col == col);
            buffer.set_stringn(x, board.y - 1, label, wide.into(), here(marked));
        }
        for row in self.layout.rows() {
            let y = self.layout.area_of(Cell::new(row, self.layout.first.col)).y + (cell.height - 1) / 2;
            let text = format!("{row:>width$}", width = usize::from(self.layout.label));
            let marked = cursor.is_some_and(|cursor| cursor.row == row);
            buffer.set_string(frame.x + self.layout.pad, y, text, here(marked));
        }
        self.more(buffer, style);
    }

    /// Signs on the rim where the board goes on beyond the window.
    fn more(&self, buffer: &mut Buffer, style: Style) {
        let board = self.layout.board;
        let size = self.seen().position.board.size();
        let [above, below, left, right] = self.look.glyphs.more;
        let middle = At::new(board.x + board.width / 2, board.y + board.height / 2);
        let last_col = self.layout.first.col + self.layout.shown.0;
        let last_row = self.layout.first.row + self.layout.shown.1;
        for (beyond, x, y, sign) in [
            (self.layout.first.row > 0, board.right(), board.y, above),
            (last_row < size, board.right(), board.bottom() - 1, below),
            (self.layout.first.col > 0, board.x - 1, middle.y, left),
            (last_col < size, board.right(), middle.y, right),
        ] {
            if beyond && let Some(cell) = buffer.cell_mut((x, y)) {
                cell.set_symbol(sign).set_style(style.fg(self.look.inks.accent));
            }
        }
    }

    fn cell(&self, cell: Cell, area: Rect, buffer: &mut Buffer) {
        let ground = self.ground(cell);
        buffer.set_style(area, Style::new().bg(ground).fg(self.look.inks.text));
        for at in area.positions() {
            if let Some(cell) = buffer.cell_mut(at) {
                cell.set_symbol(" ");
            }
        }
        if let Some(side) = self.shown(cell) {
            tiles::draw(buffer, area, side, self.look);
        } else if self.legal.contains(&cell) {
            let inks = &self.look.inks;
            let is_best = self.scene.hint.is_some_and(|advice| advice.action == cell);
            // Among sixteen colours the usual ink can be that of the cursor's ground.
            let ink = if self.cursor == Some(cell) { inks.text } else { inks.hint };
            tiles::mark(buffer, area, if is_best { inks.accent } else { ink }, self.look, is_best);
        } else if self.look.depth <= Depth::Ansi {
            tiles::empty(buffer, area, self.look);
        }
        if self.cursor == Some(cell) {
            self.brackets(cell, area, buffer);
        } else if self.look.depth <= Depth::Ansi {
            // Few colours: what the ground would tell is told otherwise.
            // (Reversing a tile would draw the other side's shape.)
            let mark = if self.preview.contains(&cell) || self.seen().last == Some(cell) {
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
        } else if self.seen().last == Some(cell) {
            inks.last
        } else if self.scene.events.iter().any(turned) {
            inks.fresh
        } else {
            inks.cells[usize::from((cell.row + cell.col) % 2)]
        }
    }

    /// The cursor is told by brackets, too, where there is room for them.
    fn brackets(&self, cell: Cell, area: Rect, buffer: &mut Buffer) {
        let style = Style::new().fg(self.look.inks.accent).add_modifier(Modifier::BOLD);
        let is_taken = self.seen().position.board.at(cell).is_some();
        if area.width < 4 || (is_taken && self.look.glyphs.blocks && self.look.depth > Depth::Mono) {
            // The ground tells it, or, where there is none, the letter.
            if area.width < 4 && self.look.depth <= Depth::Ansi {
                buffer.set_style(area, Style::new().add_modifier(Modifier::REVERSED));
            }
            return;
        }
        let [left, right] = self.look.glyphs.brackets;
        // Plain brackets stand beside the sign, blocks at the whole height.
        let middle = area.y + (area.height - 1) / 2;
        let rows = if self.look.glyphs.blocks { area.y..area.bottom() } else { middle..middle + 1 };
        for y in rows {
            buffer.set_string(area.x, y, left, style);
            buffer.set_string(area.right() - 1, y, right, style);
        }
    }
}
