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

const fn step(
    command: Command,
    keys: &'static [Key],
    footer: Option<(&'static str, &'static str)>,
    words: &'static str,
) -> Binding<Command> {
    let when = match command {
        // One may look around while the other side thinks.
        Command::Move(..) => When::DECIDING.or(When::WAITING),
        Command::Next(_) | Command::Play => When::DECIDING,
    };
    Binding { command, keys, footer, words, when }
}

static KEYS: [Binding<Command>; 7] = [
    step(Command::Move(-1, 0), &[Key::plain(KeyCode::Up), Key::char('k')], Some(("arrows", "move")), "cursor up"),
    step(Command::Move(1, 0), &[Key::plain(KeyCode::Down), Key::char('j')], None, "cursor down"),
    step(Command::Move(0, -1), &[Key::plain(KeyCode::Left), Key::char('h')], None, "cursor left"),
    step(Command::Move(0, 1), &[Key::plain(KeyCode::Right), Key::char('l')], None, "cursor right"),
    step(Command::Play, &[Key::plain(KeyCode::Enter), Key::char(' ')], Some(("Enter", "play")), "play at the cursor"),
    step(Command::Next(true), &[Key::plain(KeyCode::Tab)], Some(("Tab", "next")), "next legal move"),
    step(Command::Next(false), &[Key::plain(KeyCode::BackTab)], None, "previous legal move"),
];

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
        let legal = scene.deciding.map_or_else(Vec::new, |seat| scene.seen.legal(seat));
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
        let Some(seat) = scene.deciding else { return Reply::Ignored };
        let board = &scene.seen.position.board;
        if board.is_legal(Side::of(seat), cell) {
            return Reply::Act(cell);
        }
        Reply::Refused(if board.at(cell).is_some() {
            format!("{cell} is taken: choose an empty cell").into()
        } else {
            format!("{cell} flips nothing: a move must enclose at least one tile").into()
        })
    }

    /// Reads `row col` as far as it is typed. On boards up to 10 x 10 two digits are enough; on larger ones a space
    /// stands between the numbers.
    fn read(&mut self, scene: &Scene<Flip>) -> Reply<Cell> {
        let size = scene.seen.position.board.size();
        let numbers: Vec<&str> = if size <= 10 {
            self.typed.split("").filter(|digit| !digit.is_empty() && *digit != " ").collect()
        } else {
            self.typed.split_whitespace().collect()
        };
        if let [row, col] = numbers.as_slice()
            && let (Ok(row), Ok(col)) = (row.parse(), col.parse())
        {
            if row >= size || col >= size {
                let last = size - 1;
                self.typed.clear();
                return Reply::Refused(format!("row and column must be within 0 - {last}").into());
            }
            self.cursor = Some(Cell::new(row, col));
            if size <= 10 {
                self.typed.clear();
            }
        }
        Reply::Changed
    }
}

impl Controls<Flip> for FlipControls {
    type Command = Command;

    const KEYS: &'static [Binding<Command>] = &KEYS;

    fn refusal(&self, command: Command, scene: &Scene<Flip>) -> Option<Cow<'static, str>> {
        let looks_around = scene.waiting && matches!(command, Command::Move(..));
        if scene.deciding.is_some() || looks_around { None } else { Some("it is not your move".into()) }
    }

    fn run(&mut self, command: Command, scene: &Scene<Flip>) -> Reply<Cell> {
        match command {
            Command::Move(down, right) => self.step((down, right), scene),
            Command::Next(forward) => self.next(forward, scene),
            // Space stands between two numbers that are being typed.
            Command::Play if self.typed.split_whitespace().count() == 1 => {
                self.typed.push(' ');
                Reply::Changed
            }
            Command::Play => self.play(self.cursor(scene), scene),
        }
    }

    fn typed(&mut self, key: Key, scene: &Scene<Flip>) -> Reply<Cell> {
        if scene.deciding.is_none() || key.ctrl || key.alt {
            return Reply::Ignored;
        }
        match key.code {
            KeyCode::Char(digit @ '0'..='9') => {
                self.typed.push(digit);
                self.read(scene)
            }
            KeyCode::Char(',') if !self.typed.is_empty() => {
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
        if scene.deciding.is_none() {
            return Reply::Ignored;
        }
        let cell = Cell::new(row, col);
        self.cursor = Some(cell);
        self.play(cell, scene)
    }

    fn wheel(&mut self, down: bool, scene: &Scene<Flip>) -> Reply<Cell> {
        if scene.deciding.is_none() && !scene.waiting {
            return Reply::Ignored;
        }
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
        // With nobody to move the cursor, the window follows the moves.
        let shown = if scene.deciding.is_some() || scene.waiting { cursor } else { scene.seen.last.unwrap_or(cursor) };
        let layout = Layout::new(scene.seen.position.board.size(), area, shown, self.first);
        self.first = Some(layout.first);
        View::new(scene, layout, look, cursor).draw(buffer, areas);
    }
}
