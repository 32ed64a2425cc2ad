//! Concentration at the table: a cursor over the grid, row and column typed, clicks.

use std::borrow::Cow;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{
    Concentration,
    players::remembers,
    rules::{COLUMNS, ConcentrationEvent, ConcentrationObservation, Face, ROWS, Spot},
    view::{Layout, View, draw_small},
};
use crate::{
    games::GameView,
    games::{Controls, HUMAN, Reply, Scene},
    ui::{Binding, ClickAreas, Key, Look, keys::When},
};

/// What Concentration's keys do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Moves the cursor by so many rows and columns.
    Move(i32, i32),
    /// Moves it to the next card that is face down, or the one before.
    Next(bool),
    /// Turns the card up.
    Turn,
    /// Shows what the computers remember, or hides it.
    Memories,
}

static KEYS: [Binding<Command>; 8] = [
    Binding::new(Command::Move(-1, 0), &[Key::plain(KeyCode::Up), Key::char('k')], "cursor up")
        .footer("arrows", "move"),
    Binding::new(Command::Move(1, 0), &[Key::plain(KeyCode::Down), Key::char('j')], "cursor down"),
    Binding::new(Command::Move(0, -1), &[Key::plain(KeyCode::Left), Key::char('h')], "cursor left"),
    Binding::new(
        Command::Move(0, 1),
        &[Key::plain(KeyCode::Right), Key::char('l')],
        "cursor right",
    ),
    Binding::new(Command::Turn, &[Key::plain(KeyCode::Enter), Key::char(' ')], "turn the card up")
        .footer("Enter", "turn")
        .when(When::DECIDING),
    Binding::new(Command::Next(true), &[Key::plain(KeyCode::Tab)], "next card that is face down")
        .footer("Tab", "next")
        .when(When::DECIDING),
    Binding::new(
        Command::Next(false),
        &[Key::plain(KeyCode::BackTab)],
        "card before that is face down",
    )
    .when(When::DECIDING),
    Binding::new(
        Command::Memories,
        &[Key::char('m')],
        "show what the computers remember, or hide it",
    )
    .footer("m", "memories")
    .when(When::WATCHING),
];

/// The cursor, what is being typed, and whether memories are shown.
#[derive(Debug, Default)]
pub struct GridControls {
    cursor: Option<Spot>,
    /// The row that was typed, and the column as far as it is.
    typed: String,
    shows_memories: bool,
}

impl GridControls {
    /// The cursor: in the middle of the grid until it is moved.
    fn cursor(&self) -> Spot {
        let middle = || Spot::new(1, COLUMNS.div_ceil(2));
        self.cursor.or_else(middle).unwrap_or_else(|| unreachable!("the grid has a middle"))
    }

    fn go(&mut self, spot: Option<Spot>) -> Reply<Spot> {
        self.typed.clear();
        self.cursor = spot.or(self.cursor);
        Reply::Changed
    }

    fn step(&mut self, (down, right): (i32, i32)) -> Reply<Spot> {
        let along = |at: usize, by: i32, least: usize, most: usize| {
            at.saturating_add_signed(isize::try_from(by).unwrap_or(0)).clamp(least, most)
        };
        let from = self.cursor();
        self.go(Spot::new(
            along(from.row(), down, 0, ROWS - 1),
            along(from.column(), right, 1, COLUMNS),
        ))
    }

    fn next(&mut self, forward: bool, scene: &Scene<Concentration>) -> Reply<Spot> {
        let (down, at): (Vec<_>, _) = (scene.observation.face_down().collect(), self.cursor());
        let found = if forward {
            down.iter().find(|&&spot| spot > at).or(down.first())
        } else {
            down.iter().rev().find(|&&spot| spot < at).or(down.last())
        };
        self.go(found.copied())
    }

    fn turn(&mut self, spot: Spot, scene: &Scene<Concentration>) -> Reply<Spot> {
        self.typed.clear();
        let Some(seat) = scene.deciding.only() else { return Reply::Changed };
        match scene.observation.at(spot) {
            Face::Down => Reply::Act(seat, spot),
            Face::Turned(_) => {
                Reply::Refused("this is your first card: turn up another one".into())
            }
            Face::Won(..) => {
                Reply::Refused("this card is won already: turn up one that is face down".into())
            }
        }
    }

    /// Reads `row column` as far as it is typed: a digit from 0 to 3, then a number from 1 to 13.
    fn read(&mut self) -> Reply<Spot> {
        let (row, column) = self.typed.split_at(self.typed.len().min(1));
        if !row.is_empty() && row.parse().is_ok_and(|row: usize| row >= ROWS) {
            self.typed.clear();
            return Reply::Refused(format!("rows are numbered 0 to {}", ROWS - 1).into());
        }
        let column = column.trim_start();
        if !column.is_empty() {
            let spot = row
                .parse()
                .ok()
                .zip(column.parse().ok())
                .and_then(|(row, column)| Spot::new(row, column));
            // 0 and 01 may become 01, 010 or so; anything else must be a column.
            match spot {
                Some(spot) => self.cursor = Some(spot),
                None if column == "0" => {}
                None => {
                    self.typed.clear();
                    return Reply::Refused(format!("columns are numbered 1 to {COLUMNS}").into());
                }
            }
        }
        Reply::Changed
    }

