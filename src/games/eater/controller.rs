//! The keyboard controller of Eater: a cursor, typed coordinates and clicks.
//!
//! Two people at one keyboard take turns, or type blind at the same time.

use crossterm::event::KeyCode;

use crate::{
    games::{
        ActionText as _, Controller, KeyboardOptions, NOT_YOUR_TURN, Notation, Reply, Scene,
        SeatInput,
        grid::{Grid, GridCommand, GridCursor, GridGame, GridPos, letters},
    },
    widgets::{Binding, Key, keys::Refusal},
};
use fourcade_engine::{
    eater::{
        Eater,
        model::{Cell, EaterBoard, EaterObservation, Role},
    },
    play::{HUMAN, Seat, Seats},
};

pub type Command = GridCommand<ToggleBlindTyping>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToggleBlindTyping;

static KEYS: [Binding<Command>; 6] = {
    let [up, down, left, right] = Command::MOVES;
    [
        up,
        down,
        left,
        right,
        Binding::new(
            "choose",
            Command::Choose,
            &[Key::plain(KeyCode::Enter), Key::char(' ')],
            "choose the cell at the cursor",
        )
        .footer("Enter", "choose"),
        Binding::new(
            "blind",
            Command::Own(ToggleBlindTyping),
            &[Key::plain(KeyCode::Tab)],
            "two players: type blind at the same time, or choose in turn",
        )
        .footer("Tab", "both type"),
    ]
};

impl GridGame for Eater {
    const COURSE_NUMBERS: (u16, u16) = (1, 1);

    fn extent(observation: &EaterObservation) -> (u16, u16) {
        let size = observation.board.size();
        (size, size)
    }

    fn action_at(pos: GridPos) -> Cell {
        Cell::new(pos.row, pos.col)
    }

    fn pos_of(cell: Cell) -> GridPos {
        GridPos::new(cell.row, cell.col)
    }

    fn why_illegal(
        observation: &EaterObservation,
        _: Seat,
        cell: Cell,
        notation: Notation,
    ) -> Option<String> {
        let is_taken = observation.board.at(cell).is_some();
        is_taken.then(|| format!("{} is taken: choose an empty cell", Self::write(cell, notation)))
    }
}

#[derive(Debug, Default)]
pub struct EaterController {
    pub(super) cursor: GridCursor,
    /// `None` by default, so that two people take turns: this needs no extra keys, and allows hints
    /// and undo.
    blind: Option<BlindTyping>,
}

fn has_two_people(scene: &Scene<Eater>) -> bool {
    scene.names.iter().all(|name| name == HUMAN)
}

impl EaterController {
    /// The grid to draw, with letters on the rim while the Passer types them.
    pub(super) fn drawn_grid(&self, scene: &Scene<Eater>) -> Grid {
        let has_letters = self.blind.is_some() && has_two_people(scene);
        Grid { has_letters, ..Eater::grid(scene.observation, scene.notation) }
    }

    pub(super) fn is_typing_blind(&self, scene: &Scene<Eater>) -> bool {
        self.blind.is_some() && has_two_people(scene) && !scene.deciding.is_empty()
    }
}

impl Controller<Eater> for EaterController {
    type Command = Command;

    const KEYS: &'static [Binding<Command>] = &KEYS;
    const WHEEL: [Command; 2] = Command::WHEEL;

    fn refusal(&self, command: Command, scene: &Scene<Eater>) -> Option<Refusal> {
        let refuse_if = |condition: bool, reason: &'static str| condition.then_some(reason.into());
        match command {
            Command::Own(ToggleBlindTyping) => refuse_if(
                !has_two_people(scene) || scene.observation.winner.is_some(),
                "with two people at one keyboard, both can type at the same time",
            ),
            _ if self.is_typing_blind(scene) => Some("press Tab to stop typing blind".into()),
            // The cursor can move at any time, to look at another part of the board.
            Command::Move(..) if !scene.is_covered() => None,
            _ => refuse_if(scene.deciding.is_empty(), NOT_YOUR_TURN),
        }
    }

