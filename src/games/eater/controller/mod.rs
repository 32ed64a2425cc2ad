//! The keyboard controller of Eater: a cursor, typed coordinates and clicks.
//!
//! Two people at one keyboard choose one after the other, or type at the same time without seeing
//! their choices.

mod blind_typing;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use crossterm::event::KeyCode;

use crate::{
    games::{Controller, Reply, Scene, grid::GridCursor},
    widgets::{Binding, Key, keys::When},
};
use blind_typing::BlindTyping;
use fourcade_engine::eater::{
    Eater,
    model::{Cell, EaterBoard},
};
use fourcade_engine::play::{GridPos, HUMAN, SquareGrid};

/// A command of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Moves the cursor down and right by a number of rows and columns, which may be negative.
    Move(i32, i32),
    /// Chooses the cell at the cursor or at the typed coordinates.
    Choose,
    /// Switches between blind typing and choosing one after the other.
    ToggleBlindTyping,
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
        Command::ToggleBlindTyping,
        &[Key::plain(KeyCode::Tab)],
        "two players: type blind at the same time, or choose in turn",
    )
    .footer("Tab", "blind")
    .when(When::DECIDING.or(When::HAND_OVER)),
];

/// The cursor, and the keys of two people who type blind.
///
/// By default two people choose one after the other. That needs no other keys than a game against
/// a computer player, and hints and undo are available.
#[derive(Debug, Default)]
pub struct EaterController {
    pub(super) cursor: GridCursor,
    blind: Option<BlindTyping>,
}

/// Returns the grid of a board.
fn grid(board: &EaterBoard) -> SquareGrid {
    SquareGrid { size: board.size(), first_number: 1, has_letters: false }
}

pub fn cell_at(pos: GridPos) -> Cell {
    Cell::new(pos.row, pos.col)
}

pub fn pos_of(cell: Cell) -> GridPos {
    GridPos::new(cell.row, cell.col)
}

/// Returns the reply when a person chooses this cell.
fn choose(cell: Cell, scene: &Scene<Eater>) -> Reply<Cell> {
    let Some(seat) = scene.deciding.only() else { return Reply::Ignored };
    if scene.observation.board.at(cell).is_none() {
        Reply::Act(seat, cell)
    } else {
        Reply::Refused(format!("{cell} is taken: choose an empty cell").into())
    }
}

/// Returns whether both players are people.
fn is_for_two(scene: &Scene<Eater>) -> bool {
    scene.names.iter().all(|name| name == HUMAN)
}

impl EaterController {
    /// Returns the grid as it is drawn: with letters at its edge while the Passer types them.
    pub(super) fn drawn_grid(&self, scene: &Scene<Eater>) -> SquareGrid {
        let has_letters = self.blind.is_some() && is_for_two(scene);
        SquareGrid { has_letters, ..grid(&scene.observation.board) }
    }

    pub(super) fn is_typing_blind(&self, scene: &Scene<Eater>) -> bool {
        self.blind.is_some() && is_for_two(scene) && !scene.deciding.is_empty()
    }
}

impl Controller<Eater> for EaterController {
    type Command = Command;

    const KEYS: &'static [Binding<Command>] = &KEYS;

    fn refusal(&self, command: Command, scene: &Scene<Eater>) -> Option<Cow<'static, str>> {
        let refuse_if = |condition: bool, reason: &'static str| condition.then_some(reason.into());
        match command {
            Command::ToggleBlindTyping => refuse_if(
                !is_for_two(scene) || scene.observation.winner.is_some(),
                "only available with two players",
            ),
            _ if scene.is_covered => Some("press Enter when your opponent isn't looking".into()),
            _ if self.is_typing_blind(scene) => {
                Some("you are typing blind: press Tab to stop".into())
            }
            // The cursor can always be moved, to look at another part of the board.
            Command::Move(..) => None,
            Command::Choose => refuse_if(scene.deciding.is_empty(), "it is not your move"),
        }
    }

    fn footer(
        &self,
        binding: &Binding<Command>,
        scene: &Scene<Eater>,
    ) -> Option<(&'static str, &'static str)> {
        match binding.command {
            Command::ToggleBlindTyping if self.blind.is_some() => Some(("Tab", "take turns")),
            Command::ToggleBlindTyping => binding.footer,
            _ => binding.footer.filter(|_| scene.is_choosing()),
        }
    }

    fn run(&mut self, command: Command, scene: &Scene<Eater>) -> Reply<Cell> {
        let grid = grid(&scene.observation.board);
        match command {
            Command::Move(down, right) => self.cursor.move_by((down, right), grid),
            Command::Choose => match self.cursor.confirm(grid) {
                Ok(pos) => choose(cell_at(pos), scene),
                Err(reply) => reply,
            },
            Command::ToggleBlindTyping => {
                self.cursor = GridCursor::default();
                self.blind = if self.blind.is_some() { None } else { Some(BlindTyping::default()) };
                Reply::Changed
            }
        }
    }

    fn on_key(&mut self, key: Key, scene: &Scene<Eater>) -> Reply<Cell> {
        if scene.deciding.is_empty() {
            return Reply::Ignored;
        }
        match self.blind.as_mut().filter(|_| is_for_two(scene)) {
            Some(blind) => blind.type_key(key, &scene.observation.board, scene.deciding),
            None => self.cursor.type_key(key, grid(&scene.observation.board)),
        }
    }

    fn on_click(&mut self, item: usize, scene: &Scene<Eater>) -> Reply<Cell> {
        let pos = grid(&scene.observation.board).position(item);
        let accepts_clicks = !scene.deciding.is_empty() && !self.is_typing_blind(scene);
        let Some(pos) = pos.filter(|_| accepts_clicks) else { return Reply::Ignored };
        self.cursor.move_to::<Cell>(pos);
        choose(cell_at(pos), scene)
    }

    fn on_wheel(&mut self, down: bool, scene: &Scene<Eater>) -> Reply<Cell> {
        self.cursor.move_by((if down { 1 } else { -1 }, 0), grid(&scene.observation.board))
    }

    fn takes_text(&self, scene: &Scene<Eater>) -> bool {
        self.is_typing_blind(scene)
    }

    fn is_blind(&self) -> bool {
        self.blind.is_some()
    }

    fn reset(&mut self) {
        *self = Self {
            cursor: GridCursor::default(),
            blind: self.blind.as_ref().map(|_| BlindTyping::default()),
        };
    }

    fn pending_input(&self, scene: &Scene<Eater>) -> Option<String> {
        match self.blind.as_ref().filter(|_| self.is_typing_blind(scene)) {
            Some(blind) => Some(blind.status(scene.observation.board.size(), scene.deciding)),
            None => self.cursor.typed_text(),
        }
    }
}