    fn has_whole_spot(&self) -> bool {
        let column = self.typed.get(1..).unwrap_or_default().trim_start();
        column.parse().is_ok_and(|column: usize| column > 0)
    }
}

fn has_people(scene: &Scene<Concentration>) -> bool {
    scene.names.iter().any(|name| name == HUMAN)
}

/// Why the memories can't be shown, if so.
fn hides_memories(scene: &Scene<Concentration>) -> Option<&'static str> {
    if has_people(scene) {
        return Some("a person plays here: what a computer remembers would help");
    }
    let remembers_some = |name: &String| remembers(name).is_some_and(|most| most > 0);
    (!scene.names.iter().any(remembers_some)).then_some("these computers remember nothing")
}

impl GameView for Concentration {
    type Controls = GridControls;

    fn open_points(seen: &ConcentrationObservation) -> Option<u32> {
        u32::try_from(seen.left()).ok()
    }

    fn lingers(events: &[ConcentrationEvent]) -> bool {
        events.iter().any(|event| matches!(event, ConcentrationEvent::Missed(_)))
    }
}

impl Controls<Concentration> for GridControls {
    type Command = Command;

    const KEYS: &'static [Binding<Command>] = &KEYS;
    const MIN_SIZE: Size = Size::new(40, 11);

    fn refusal(&self, command: Command, scene: &Scene<Concentration>) -> Option<Cow<'static, str>> {
        match command {
            Command::Memories => hides_memories(scene).map(Cow::Borrowed),
            // One may always look around, and any key ends the look at two cards.
            Command::Move(..) => None,
            _ if scene.is_lingering && has_people(scene) || !scene.deciding.is_empty() => None,
            _ => Some("it is not your turn".into()),
        }
    }

    fn run(&mut self, command: Command, scene: &Scene<Concentration>) -> Reply<Spot> {
        match command {
            Command::Move(down, right) => self.step((down, right)),
            Command::Next(forward) => self.next(forward, scene),
            Command::Memories => {
                self.shows_memories = !self.shows_memories;
                Reply::Changed
            }
            // Space stands between two numbers that are being typed.
            Command::Turn if self.typed.len() == 1 => {
                self.typed.push(' ');
                Reply::Changed
            }
            Command::Turn if !self.typed.is_empty() && !self.has_whole_spot() => Reply::Refused(
                format!("{} is the row: type the column, too", &self.typed[..1]).into(),
            ),
            Command::Turn => self.turn(self.cursor(), scene),
        }
    }

    fn on_key(&mut self, key: Key, scene: &Scene<Concentration>) -> Reply<Spot> {
        if scene.deciding.is_empty() || key.ctrl || key.alt {
            return Reply::Ignored;
        }
        match key.code {
            KeyCode::Char(digit @ '0'..='9') => {
                // No column has three digits: another spot begins.
                if self.typed.get(1..).is_some_and(|column| column.trim_start().len() == 2) {
                    self.typed.clear();
                }
                self.typed.push(digit);
                self.read()
            }
            KeyCode::Char(',') if self.typed.len() == 1 => {
                self.typed.push(' ');
                Reply::Changed
            }
            KeyCode::Backspace if self.typed.pop().is_some() => self.read(),
            _ => Reply::Ignored,
        }
    }

    fn on_click(&mut self, item: usize, scene: &Scene<Concentration>) -> Reply<Spot> {
        let Some(spot) = Spot::at(item) else { return Reply::Ignored };
        if scene.deciding.is_empty() {
            return Reply::Ignored;
        }
        self.cursor = Some(spot);
        self.turn(spot, scene)
    }

    fn on_wheel(&mut self, down: bool, _: &Scene<Concentration>) -> Reply<Spot> {
        self.step((if down { 1 } else { -1 }, 0))
    }

    fn pending_input(&self, _: &Scene<Concentration>) -> Option<String> {
        (!self.typed.is_empty()).then(|| format!("row column: {}", self.typed))
    }

    fn extent(&self, _: &Scene<Concentration>, room: Size, _: &Look) -> Size {
        Layout::extent(room)
    }

    fn draw(
        &mut self,
        scene: &Scene<Concentration>,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let is_steered = self.cursor.is_some() || !scene.deciding.is_empty();
        let cursor = is_steered.then(|| self.cursor());
        let shows_memories = self.shows_memories && hides_memories(scene).is_none();
        View::new(scene, Layout::new(area), look, cursor, shows_memories).draw(buffer, areas);
    }

    fn draw_thumbnail(
        observation: &ConcentrationObservation,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
    ) {
        draw_small(observation, area, buffer, look);
    }
}

#[cfg(test)]
mod tests;
