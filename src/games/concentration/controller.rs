//! The keyboard controller of Concentration: a cursor over the grid, typed rows and columns, and
//! clicks.

use std::borrow::Cow;

use crossterm::event::KeyCode;

use crate::{
    games::{Controller, Reply, Scene},
    widgets::{Binding, Key},
};
use fourcade_engine::{
    concentration::{
        Concentration,
        model::{COLUMNS, Face, ROWS, Spot},
        players::memory_capacity,
    },
    play::HUMAN,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Moves the cursor by a number of rows and columns.
    Move(i32, i32),
    /// Wraps around.
    NextFaceDown,
    /// Wraps around.
    PreviousFaceDown,
    /// Turns up the card under the cursor, or at the typed row and column.
    Turn,
    /// Separates a typed row from the column. If nothing is typed, turns up the card.
    TurnOrSeparate,
    ToggleMemories,
}

static KEYS: [Binding<Command>; 9] = [
    Binding::new(Command::Move(-1, 0), &[Key::plain(KeyCode::Up), Key::char('k')], "cursor up")
        .footer("arrows", "move"),
    Binding::new(Command::Move(1, 0), &[Key::plain(KeyCode::Down), Key::char('j')], "cursor down"),
    Binding::new(Command::Move(0, -1), &[Key::plain(KeyCode::Left), Key::char('h')], "cursor left"),
    Binding::new(
        Command::Move(0, 1),
        &[Key::plain(KeyCode::Right), Key::char('l')],
        "cursor right",
    ),
    Binding::new(Command::Turn, &[Key::plain(KeyCode::Enter)], "turn the card over")
        .footer("Enter", "turn"),
    Binding::new(
        Command::TurnOrSeparate,
        &[Key::char(' ')],
        "turn the card over, or type a space between row and column",
    ),
    Binding::new(Command::NextFaceDown, &[Key::plain(KeyCode::Tab)], "next face-down card")
        .footer("Tab", "next"),
    Binding::new(
        Command::PreviousFaceDown,
        &[Key::plain(KeyCode::BackTab)],
        "previous face-down card",
    ),
    Binding::new(
        Command::ToggleMemories,
        &[Key::char('m')],
        "show or hide what the computers remember",
    )
    .footer("m", "memories"),
];

#[derive(Debug, Default)]
pub struct ConcentrationController {
    pub(super) cursor: Option<Spot>,
    /// The typed row and the digits of the column so far.
    typed: String,
    /// The cursor before these digits were typed.
    before_typing: Option<Spot>,
    /// What is wrong with the typed digits. They stay until Enter or another row, so that Enter
    /// doesn't turn up the card at the cursor instead.
    mistyped: Option<String>,
    pub(super) shows_memories: bool,
}

impl ConcentrationController {
    /// The spot of the cursor, by default in the middle of the grid.
    pub(super) fn cursor(&self) -> Spot {
        let middle = || Spot::new(1, COLUMNS.div_ceil(2));
        self.cursor.or_else(middle).unwrap_or_else(|| unreachable!("the grid has a middle"))
    }

    fn go_to(&mut self, spot: Option<Spot>) -> Reply<Spot> {
        self.forget_typed();
        self.cursor = spot.or(self.cursor);
        Reply::Changed
    }

    fn move_cursor(&mut self, (down, right): (i32, i32)) -> Reply<Spot> {
        let moved = |at: usize, by: i32, min: usize, max: usize| {
            at.saturating_add_signed(isize::try_from(by).unwrap_or(0)).clamp(min, max)
        };
        let from = self.cursor();
        self.go_to(Spot::new(
            moved(from.row(), down, 0, ROWS - 1),
            moved(from.column(), right, 1, COLUMNS),
        ))
    }

