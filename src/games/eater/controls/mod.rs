//! Eater at the table: a cursor over the cells, coordinates typed, clicks; two persons choose one
//! after the other, or blind at the same time.

mod blind;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{
    Eater,
    rules::{Cell, EaterBoard, EaterObservation},
    view::{View, draw_small},
};
use crate::{
    games::GameView,
    games::{
        Controls, HUMAN, Reply, Scene,
        grid::{GridCursor, GridLayout, GridPos, SquareGrid},
    },
    ui::{Binding, ClickAreas, Key, Look, keys::When},
};
use blind::Blind;

/// What Eater's keys do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Moves the cursor by so many rows and columns.
    Move(i32, i32),
    /// Chooses the cell.
    Choose,
    /// Two persons choose blind at the same time, or one after the other again.
    Blind,
}

static KEYS: [Binding<Command>; 6] = [
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
        Command::Choose,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "choose the cell at the cursor",
    )
    .footer("Enter", "choose")
    .when(When::DECIDING),
    Binding::new(
        Command::Blind,
        &[Key::plain(KeyCode::Tab)],
        "two persons: type blind at the same time, or choose one after the other",
    )
    .footer("Tab", "blind")
    .when(When::DECIDING.or(When::HAND_OVER)),
];

/// The cursor, and what two persons type who choose blind.
///
/// One after the other is the usual way: it needs no other keys than a game against a computer, and
/// hints and undo are at hand.
#[derive(Debug, Default)]
pub struct EaterControls {
    cursor: GridCursor,
    blind: Option<Blind>,
}

/// The board as the cursor knows it.
fn square(board: &EaterBoard) -> SquareGrid {
    SquareGrid { size: board.size(), first_number: 1 }
}

fn cell(place: GridPos) -> Cell {
    Cell::new(place.row, place.col)
}

fn place(cell: Cell) -> GridPos {
    GridPos::new(cell.row, cell.col)
}

/// A person chooses this cell.
fn choose(cell: Cell, scene: &Scene<Eater>) -> Reply<Cell> {
    let Some(seat) = scene.deciding.only() else { return Reply::Ignored };
    if scene.observation.board.at(cell).is_none() {
        Reply::Act(seat, cell)
    } else {
        Reply::Refused(format!("{cell} is taken: choose an empty cell").into())
    }
}

/// Whether two persons play.
fn is_for_two(scene: &Scene<Eater>) -> bool {
    scene.names.iter().all(|name| name == HUMAN)
}

impl EaterControls {
    fn types_blind(&self, scene: &Scene<Eater>) -> bool {
        self.blind.is_some() && is_for_two(scene) && !scene.deciding.is_empty()
    }
}

impl GameView for Eater {
    type Controls = EaterControls;
}

impl Controls<Eater> for EaterControls {
    type Command = Command;

    const KEYS: &'static [Binding<Command>] = &KEYS;

    fn refusal(&self, command: Command, scene: &Scene<Eater>) -> Option<Cow<'static, str>> {
        let no = |condition: bool, why: &'static str| condition.then_some(why.into());
        match command {
            Command::Blind => no(
                !is_for_two(scene) || scene.observation.winner.is_some(),
                "this is for two persons",
            ),
            _ if scene.is_covered => Some("press Enter when the other looks away".into()),
            _ if self.types_blind(scene) => Some("you type blind now: Tab ends that".into()),
            // One may always look around.
            Command::Move(..) => None,
            Command::Choose => no(scene.deciding.is_empty(), "it is not your move"),
        }
    }

    fn run(&mut self, command: Command, scene: &Scene<Eater>) -> Reply<Cell> {
        let square = square(&scene.observation.board);
        match command {
            Command::Move(down, right) => self.cursor.move_by((down, right), square),
            Command::Choose => match self.cursor.confirm(square) {
                Ok(place) => choose(cell(place), scene),
                Err(reply) => reply,
            },
            Command::Blind => {
                self.cursor = GridCursor::default();
                self.blind = if self.blind.is_some() { None } else { Some(Blind::default()) };
                Reply::Changed
            }
        }
    }

    fn on_key(&mut self, key: Key, scene: &Scene<Eater>) -> Reply<Cell> {
        if scene.deciding.is_empty() {
            return Reply::Ignored;
        }
        match self.blind.as_mut().filter(|_| is_for_two(scene)) {
            Some(blind) => blind.typed(key, &scene.observation.board, scene.deciding),
            None => self.cursor.type_key(key, square(&scene.observation.board)),
        }
    }

    fn on_click(&mut self, spot: usize, scene: &Scene<Eater>) -> Reply<Cell> {
        let place = square(&scene.observation.board).position(spot);
        let is_free = !scene.deciding.is_empty() && !self.types_blind(scene);
        let Some(place) = place.filter(|_| is_free) else { return Reply::Ignored };
        self.cursor.move_to::<Cell>(place);
        choose(cell(place), scene)
    }

    fn on_wheel(&mut self, down: bool, scene: &Scene<Eater>) -> Reply<Cell> {
        self.cursor.move_by((if down { 1 } else { -1 }, 0), square(&scene.observation.board))
    }

    fn takes_text(&self, scene: &Scene<Eater>) -> bool {
        self.types_blind(scene)
    }

    fn is_blind(&self) -> bool {
        self.blind.is_some()
    }

    fn reset(&mut self) {
        *self = Self {
            cursor: GridCursor::default(),
            blind: self.blind.as_ref().map(|_| Blind::default()),
        };
    }

    fn pending_input(&self, scene: &Scene<Eater>) -> Option<String> {
        match self.blind.as_ref().filter(|_| self.types_blind(scene)) {
            Some(blind) => Some(blind.words(scene.observation.board.size(), scene.deciding)),
            None => self.cursor.typed_text(),
        }
    }

    fn extent(&self, scene: &Scene<Eater>, room: Size, _: &Look) -> Size {
        GridLayout::extent(square(&scene.observation.board), room)
    }

    fn draw(
        &mut self,
        scene: &Scene<Eater>,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let square = square(&scene.observation.board);
        let cursor = self.cursor.position(square);
        let is_steered = self.cursor.placed().is_some() || !scene.deciding.is_empty();
        // Until somebody moves the cursor, the window follows what is chosen.
        let shown = if is_steered {
            cursor
        } else {
            scene.observation.last.map_or(cursor, |last| place(last.passer))
        };
        let layout = self.cursor.layout(square, area, shown);
        let cursor = (is_steered && !self.types_blind(scene)).then_some(cell(cursor));
        View::new(scene, layout, look, cursor).draw(buffer, areas);
    }

    fn draw_thumbnail(
        observation: &EaterObservation,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
    ) {
        draw_small(observation, area, buffer, look);
    }
}
