//! Flip at the table: a cursor over the cells, coordinates typed, clicks.

use std::borrow::Cow;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{
    Flip,
    rules::{Cell, Side},
    view::{Layout, View},
};
use crate::{
    games::{Controls, Reply, Scene},
    play::Observation,
    ui::{Areas, Binding, Key, Look, keys::When},
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
    Binding::new(Command::Move(0, 1), &[Key::plain(KeyCode::Right), Key::char('l')], "cursor right"),
    Binding::new(Command::Play, &[Key::plain(KeyCode::Enter), Key::char(' ')], "play at the cursor")
        .footer("Enter", "play")
        .when(When::DECIDING),
    Binding::new(Command::Next(true), &[Key::plain(KeyCode::Tab)], "next legal move")
        .footer("Tab", "next")
        .when(When::DECIDING),
    Binding::new(Command::Next(false), &[Key::plain(KeyCode::BackTab)], "previous legal move").when(When::DECIDING),
];

/// No coordinate is longer: two numbers of four digits and a space.
const MOST_TYPED: usize = 9;

/// The cursor, and what is being typed.
#[derive(Debug, Default)]
pub struct FlipControls {
    cursor: Option<Cell>,
    /// The cell in the window's upper left corner, on boards that don't fit.
    first: Option<Cell>,
    typed: String,
}

impl FlipControls {
    /// The cursor: in the middle of the board until it is moved.
    fn cursor(&self, scene: &Scene<Flip>) -> Cell {
        let size = scene.seen.position.board.size();
        let start = Cell::new(size / 2 - 1, size / 2 - 1);
        self.cursor.filter(|&cursor| scene.seen.position.board.has(cursor)).unwrap_or(start)
    }

    fn step(&mut self, (down, right): (i32, i32), scene: &Scene<Flip>) -> Reply<Cell> {
        let (from, last) = (self.cursor(scene), scene.seen.position.board.size() - 1);
        let along = |at: u16, by: i32| u16::try_from(i32::from(at) + by).unwrap_or(0).min(last);
        self.go(Cell::new(along(from.row, down), along(from.col, right)))
    }

    fn go(&mut self, cell: Cell) -> Reply<Cell> {
        self.typed.clear();
        self.cursor = Some(cell);
        Reply::Changed
    }

    fn next(&mut self, forward: bool, scene: &Scene<Flip>) -> Reply<Cell> {
        let legal = scene.deciding.only().map_or_else(Vec::new, |seat| scene.seen.legal(seat));
        let at = self.cursor(scene);
        let found = if forward {
            legal.iter().find(|&&cell| cell > at).or(legal.first())
        } else {
            legal.iter().rev().find(|&&cell| cell < at).or(legal.last())
        };
        found.map_or(Reply::Ignored, |&cell| self.go(cell))
    }

    fn play(&mut self, cell: Cell, scene: &Scene<Flip>) -> Reply<Cell> {
        self.typed.clear();
        let Some(seat) = scene.deciding.only() else { return Reply::Ignored };
        let board = &scene.seen.position.board;
        if board.is_legal(Side::of(seat), cell) {
            return Reply::Act(seat, cell);
        }
        Reply::Refused(if board.at(cell).is_some() {
            format!("{cell} is taken: choose an empty cell").into()
        } else {
            format!("{cell} flips nothing: a move must enclose at least one tile").into()
        })
    }

    fn is_half_typed(&self) -> bool {
        self.typed.split_whitespace().count() == 1
    }