    fn needs_turn(command: Command) -> bool {
        !matches!(command, Command::Own(ToggleBlindTyping))
    }

    fn footer(
        &self,
        binding: &Binding<Command>,
        _: &Scene<Eater>,
    ) -> Option<(&'static str, &'static str)> {
        match binding.command {
            Command::Own(ToggleBlindTyping) if self.blind.is_some() => Some(("Tab", "take turns")),
            _ => binding.footer,
        }
    }

    fn run(&mut self, command: Command, scene: &Scene<Eater>) -> Reply<Cell> {
        match command {
            Command::Own(ToggleBlindTyping) => {
                self.cursor = GridCursor::default();
                self.blind = if self.blind.is_some() { None } else { Some(BlindTyping::default()) };
                Reply::Changed
            }
            Command::ChooseAt(_) if self.is_typing_blind(scene) => Reply::Ignored,
            command => self.cursor.run_command(command, scene),
        }
    }

    fn on_key(&mut self, key: Key, scene: &Scene<Eater>) -> Reply<Cell> {
        let is_typing_blind = self.is_typing_blind(scene);
        match self.blind.as_mut().filter(|_| is_typing_blind) {
            Some(blind) => blind.type_key(key, &scene.observation.board, scene.deciding),
            None => self.cursor.type_key(key, scene),
        }
    }

    fn takes_text(&self, scene: &Scene<Eater>) -> bool {
        self.is_typing_blind(scene)
    }

    fn keyboard_options(&self) -> KeyboardOptions {
        KeyboardOptions { is_blind: self.blind.is_some(), ..KeyboardOptions::default() }
    }

    fn reset(&mut self) {
        *self = Self {
            cursor: GridCursor::default(),
            blind: self.blind.as_ref().map(|_| BlindTyping::default()),
        };
    }

    fn esc_label(&self, scene: &Scene<Eater>) -> Option<&'static str> {
        match self.blind.as_ref().filter(|_| self.is_typing_blind(scene)) {
            Some(blind) => blind.typed.iter().any(|keys| !keys.is_empty()).then_some("clear"),
            None => self.cursor.clear_label(),
        }
    }

    fn on_esc(&mut self) {
        self.cursor.forget_typed();
        self.blind = self.blind.as_ref().map(|_| BlindTyping::default());
    }

    fn point_away(&mut self, is_avoided: &dyn Fn(Cell) -> bool, scene: &Scene<Eater>) {
        self.cursor.move_off_avoided(is_avoided, scene);
    }

    fn pending_input(&self, scene: &Scene<Eater>) -> Option<String> {
        match self.blind.as_ref().filter(|_| self.is_typing_blind(scene)) {
            Some(_) => Some("Both type, unseen: row, then column.".to_owned()),
            None => self.cursor.typed_text(),
        }
    }

    fn seat_inputs(&self, scene: &Scene<Eater>) -> Vec<SeatInput> {
        let blind = self.blind.as_ref().filter(|_| self.is_typing_blind(scene));
        let size = scene.observation.board.size();
        let input = |blind: &BlindTyping| {
            Role::BOTH.map(|role| blind.input_of(role, size, scene.deciding)).to_vec()
        };
        blind.map(input).unwrap_or_default()
    }
}

#[derive(Debug, Default)]
struct BlindTyping {
    /// By role.
    typed: [String; 2],
}

fn keys_per_number(role: Role, size: u16) -> usize {
    let max_with_one_key = match role {
        Role::Passer => 26,
        Role::Eater => 9,
    };
    if size <= max_with_one_key { 1 } else { 2 }
}

/// Parses the keys for a row or column into its index, which may be outside the board.
fn parse_index(role: Role, keys: &str) -> Option<u16> {
    match role {
        Role::Passer => {
            let letters = keys.bytes().map(|key| u16::from(key - b'a'));
            letters.reduce(|high, low| 26 * high + low)
        }
        Role::Eater => keys.parse::<u16>().ok()?.checked_sub(1),
    }
}

