//! Flip at the table: a cursor over the cells, coordinates typed, clicks.

use std::borrow::Cow;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{
    Flip,
    rules::{FlipBoard, FlipObservation, Side, Square},
    view::{View, draw_small},
};
use crate::{
    games::GameView,
    games::{
        Controls, Reply, Scene,
        grid::{GridCursor, GridLayout, GridPos, SquareGrid},
    },
    play::Observation,
    ui::{Binding, ClickAreas, Key, Look, keys::When},
};

/// What Flip's keys do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Moves the cursor by so many rows and columns.
    Move(i32, i32),
    /// Moves it to the next legal move, or the one before.
    Next(bool),
    /// Moves there.
    Play,
}

static KEYS: [Binding<Command>; 7] = [
    Binding::new(Command::Move(-1, 0), &[Key::plain(KeyCode::Up), Key::char('k')], "cursor up")
        .footer("arrows", "move"),
    Binding::new(Command::Move(1, 0), &[Key::plain(KeyCode::Down), Key::char('j')], "cursor down"),
    Binding::new(Command::Move(0, -1), &[Key::plain(KeyCode::Left), Key::char('h')], "cursor left"),
    Binding::new(
        Command::Move(0, 1),
        &[Key::plain(KeyCode::Right), Key::char('l')],
        "cursor right",
    ),
    Binding::new(
        Command::Play,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "play at the cursor",
    )
    .footer("Enter", "play")
    .when(When::DECIDING),
    Binding::new(Command::Next(true), &[Key::plain(KeyCode::Tab)], "next legal move")
        .footer("Tab", "next")
        .when(When::DECIDING),
    Binding::new(Command::Next(false), &[Key::plain(KeyCode::BackTab)], "previous legal move")
        .when(When::DECIDING),
];

/// The cursor.
#[derive(Debug, Default)]
pub struct FlipControls {
    cursor: GridCursor,
}

/// The board as the cursor knows it.
pub fn square(board: &FlipBoard) -> SquareGrid {
    SquareGrid { size: board.size(), first_number: 0 }
}

fn cell(place: GridPos) -> Square {
    Square::new(place.row, place.col)
}

fn place(cell: Square) -> GridPos {
    GridPos::new(cell.row, cell.col)
}

impl FlipControls {
    /// The cursor: in the middle of the board until it is moved.
    fn cursor(&self, scene: &Scene<Flip>) -> Square {
        cell(self.cursor.position(square(&scene.observation.position.board)))
    }

    fn next(&mut self, forward: bool, scene: &Scene<Flip>) -> Reply<Square> {
        let legal =
            scene.deciding.only().map_or_else(Vec::new, |seat| scene.observation.legal(seat));
        let at = self.cursor(scene);
        let found = if forward {
            legal.iter().find(|&&cell| cell > at).or(legal.first())
        } else {
            legal.iter().rev().find(|&&cell| cell < at).or(legal.last())
        };
        found.map_or(Reply::Ignored, |&cell| self.cursor.move_to(place(cell)))
    }
}

/// A person chooses this cell.
fn play(cell: Square, scene: &Scene<Flip>) -> Reply<Square> {
    let Some(seat) = scene.deciding.only() else { return Reply::Ignored };
    let board = &scene.observation.position.board;
    if board.is_legal(Side::of(seat), cell) {
        return Reply::Act(seat, cell);
    }
    Reply::Refused(if board.at(cell).is_some() {
        format!("{cell} is taken: choose an empty cell").into()
    } else {
        format!("{cell} flips nothing: a move must enclose at least one tile").into()
    })
}

impl GameView for Flip {
    type Controls = FlipControls;

    fn open_points(seen: &FlipObservation) -> Option<u32> {
        Some(seen.position.board.empties())
    }
}

impl Controls<Flip> for FlipControls {
    type Command = Command;

    const KEYS: &'static [Binding<Command>] = &KEYS;

    fn refusal(&self, command: Command, scene: &Scene<Flip>) -> Option<Cow<'static, str>> {
        // One may always look around.
        let may = !scene.deciding.is_empty() || matches!(command, Command::Move(..));
        if may { None } else { Some("it is not your move".into()) }
    }

    fn run(&mut self, command: Command, scene: &Scene<Flip>) -> Reply<Square> {
        let square = square(&scene.observation.position.board);
        match command {
            Command::Move(down, right) => self.cursor.move_by((down, right), square),
            Command::Next(forward) => self.next(forward, scene),
            Command::Play => match self.cursor.confirm(square) {
                Ok(place) => play(cell(place), scene),
                Err(reply) => reply,
            },
        }
    }

    fn on_key(&mut self, key: Key, scene: &Scene<Flip>) -> Reply<Square> {
        if scene.deciding.is_empty() {
            return Reply::Ignored;
        }
        self.cursor.type_key(key, square(&scene.observation.position.board))
    }

    fn on_click(&mut self, item: usize, scene: &Scene<Flip>) -> Reply<Square> {
        let place = square(&scene.observation.position.board).position(item);
        let Some(place) = place.filter(|_| !scene.deciding.is_empty()) else {
            return Reply::Ignored;
        };
        self.cursor.move_to::<Square>(place);
        play(cell(place), scene)
    }

    fn on_wheel(&mut self, down: bool, scene: &Scene<Flip>) -> Reply<Square> {
        self.cursor
            .move_by((if down { 1 } else { -1 }, 0), square(&scene.observation.position.board))
    }

    fn pending_input(&self, _: &Scene<Flip>) -> Option<String> {
        self.cursor.typed_text()
    }

    fn extent(&self, scene: &Scene<Flip>, room: Size, _: &Look) -> Size {
        GridLayout::extent(square(&scene.observation.position.board), room)
    }

    fn draw(
        &mut self,
        scene: &Scene<Flip>,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let square = square(&scene.observation.position.board);
        let cursor = self.cursor.position(square);
        // Until somebody moves the cursor, the window follows the moves.
        let is_followed = self.cursor.placed().is_none() && scene.deciding.is_empty();
        let shown =
            if is_followed { scene.observation.last().map_or(cursor, place) } else { cursor };
        let layout = self.cursor.layout(square, area, shown);
        View::new(scene, layout, look, (!is_followed).then_some(cell(cursor))).draw(buffer, areas);
    }

    fn draw_thumbnail(observation: &FlipObservation, area: Rect, buffer: &mut Buffer, look: &Look) {
        draw_small(observation, area, buffer, look);
    }
}

#[cfg(test)]
mod tests;
