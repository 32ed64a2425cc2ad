//! The keyboard controller of Flip: a cursor on the squares, typed coordinates, and clicks.

use std::borrow::Cow;

use crossterm::event::KeyCode;

use crate::{
    games::{Controller, Reply, Scene, grid::GridCursor},
    widgets::{Binding, Key, keys::When},
};
use fourcade_engine::flip::{
    Flip,
    model::{FlipBoard, Side, Square},
};
use fourcade_engine::play::{GridPos, Observation, SquareGrid};

/// What the keys of Flip do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Moves the cursor by this many rows and columns.
    Move(i32, i32),
    /// Moves the cursor to the next legal move if true, or to the previous one if false.
    Next(bool),
    /// Plays at the cursor.
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

/// The state of the controller: the cursor.
#[derive(Debug, Default)]
pub struct FlipController {
    pub(super) cursor: GridCursor,
}

/// Returns the grid on which the cursor moves.
pub fn grid(board: &FlipBoard) -> SquareGrid {
    SquareGrid { size: board.size(), first_number: 0, has_letters: false }
}

pub fn square_at(pos: GridPos) -> Square {
    Square::new(pos.row, pos.col)
}

pub fn pos_of(square: Square) -> GridPos {
    GridPos::new(square.row, square.col)
}

impl FlipController {
    /// Returns the square under the cursor, which starts in the middle of the board.
    fn cursor(&self, scene: &Scene<Flip>) -> Square {
        square_at(self.cursor.position(grid(&scene.observation.position.board)))
    }

    /// Moves the cursor to the next legal move if `forward`, else to the previous one. The order
    /// wraps around.
    fn move_to_legal(&mut self, forward: bool, scene: &Scene<Flip>) -> Reply<Square> {
        let legal =
            scene.deciding.only().map_or_else(Vec::new, |seat| scene.observation.legal(seat));
        let current = self.cursor(scene);
        let next = if forward {
            legal.iter().find(|&&square| square > current).or(legal.first())
        } else {
            legal.iter().rev().find(|&&square| square < current).or(legal.last())
        };
        next.map_or(Reply::Ignored, |&square| self.cursor.move_to(pos_of(square)))
    }
}

/// Plays on a square, or explains why that move is illegal.
fn play(square: Square, scene: &Scene<Flip>) -> Reply<Square> {
    let Some(seat) = scene.deciding.only() else { return Reply::Ignored };
    let board = &scene.observation.position.board;
    if board.is_legal(Side::of(seat), square) {
        return Reply::Act(seat, square);
    }
    Reply::Refused(if board.at(square).is_some() {
        format!("{square} is taken: choose an empty cell").into()
    } else {
        format!("{square} flips nothing: a move must enclose at least one tile").into()
    })
}

impl Controller<Flip> for FlipController {
    type Command = Command;

    const KEYS: &'static [Binding<Command>] = &KEYS;

    fn refusal(&self, command: Command, scene: &Scene<Flip>) -> Option<Cow<'static, str>> {
        // The cursor can always be moved.
        let is_possible = !scene.deciding.is_empty() || matches!(command, Command::Move(..));
        if is_possible { None } else { Some("it is not your move".into()) }
    }

    fn footer(
        &self,
        binding: &Binding<Command>,
        scene: &Scene<Flip>,
    ) -> Option<(&'static str, &'static str)> {
        binding.footer.filter(|_| scene.is_choosing())
    }

    fn run(&mut self, command: Command, scene: &Scene<Flip>) -> Reply<Square> {
        let grid = grid(&scene.observation.position.board);
        match command {
            Command::Move(down, right) => self.cursor.move_by((down, right), grid),
            Command::Next(forward) => self.move_to_legal(forward, scene),
            Command::Play => match self.cursor.confirm(grid) {
                Ok(pos) => play(square_at(pos), scene),
                Err(reply) => reply,
            },
        }
    }

    fn on_key(&mut self, key: Key, scene: &Scene<Flip>) -> Reply<Square> {
        if scene.deciding.is_empty() {
            return Reply::Ignored;
        }
        self.cursor.type_key(key, grid(&scene.observation.position.board))
    }

    fn on_click(&mut self, item: usize, scene: &Scene<Flip>) -> Reply<Square> {
        let pos = grid(&scene.observation.position.board).position(item);
        let Some(pos) = pos.filter(|_| !scene.deciding.is_empty()) else {
            return Reply::Ignored;
        };
        self.cursor.move_to::<Square>(pos);
        play(square_at(pos), scene)
    }

    fn on_wheel(&mut self, down: bool, scene: &Scene<Flip>) -> Reply<Square> {
        self.cursor.move_by((if down { 1 } else { -1 }, 0), grid(&scene.observation.position.board))
    }

    fn pending_input(&self, _: &Scene<Flip>) -> Option<String> {
        self.cursor.typed_text()
    }
}

#[cfg(test)]
mod tests;