fn keys_for(role: Role, index: u16, size: u16) -> String {
    match role {
        Role::Passer => letters(index, size),
        Role::Eater => format!("{:0width$}", index + 1, width = keys_per_number(role, size)),
    }
}

fn key_range(role: Role, size: u16) -> String {
    format!("{}-{}", keys_for(role, 0, size), keys_for(role, size - 1, size))
}

/// The name of the key that takes back what a role has typed, and a short name.
fn undo_key(role: Role) -> [&'static str; 2] {
    match role {
        Role::Passer => ["Space"; 2],
        Role::Eater => ["Backspace", "Bksp"],
    }
}

impl BlindTyping {
    /// `deciding` are the seats that have not chosen yet.
    pub fn type_key(&mut self, key: Key, board: &EaterBoard, deciding: Seats) -> Reply<Cell> {
        if key.ctrl || key.alt {
            return Reply::Ignored;
        }
        match key.code {
            KeyCode::Char(letter) if letter.is_ascii_alphabetic() => {
                self.push(Role::Passer, letter.to_ascii_lowercase(), board, deciding)
            }
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                self.push(Role::Eater, digit, board, deciding)
            }
            KeyCode::Char(' ') => self.take_back(Role::Passer, deciding),
            KeyCode::Backspace => self.take_back(Role::Eater, deciding),
            _ => Reply::Ignored,
        }
    }

    fn push(&mut self, role: Role, key: char, board: &EaterBoard, deciding: Seats) -> Reply<Cell> {
        if !deciding.contains(role.seat()) {
            let [key, _] = undo_key(role);
            let reason = format!("you have chosen; press {key} to take it back");
            return Reply::RefusedTo(role.seat(), reason.into());
        }
        let key_count = keys_per_number(role, board.size());
        let typed = &mut self.typed[role.index()];
        typed.push(key);
        let is_whole = typed.len().is_multiple_of(key_count);
        let start = typed.len().saturating_sub(key_count);
        let is_outside =
            |keys: &str| parse_index(role, keys).is_none_or(|index| index >= board.size());
        if is_whole && is_outside(&typed[start..]) {
            typed.truncate(start);
            let range = key_range(role, board.size());
            return Reply::Refused(format!("not on the board: {range}").into());
        }
        if typed.len() < 2 * key_count {
            return Reply::Changed;
        }
        let (row, col) = typed.split_at(key_count);
        let indices = parse_index(role, row).zip(parse_index(role, col));
        let cell = indices.map(|(row, col)| Cell::new(row, col));
        typed.clear();
        match cell.filter(|&cell| board.contains(cell) && board.at(cell).is_none()) {
            Some(cell) => Reply::Act(role.seat(), cell),
            // The message must not reveal the cell.
            None => Reply::RefusedTo(role.seat(), "that cell isn't free".into()),
        }
    }

    fn take_back(&mut self, role: Role, deciding: Seats) -> Reply<Cell> {
        self.typed[role.index()].clear();
        if deciding.contains(role.seat()) { Reply::Changed } else { Reply::Retract(role.seat()) }
    }

    fn input_of(&self, role: Role, size: u16, deciding: Seats) -> SeatInput {
        let key_count = keys_per_number(role, size);
        let typed = self.typed[role.index()].len();
        let number = |number: usize| {
            let typed = typed.saturating_sub(number * key_count).min(key_count);
            "*".repeat(typed) + &"_".repeat(key_count - typed)
        };
        let typing = format!("{}  {} {}", key_range(role, size), number(0), number(1));
        let is_deciding = deciding.contains(role.seat());
        let chosen = format!("{:width$}", "chosen", width = typing.len());
        SeatInput {
            seat: role.seat(),
            typed: if is_deciding { typing } else { chosen },
            undo_key: undo_key(role),
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::{buffer::Buffer, layout::Rect};

    use super::*;
    use crate::{
        games::{GameView as _, offers, testing::press},
        widgets::{ClickAreas, Offer, glyphs, testing},
    };

    struct Fixture {
        observation: EaterObservation,
        deciding: Seats,
        is_covered: bool,
        names: [String; 2],
        controller: EaterController,
    }

    impl Fixture {
        /// A person plays the Passer against a computer, on a board with a marker of each side.
        fn new(size: u16) -> Self {
            let mut board = EaterBoard::empty(size);
            board.set(Cell::new(0, 0), Some(Role::Passer));
            board.set(Cell::new(0, 2), Some(Role::Eater));
            Self {
                observation: EaterObservation::of(board),
                deciding: Seats::one(Role::Passer.seat()),
                is_covered: false,
                names: ["human", "expert"].map(str::to_owned),
                controller: EaterController::default(),
            }
        }

        fn blind(size: u16) -> Self {
            let names = ["human", "human"].map(str::to_owned);
            let mut fixture = Self { names, deciding: Seats::first(2), ..Self::new(size) };
            assert_eq!(fixture.press("<Tab>"), Reply::Changed);
            fixture
        }

        fn act<T>(&mut self, act: impl FnOnce(&mut EaterController, &Scene<Eater>) -> T) -> T {
            act(
                &mut self.controller,
                &Scene {
                    deciding: self.deciding,
                    next: self.is_covered.then_some(Seat::new(0)),
                    ..Scene::at_rest(&self.observation, &self.names)
                },
            )
        }

        /// Returns the last reply.
        fn press(&mut self, text: &str) -> Reply<Cell> {
            let mut last = Reply::Ignored;
            for key in testing::keys(text) {
                last = self.act(|controller, scene| press(controller, key, scene));
            }
            last
        }

        fn cursor(&mut self) -> String {
            let mut cursor = String::new();
            self.act(|controller, scene| {
                cursor = Eater::action_at(controller.cursor.position(scene)).to_string();
                Reply::<Cell>::Ignored
            });
            cursor
        }

        fn typing(&mut self) -> String {
            self.act(|controller, scene| controller.pending_input(scene)).unwrap_or_default()
        }

        fn inputs(&mut self) -> Vec<String> {
            let inputs = self.act(|controller, scene| controller.seat_inputs(scene));
            inputs.into_iter().map(|input| input.typed).collect()
        }
    }

    fn describe(reply: &Reply<Cell>) -> String {
        match reply {
            Reply::Ignored => "ignored".to_owned(),
            Reply::Changed => String::new(),
            Reply::Act(seat, cell) => format!("{} {cell}", Role::of(*seat)),
            Reply::Retract(seat) => format!("{} takes it back", Role::of(*seat)),
            Reply::Refused(reason) => glyphs::ASCII.translate(reason).into_owned(),
            Reply::RefusedTo(seat, reason) => format!("{}: {reason}", Role::of(*seat)),
        }
    }

    #[test]
    fn a_cell_is_chosen_with_the_cursor_or_by_typing_coordinates() {
        for (size, keys, cursor, reply) in [
            (7, "", "4 4", "ignored"),
            (8, "", "4 4", "ignored"),
            (7, "<Up>h", "3 3", ""),
            (7, "jjjjjlllll", "7 7", ""),
            (7, "<Enter>", "4 4", "Passer 4 4"),
            (7, "k<Space>", "3 4", "Passer 3 4"),
            (7, "kkkhhh<Enter>", "1 1", "1 1 is taken: choose an empty cell"),
            (7, "26<Enter>", "2 6", "Passer 2 6"),
            (7, "2 6<Enter>", "2 6", "Passer 2 6"),
            (7, "13<Enter>", "1 3", "1 3 is taken: choose an empty cell"),
            (7, "08", "4 4", "row and column from 1 to 7"),
            (9, "99<Enter>", "9 9", "Passer 9 9"),
            (15, "12 3<Enter>", "12 3", "Passer 12 3"),
            (15, "12<Enter><Enter>", "8 8", "12 is the row: type the column, too"),
            (15, "12 16", "8 8", "row and column from 1 to 15"),
            // Numbers may have a leading zero, which isn't a column by itself.
            (15, "3 0", "8 8", ""),
            (15, "3 0<Enter>", "8 8", "3 is the row: type the column, too"),
            (15, "03 07<Enter>", "3 7", "Passer 3 7"),
            (15, "3 00", "8 8", "row and column from 1 to 15"),
            // The digit after a whole or a wrong column is the next row.
            (15, "3 125 4<Enter>", "5 4", "Passer 5 4"),
            (15, "3 165 4<Enter>", "5 4", "Passer 5 4"),
            (7, "x", "4 4", "ignored"),
            // Blind typing is only for two people.
            (7, "<Tab>", "4 4", "ignored"),
        ] {
            let mut fixture = Fixture::new(size);
            let description = describe(&fixture.press(keys));
            assert_eq!(
                (fixture.cursor().as_str(), description.as_str()),
                (cursor, reply),
                "{keys:?} on {size} x {size}"
            );
        }
    }

    #[test]
    fn a_click_chooses_an_empty_cell() {
        let mut fixture = Fixture::new(7);
        let click = |fixture: &mut Fixture, row, col| {
            let click = Command::ChooseAt(GridPos::new(row, col));
            describe(&fixture.act(|controller, scene| controller.run(click, scene)))
        };
        assert_eq!(click(&mut fixture, 1, 4), "Passer 2 5");
        assert_eq!(click(&mut fixture, 0, 2), "1 3 is taken: choose an empty cell");
        assert_eq!(fixture.cursor(), "1 3", "the cursor shows the clicked cell");
        assert_eq!(click(&mut fixture, 7, 0), "ignored");
        fixture.deciding = Seats::NONE;
        assert_eq!(click(&mut fixture, 1, 4), "ignored");
    }

    #[test]
    fn only_the_cursor_moves_when_no_person_is_to_choose() {
        let mut fixture = Fixture { deciding: Seats::NONE, ..Fixture::new(7) };
        for key in ["<Enter>", "2", "22", "<Tab>"] {
            assert_eq!(describe(&fixture.press(key)), "ignored", "{key}");
        }
        assert_eq!(fixture.press("<Up>"), Reply::Changed, "the cursor can always be moved");
        fixture.is_covered = true;
        assert_eq!(fixture.press("<Up>"), Reply::Ignored, "unless the board is covered");
    }

    #[test]
    fn both_players_type_blind_with_their_own_keys() {
        for (size, keys, reply) in [
            (7, "d", ""),
            (7, "de", "Passer 4 5"),
            (7, "DE", "Passer 4 5"),
            (7, "4d5", "Eater 4 5"),
            (7, "d4e", "Passer 4 5"),
            (9, "ii", "Passer 9 9"),
            (9, "99", "Eater 9 9"),
            // Two digits from 10 on, two letters from 27 on.
            (10, "07", ""),
            (10, "0710", "Eater 7 10"),
            (26, "zb", "Passer 26 2"),
            (27, "zb", "not on the board: aa-ba"),
            (27, "azba", "Passer 26 27"),
            (50, "bxab", "Passer 50 2"),
            (50, "5002", "Eater 50 2"),
            // A refusal does not reveal the cell.
            (7, "aa", "Passer: that cell isn't free"),
            (7, "x", "not on the board: a-g"),
            (7, "xde", "Passer 4 5"),
            (7, "dxe", "Passer 4 5"),
            (7, "az", "not on the board: a-g"),
            (7, "13", "Eater: that cell isn't free"),
            (7, "0", "not on the board: 1-7"),
            (7, "495", "Eater 4 5"),
            (50, "zz", "not on the board: aa-bx"),
            (50, "51", "not on the board: 01-50"),
            (7, "aade", "Passer 4 5"),
            // Each player's own key takes back what is typed.
            (7, "a<Space>de", "Passer 4 5"),
            (7, "1<Back>45", "Eater 4 5"),
            (7, "d<Back>e", "Passer 4 5"),
            (7, "4<Space>5", "Eater 4 5"),
            (7, ",", "ignored"),
            (7, "<Enter>", "ignored"),
            (7, "<Up>", "ignored"),
        ] {
            assert_eq!(
                describe(&Fixture::blind(size).press(keys)),
                reply,
                "{keys:?} on {size} x {size}"
            );
        }
    }

    #[test]
    fn blind_typing_is_shown_without_the_keys() {
        let mut fixture = Fixture::blind(7);
        let typing = |fixture: &mut Fixture| {
            assert_eq!(fixture.typing(), "Both type, unseen: row, then column.");
            fixture.inputs().join(", ")
        };
        assert_eq!(typing(&mut fixture), "a-g  _ _, 1-7  _ _");
        fixture.press("d4");
        assert_eq!(typing(&mut fixture), "a-g  * _, 1-7  * _");
        fixture.deciding = Seats::one(Role::Eater.seat());
        assert_eq!(typing(&mut fixture), "chosen  , 1-7  * _");
        assert_eq!(
            describe(&fixture.press("a")),
            "Passer: you have chosen; press Space to take it back"
        );
        assert_eq!(describe(&fixture.press("<Space>")), "Passer takes it back");
        let mut large = Fixture::blind(30);
        large.press("aab");
        assert_eq!(typing(&mut large), "aa-bd  ** *_, 01-30  __ __");
    }

    #[test]
    fn a_reset_discards_typed_keys_and_keeps_blind_typing_on() {
        let mut fixture = Fixture::new(7);
        fixture.press("kk2");
        fixture.controller.reset();
        assert_eq!((fixture.cursor().as_str(), fixture.typing().as_str()), ("4 4", ""));
        let mut fixture = Fixture::blind(7);
        fixture.press("d");
        fixture.controller.reset();
        assert!(
            fixture.controller.keyboard_options().is_blind && fixture.inputs()[0].ends_with("_ _"),
            "blind typing stays on"
        );
        assert_eq!(fixture.press("<Tab>"), Reply::Changed);
        assert!(!fixture.controller.keyboard_options().is_blind);
    }

    #[test]
    fn letters_stand_at_the_edge_while_they_are_typed() {
        let look = testing::look(crate::widgets::ColorDepth::True, false);
        for (size, area, first_row, last_row) in [
            (5, Rect::new(0, 0, 40, 20), "a     b     c     d     e", " e"),
            (7, Rect::new(0, 0, 24, 11), "a b c d e f g", " g"),
            (30, Rect::new(0, 0, 70, 40), "aaabacadae", "bd"),
        ] {
            let mut fixture = Fixture::blind(size);
            let text = |fixture: &mut Fixture| {
                let mut buffer = Buffer::empty(area);
                fixture.act(|controller, scene| {
                    Eater::draw(
                        controller,
                        scene,
                        area,
                        &mut buffer,
                        &look,
                        &mut ClickAreas::default(),
                    );
                });
                testing::text(&buffer)
            };
            let drawn = text(&mut fixture);
            assert!(drawn.contains(first_row), "{drawn}");
            assert!(drawn.lines().any(|line| line.ends_with(last_row)), "{drawn}");
            fixture.press("<Tab>");
            let drawn = text(&mut fixture);
            assert!(!drawn.contains(first_row) && drawn.contains('5'), "{drawn}");
        }
    }

    #[test]
    fn the_footer_says_what_tab_does_now() {
        let labels = |fixture: &mut Fixture| {
            fixture.act(|controller, scene| {
                let offers = offers(controller, scene, false, |_, refusal| refusal);
                let shown = offers.into_iter().filter(Offer::is_available);
                let labels = shown.filter_map(|offer| offer.footer);
                labels.map(|(key, label)| format!("{key} {label}")).collect::<Vec<_>>().join(", ")
            })
        };
        assert_eq!(labels(&mut Fixture::new(7)), "arrows move, Enter choose");
        let mut fixture = Fixture::blind(7);
        assert_eq!(labels(&mut fixture), "Tab take turns");
        fixture.press("<Tab>");
        assert_eq!(labels(&mut fixture), "arrows move, Enter choose, Tab both type");
    }
}