    /// What is typed, as a cell of the board or why it is none; nothing while it is not complete.
    fn parse(&self, size: u16) -> Option<Result<Cell, Cow<'static, str>>> {
        let numbers: Vec<String> = if size <= 10 {
            self.typed.chars().filter(char::is_ascii_digit).map(String::from).collect()
        } else {
            self.typed.split_whitespace().map(ToOwned::to_owned).collect()
        };
        let [row, col, ..] = numbers.as_slice() else { return None };
        let within = |text: &String| text.parse().ok().filter(|&number: &u16| number < size);
        Some(match (within(row), within(col)) {
            (Some(row), Some(col)) => Ok(Cell::new(row, col)),
            _ => Err(format!("row and column must be within 0 - {}", size - 1).into()),
        })
    }

    /// Reads `row col` as far as it is typed. On boards up to 10 x 10 two digits are enough; on larger ones a space
    /// stands between the numbers.
    fn read(&mut self, scene: &Scene<Flip>) -> Reply<Cell> {
        let size = scene.seen.position.board.size();
        match self.parse(size) {
            Some(Ok(cell)) => {
                self.cursor = Some(cell);
                if size <= 10 {
                    self.typed.clear();
                }
            }
            Some(Err(why)) => {
                self.typed.clear();
                return Reply::Refused(why);
            }
            None => {}
        }
        Reply::Changed
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

    fn run(&mut self, command: Command, scene: &Scene<Flip>) -> Reply<Cell> {
        match command {
            Command::Move(down, right) => self.step((down, right), scene),
            Command::Next(forward) => self.next(forward, scene),
            // Space stands between two numbers that are being typed.
            Command::Play if self.is_half_typed() => {
                if let Some(row) = self.typed.strip_suffix(' ') {
                    return Reply::Refused(format!("{row} is the row: type the column, too").into());
                }
                self.typed.push(' ');
                Reply::Changed
            }
            Command::Play if !self.typed.is_empty() => match self.parse(scene.seen.position.board.size()) {
                Some(Ok(cell)) => self.play(cell, scene),
                Some(Err(why)) => {
                    self.typed.clear();
                    Reply::Refused(why)
                }
                None => Reply::Ignored,
            },
            Command::Play => self.play(self.cursor(scene), scene),
        }
    }

    fn typed(&mut self, key: Key, scene: &Scene<Flip>) -> Reply<Cell> {
        if scene.deciding.is_empty() || key.ctrl || key.alt {
            return Reply::Ignored;
        }
        match key.code {
            KeyCode::Char(digit @ '0'..='9') => {
                if self.typed.len() < MOST_TYPED {
                    self.typed.push(digit);
                }
                self.read(scene)
            }
            KeyCode::Char(',') if self.typed.split_whitespace().count() == 1 => {
                self.typed.push(' ');
                Reply::Changed
            }
            KeyCode::Backspace if self.typed.pop().is_some() => self.read(scene),
            _ => Reply::Ignored,
        }
    }

    fn clicked(&mut self, spot: usize, scene: &Scene<Flip>) -> Reply<Cell> {
        let size = usize::from(scene.seen.position.board.size());
        let (Ok(row), Ok(col)) = (u16::try_from(spot / size), u16::try_from(spot % size)) else {
            return Reply::Ignored;
        };
        if scene.deciding.is_empty() {
            return Reply::Ignored;
        }
        let cell = Cell::new(row, col);
        self.cursor = Some(cell);
        self.play(cell, scene)
    }

    fn wheel(&mut self, down: bool, scene: &Scene<Flip>) -> Reply<Cell> {
        self.step((if down { 1 } else { -1 }, 0), scene)
    }

    fn typing(&self) -> Option<String> {
        (!self.typed.is_empty()).then(|| format!("row column: {}", self.typed))
    }

    fn extent(&self, scene: &Scene<Flip>, room: Size, _: &Look) -> Size {
        Layout::extent(scene.seen.position.board.size(), room)
    }

    fn draw(&mut self, scene: &Scene<Flip>, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut Areas) {
        let cursor = self.cursor(scene);
        // Until somebody moves the cursor, the window follows the moves.
        let is_followed = self.cursor.is_none() && scene.deciding.is_empty();
        let shown = if is_followed { scene.seen.last.unwrap_or(cursor) } else { cursor };
        let layout = Layout::new(scene.seen.position.board.size(), area, shown, self.first);
        self.first = Some(layout.first);
        View::new(scene, layout, look, (!is_followed).then_some(cursor)).draw(buffer, areas);
    }
}

#[cfg(test)]
mod tests;