    fn cycle_cursor(&mut self, forward: bool, scene: &Scene<Concentration>) -> Reply<Spot> {
        let (face_down, cursor): (Vec<_>, _) =
            (scene.observation.face_down().collect(), self.cursor());
        let found = if forward {
            face_down.iter().find(|&&spot| spot > cursor).or(face_down.first())
        } else {
            face_down.iter().rev().find(|&&spot| spot < cursor).or(face_down.last())
        };
        self.go_to(found.copied())
    }

    fn turn(&mut self, spot: Spot, scene: &Scene<Concentration>) -> Reply<Spot> {
        self.forget_typed();
        let Some(seat) = scene.deciding.only() else { return Reply::Changed };
        match scene.observation.at(spot) {
            Face::Down => Reply::Act(seat, spot),
            Face::Turned(_) => Reply::Refused("this is your first card: choose another one".into()),
            Face::Won(..) => {
                Reply::Refused("this card is gone: choose one that is face down".into())
            }
        }
    }

    fn forget_typed(&mut self) {
        self.typed.clear();
        self.mistyped = None;
    }

    /// Moves the cursor to the typed row and column once both are there, and back if they are
    /// outside the grid.
    fn follow_typed(&mut self) -> Reply<Spot> {
        match self.read_typed() {
            Ok(spot) => {
                (self.cursor, self.mistyped) = (spot.or(self.cursor), None);
                Reply::Changed
            }
            Err(reason) => {
                (self.cursor, self.mistyped) = (self.before_typing, Some(reason.clone()));
                Reply::Refused(reason.into())
            }
        }
    }

    /// Reads the typed digits: a row from 0 to 3, then a column from 1 to 13. Returns `None` while
    /// the column is missing.
    fn read_typed(&self) -> Result<Option<Spot>, String> {
        let (row, column) = self.typed.split_at(self.typed.len().min(1));
        if row.parse().is_ok_and(|row: usize| row >= ROWS) {
            return Err(format!("rows are numbered 0 to {}", ROWS - 1));
        }
        let column = column.trim_start();
        let spot = row
            .parse()
            .ok()
            .zip(column.parse().ok())
            .and_then(|(row, column)| Spot::new(row, column));
        // A single 0 may become 01; anything else must be a column.
        if spot.is_none() && !matches!(column, "" | "0") {
            return Err(format!("columns are numbered 1 to {COLUMNS}"));
        }
        Ok(spot)
    }

    /// Handles Enter, or a space that separates no numbers.
    fn confirm(&mut self, scene: &Scene<Concentration>) -> Reply<Spot> {
        if let Some(reason) = self.mistyped.take() {
            self.typed.clear();
            return Reply::Refused(reason.into());
        }
        if self.typed.len() == 1 {
            self.typed.push(' ');
            return Reply::Changed;
        }
        if !self.typed.is_empty() && !self.has_whole_spot() {
            let row = &self.typed[..1];
            return Reply::Refused(format!("{row} is the row: type the column, too").into());
        }
        self.turn(self.cursor(), scene)
    }

    fn separate_or_confirm(&mut self, scene: &Scene<Concentration>) -> Reply<Spot> {
        if self.typed.len() == 1 {
            self.typed.push(' ');
            return Reply::Changed;
        }
        // After `12` the space may be meant to separate a row 12 from its column.
        if self.mistyped.is_none() && self.has_whole_spot() && !self.typed.contains(' ') {
            let (row, column) = self.typed.split_at(1);
            let text = format!("press Enter to turn up the card in row {row}, column {column}");
            return Reply::Refused(text.into());
        }
        self.confirm(scene)
    }

    fn has_whole_spot(&self) -> bool {
        let column = self.typed.get(1..).unwrap_or_default().trim_start();
        column.parse().is_ok_and(|column: usize| column > 0)
    }
}

fn has_people(scene: &Scene<Concentration>) -> bool {
    scene.names.iter().any(|name| name == HUMAN)
}

pub fn memories_refusal(scene: &Scene<Concentration>) -> Option<&'static str> {
    if has_people(scene) {
        return Some("only available when computers play");
    }
    let remembers_some =
        |name: &String| memory_capacity(name).is_some_and(|memory| memory.cards > 0);
    (!scene.names.iter().any(remembers_some)).then_some("these computers remember nothing")
}

