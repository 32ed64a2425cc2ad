//! Eater at the table: a cursor over the cells.

use std::borrow::Cow;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{
    Eater,
    rules::{Cell, Side},
};
use crate::{
    games::{Controls, Reply, Scene},
    ui::{Areas, Binding, Key, Look, Target, keys::When},
};

/// What Eater's keys do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Moves the cursor by so many rows and columns.
    Move(i32, i32),
    /// Chooses the cell under it.
    Choose,
}

static KEYS: [Binding<Command>; 5] = [
    Binding::new(Command::Move(-1, 0), &[Key::plain(KeyCode::Up), Key::char('k')], "cursor up")
        .footer("arrows", "move"),
    Binding::new(Command::Move(1, 0), &[Key::plain(KeyCode::Down), Key::char('j')], "cursor down"),
    Binding::new(Command::Move(0, -1), &[Key::plain(KeyCode::Left), Key::char('h')], "cursor left"),
    Binding::new(Command::Move(0, 1), &[Key::plain(KeyCode::Right), Key::char('l')], "cursor right"),
    Binding::new(Command::Choose, &[Key::plain(KeyCode::Enter), Key::char(' ')], "choose the cell")
        .footer("Enter", "choose")
        .when(When::DECIDING),
];

/// The cursor.
#[derive(Debug, Default)]
pub struct EaterControls {
    cursor: Option<Cell>,
}

impl EaterControls {
    fn cursor(&self, scene: &Scene<Eater>) -> Cell {
        let middle = (scene.seen.board.size() - 1) / 2;
        self.cursor.filter(|&cell| scene.seen.board.has(cell)).unwrap_or(Cell::new(middle, middle))
    }

    fn choose(&self, cell: Cell, scene: &Scene<Eater>) -> Reply<Cell> {
        let Some(seat) = scene.deciding.iter().next() else { return Reply::Ignored };
        if scene.seen.board.at(cell).is_some() {
            return Reply::Refused(format!("{cell} is taken: choose an empty cell").into());
        }
        Reply::Act(seat, cell)
    }
}

impl Controls<Eater> for EaterControls {
    type Command = Command;

    const KEYS: &'static [Binding<Command>] = &KEYS;

    fn refusal(&self, command: Command, scene: &Scene<Eater>) -> Option<Cow<'static, str>> {
        let may = !scene.deciding.is_empty() || matches!(command, Command::Move(..));
        if may { None } else { Some("it is not your move".into()) }
    }

    fn run(&mut self, command: Command, scene: &Scene<Eater>) -> Reply<Cell> {
        let Command::Move(down, right) = command else { return self.choose(self.cursor(scene), scene) };
        let (from, last) = (self.cursor(scene), scene.seen.board.size() - 1);
        let along = |at: u16, by: i32| u16::try_from(i32::from(at) + by).unwrap_or(0).min(last);
        self.cursor = Some(Cell::new(along(from.row, down), along(from.col, right)));
        Reply::Changed
    }

    fn typed(&mut self, _: Key, _: &Scene<Eater>) -> Reply<Cell> {
        Reply::Ignored
    }

    fn clicked(&mut self, spot: usize, scene: &Scene<Eater>) -> Reply<Cell> {
        scene.seen.board.cells().nth(spot).map_or(Reply::Ignored, |cell| self.choose(cell, scene))
    }

    fn wheel(&mut self, _: bool, _: &Scene<Eater>) -> Reply<Cell> {
        Reply::Ignored
    }

    fn typing(&self) -> Option<String> {
        None
    }

    fn extent(&self, scene: &Scene<Eater>, room: Size, _: &Look) -> Size {
        let size = scene.seen.board.size();
        Size::new((2 * size).min(room.width), size.min(room.height))
    }

    fn draw(&mut self, scene: &Scene<Eater>, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut Areas) {
        let cursor = self.cursor(scene);
        for (cell, spot) in scene.seen.board.cells().zip(0..) {
            let place = Rect::new(area.x + 2 * cell.col, area.y + cell.row, 2, 1).intersection(area);
            let side = scene.seen.board.at(cell);
            let style = side.map_or(look.text(), |side| look.seat(side.index()));
            let style = if cell == cursor { look.selected() } else { style };
            buffer.set_stringn(place.x, place.y, side.map_or('.', Side::letter).to_string(), place.width.into(), style);
            areas.add(place, Target::Spot(spot));
        }
    }
}