impl Controller<Concentration> for ConcentrationController {
    type Command = Command;

    const KEYS: &'static [Binding<Command>] = &KEYS;

    fn refusal(&self, command: Command, scene: &Scene<Concentration>) -> Option<Cow<'static, str>> {
        match command {
            Command::ToggleMemories => memories_refusal(scene).map(Cow::Borrowed),
            // The cursor may always move.
            Command::Move(..) => None,
            _ if !scene.deciding.is_empty() => None,
            _ => Some("it is not your turn".into()),
        }
    }

    fn footer(
        &self,
        binding: &Binding<Command>,
        scene: &Scene<Concentration>,
    ) -> Option<(&'static str, &'static str)> {
        match binding.command {
            Command::ToggleMemories if self.shows_memories => Some(("m", "hide memories")),
            Command::ToggleMemories => binding.footer,
            _ => binding.footer.filter(|_| scene.is_choosing()),
        }
    }

    fn run(&mut self, command: Command, scene: &Scene<Concentration>) -> Reply<Spot> {
        match command {
            Command::Move(down, right) => self.move_cursor((down, right)),
            Command::NextFaceDown => self.cycle_cursor(true, scene),
            Command::PreviousFaceDown => self.cycle_cursor(false, scene),
            Command::ToggleMemories => {
                self.shows_memories = !self.shows_memories;
                Reply::Changed
            }
            Command::Turn => self.confirm(scene),
            Command::TurnOrSeparate => self.separate_or_confirm(scene),
        }
    }

    fn on_key(&mut self, key: Key, scene: &Scene<Concentration>) -> Reply<Spot> {
        if scene.deciding.is_empty() || key.ctrl || key.alt {
            return Reply::Ignored;
        }
        match key.code {
            KeyCode::Char(digit @ '0'..='9') => {
                let column = self.typed.get(1..).unwrap_or_default().trim_start();
                // No column has three digits, so this digit starts another spot. So does a digit
                // after a mistake, unless it is the column of a wrong row.
                let is_column = self.typed.ends_with(' ');
                if column.len() == 2 || self.mistyped.is_some() && !is_column {
                    self.forget_typed();
                }
                if self.typed.is_empty() {
                    self.before_typing = self.cursor;
                }
                self.typed.push(digit);
                self.follow_typed()
            }
            KeyCode::Char(',') if self.typed.len() == 1 => {
                self.typed.push(' ');
                Reply::Changed
            }
            KeyCode::Backspace if self.typed.pop().is_some() => self.follow_typed(),
            _ => Reply::Ignored,
        }
    }

    fn on_click(&mut self, item: usize, scene: &Scene<Concentration>) -> Reply<Spot> {
        let Some(spot) = Spot::from_index(item) else { return Reply::Ignored };
        if scene.deciding.is_empty() {
            return Reply::Ignored;
        }
        self.cursor = Some(spot);
        self.turn(spot, scene)
    }

    fn on_wheel(&mut self, down: bool, _: &Scene<Concentration>) -> Reply<Spot> {
        self.move_cursor((if down { 1 } else { -1 }, 0))
    }

    fn pending_input(&self, _: &Scene<Concentration>) -> Option<String> {
        (!self.typed.is_empty()).then(|| format!("row column: {}", self.typed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::testing;
    use fourcade_engine::{
        concentration::model::{CardLayout, PlayingCard},
        play::{Game as _, Seats},
    };

    /// A game with its controller, played or watched by a person.
    struct Fixture {
        game: Concentration,
        deciding: bool,
        lingers: bool,
        controller: ConcentrationController,
    }

    impl Fixture {
        /// A game whose rows hold one suit each, with the cursor on this spot.
        fn new(cursor: &str) -> Self {
            let game = Concentration::start(
                &CardLayout::new(&PlayingCard::all().collect::<Vec<_>>()).unwrap(),
            );
            let controller = ConcentrationController {
                cursor: Some(cursor.parse().unwrap()),
                ..ConcentrationController::default()
            };
            Self { game, deciding: true, lingers: false, controller }
        }

        fn turned(mut self, spots: &str) -> Self {
            for spot in spots.split(", ") {
                let seat = self.game.awaited().only().unwrap();
                self.game.step(&[(seat, spot.parse().unwrap())]).unwrap();
            }
            self
        }

        fn act(
            &mut self,
            act: impl FnOnce(&mut ConcentrationController, &Scene<Concentration>) -> Reply<Spot>,
        ) -> Reply<Spot> {
            let observation = self.game.observe(Seats::NONE);
            let deciding = if self.deciding { self.game.awaited() } else { Seats::NONE };
            let lingers = self.lingers;
            let names = [HUMAN, "random"].map(str::to_owned);
            let scene = Scene {
                observation: &observation,
                deciding,
                is_covered: false,
                events: &[],
                motion: 1.0,
                is_lingering: lingers,
                hint: None,
                names: &names,
            };
            act(&mut self.controller, &scene)
        }

        /// Presses keys. Returns the last reply and the spot of the cursor.
        fn keys(&mut self, written: &str) -> (String, String) {
            let mut last = Reply::Ignored;
            for key in testing::keys(written) {
                last = self.act(|controller, scene| {
                    let bound = ConcentrationController::KEYS
                        .iter()
                        .find(|binding| binding.keys.contains(&key));
                    match bound
                        .filter(|binding| controller.refusal(binding.command, scene).is_none())
                    {
                        Some(binding) => controller.run(binding.command, scene),
                        None => controller.on_key(key, scene),
                    }
                });
            }
            (reply_text(&last), self.controller.cursor().to_string())
        }
    }

    fn reply_text(reply: &Reply<Spot>) -> String {
        match reply {
            Reply::Ignored => "ignored".to_owned(),
            Reply::Changed => String::new(),
            Reply::Act(seat, spot) => format!("{seat} turns {spot}"),
            Reply::Retract(_) => "takes back".to_owned(),
            Reply::Refused(why) => why.to_string(),
        }
    }

    /// Checks a table of cursor, keys, expected reply and expected cursor.
    #[track_caller]
    fn check(fixture: impl Fn(&str) -> Fixture, table: &[(&str, &str, &str, &str)]) {
        for (from, keys, reply, cursor) in table {
            let result = fixture(from).keys(keys);
            assert_eq!(result, ((*reply).to_owned(), (*cursor).to_owned()), "{keys} from {from}");
        }
    }

    #[test]
    fn the_cursor_moves_and_stays_on_the_grid() {
        check(
            Fixture::new,
            &[
                ("1 7", "l", "", "1 8"),
                ("1 7", "<Left><Left>", "", "1 5"),
                ("1 7", "jj", "", "3 7"),
                ("1 7", "<Down><Down><Down>", "", "3 7"),
                ("0 1", "hk", "", "0 1"),
                ("3 13", "lj", "", "3 13"),
                ("1 7", "<Tab>", "", "1 8"),
                ("3 13", "<Tab>", "", "0 1"),
                ("0 1", "<S-Tab>", "", "3 13"),
            ],
        );
    }

    #[test]
    fn the_cursor_starts_in_the_middle() {
        assert_eq!(ConcentrationController::default().cursor().to_string(), "1 7");
    }

    #[test]
    fn cards_are_turned_up_and_refusals_give_a_reason() {
        check(
            Fixture::new,
            &[("1 7", "<Enter>", "0 turns 1 7", "1 7"), ("0 13", " ", "0 turns 0 13", "0 13")],
        );
        check(
            |from| Fixture::new(from).turned("0 1, 1 1, 2 2"),
            &[
                ("0 1", "<Enter>", "this card is gone: choose one that is face down", "0 1"),
                ("2 2", "<Enter>", "this is your first card: choose another one", "2 2"),
                ("2 3", "<Enter>", "1 turns 2 3", "2 3"),
                ("0 1", "<Tab>", "", "0 2"),
                ("1 13", "<Tab><Tab>", "", "2 3"),
            ],
        );
    }

    #[test]
    fn row_and_column_are_typed() {
        check(
            Fixture::new,
            &[
                ("1 7", "0", "", "1 7"),
                ("1 7", "05", "", "0 5"),
                ("1 7", "0 5", "", "0 5"),
                ("1 7", "0,5", "", "0 5"),
                ("1 7", "213", "", "2 13"),
                ("1 7", "2 13", "", "2 13"),
                ("1 7", "201", "", "2 1"),
                ("1 7", "3 13<Enter>", "0 turns 3 13", "3 13"),
                ("1 7", "05<Enter>", "0 turns 0 5", "0 5"),
                ("1 7", "4", "rows are numbered 0 to 3", "1 7"),
                ("1 7", "2 14", "columns are numbered 1 to 13", "1 7"),
                // A wrong row or column turns up nothing, whichever way it is separated and
                // confirmed.
                ("1 7", "4<Enter>", "rows are numbered 0 to 3", "1 7"),
                ("1 7", "4 ", "", "1 7"),
                ("1 7", "4 5", "rows are numbered 0 to 3", "1 7"),
                ("1 7", "4 5<Enter>", "rows are numbered 0 to 3", "1 7"),
                ("1 7", "4 5 ", "rows are numbered 0 to 3", "1 7"),
                ("1 7", "2 14<Enter>", "columns are numbered 1 to 13", "1 7"),
                ("1 7", "12 ", "press Enter to turn up the card in row 1, column 2", "1 2"),
                ("1 7", "12 3", "columns are numbered 1 to 13", "1 7"),
                ("1 7", "4<Back>05<Enter>", "0 turns 0 5", "0 5"),
                ("1 7", "405<Enter>", "0 turns 0 5", "0 5"),
                ("1 7", "4 5<Enter><Enter>", "0 turns 1 7", "1 7"),
                ("1 7", "2<Enter><Enter>", "2 is the row: type the column, too", "1 7"),
                ("1 7", "20<Enter>", "2 is the row: type the column, too", "1 7"),
                ("1 7", "213<Back>", "", "2 1"),
                ("1 7", "213<Back><Back><Back><Back>", "ignored", "2 1"),
                ("1 7", "2l<Enter>", "0 turns 1 8", "1 8"),
                ("1 7", "2 1305", "", "0 5"),
            ],
        );
    }

    #[test]
    fn clicks_turn_cards() {
        let mut fixture = Fixture::new("1 7");
        let spot: Spot = "2 13".parse().unwrap();
        assert_eq!(
            reply_text(&fixture.act(|controller, scene| controller.on_click(spot.index(), scene))),
            "0 turns 2 13"
        );
        assert_eq!(
            reply_text(&fixture.act(|controller, scene| controller.on_click(52, scene))),
            "ignored"
        );
        fixture.deciding = false;
        assert_eq!(
            reply_text(&fixture.act(|controller, scene| controller.on_click(0, scene))),
            "ignored"
        );
        assert_eq!(
            reply_text(&fixture.act(|controller, scene| controller.on_wheel(true, scene))),
            ""
        );
    }

    #[test]
    fn spectators_can_only_move_the_cursor() {
        let watching = |from: &str| Fixture { deciding: false, ..Fixture::new(from) };
        check(
            watching,
            &[
                ("1 7", "l", "", "1 8"),
                ("1 7", "<Enter>", "ignored", "1 7"),
                ("1 7", "05", "ignored", "1 7"),
            ],
        );
        // While two cards linger, the table handles Enter and Space.
        let lingering =
            |from: &str| Fixture { deciding: false, lingers: true, ..Fixture::new(from) };
        check(lingering, &[("1 7", "<Enter>", "ignored", "1 7"), ("1 7", " ", "ignored", "1 7")]);
    }
}
