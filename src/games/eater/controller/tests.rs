//! Tests of keys and clicks on the board of Eater.

use ratatui::{buffer::Buffer, layout::Rect};

use super::*;
use crate::games::GameView as _;
use crate::widgets::ClickAreas;
use crate::widgets::{keys, testing};
use fourcade_engine::{
    eater::model::{EaterObservation, Role},
    play::Seats,
};

/// A board and its controls.
struct Fixture {
    observation: EaterObservation,
    deciding: Seats,
    covered: bool,
    names: [String; 2],
    controls: EaterController,
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
            covered: false,
            names: ["human", "expert"].map(str::to_owned),
            controls: EaterController::default(),
        }
    }

    /// Two people type blind.
    fn blind(size: u16) -> Self {
        let names = ["human", "human"].map(str::to_owned);
        let mut fixture = Self { names, deciding: Seats::first(2), ..Self::new(size) };
        assert_eq!(fixture.press("<Tab>"), Reply::Changed);
        fixture
    }

    /// Calls a function with the controls and the current scene.
    fn act<T>(&mut self, act: impl FnOnce(&mut EaterController, &Scene<Eater>) -> T) -> T {
        act(
            &mut self.controls,
            &Scene {
                observation: &self.observation,
                deciding: self.deciding,
                is_covered: self.covered,
                events: &[],
                motion: 1.0,
                is_lingering: false,
                hint: None,
                names: &self.names,
            },
        )
    }

    /// Presses keys as the table screen dispatches them. Returns the last reply.
    fn press(&mut self, text: &str) -> Reply<Cell> {
        let mut last = Reply::Ignored;
        for key in testing::keys(text) {
            last = self.act(|controls, scene| {
                let is_text = controls.takes_text(scene) && matches!(key.code, KeyCode::Char(_));
                let bound = EaterController::KEYS
                    .iter()
                    .find(|binding| binding.keys.contains(&key) && !is_text);
                match bound.filter(|binding| controls.refusal(binding.command, scene).is_none()) {
                    Some(binding) => controls.run(binding.command, scene),
                    None => controls.on_key(key, scene),
                }
            });
        }
        last
    }

    /// Returns the cell at the cursor, in its text form.
    fn cursor(&self) -> String {
        cell_at(self.controls.cursor.position(grid(&self.observation.board))).to_string()
    }

    /// Returns the text that shows what has been typed.
    fn typing(&mut self) -> String {
        self.act(|controls, scene| controls.pending_input(scene)).unwrap_or_default()
    }
}

/// Describes a reply.
fn describe(reply: &Reply<Cell>) -> String {
    match reply {
        Reply::Ignored => "ignored".to_owned(),
        Reply::Changed => String::new(),
        Reply::Act(seat, cell) => format!("{} {cell}", Role::of(*seat)),
        Reply::Retract(seat) => format!("{} takes it back", Role::of(*seat)),
        Reply::Refused(reason) => reason.to_string(),
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
        (7, "08", "4 4", "row and column must be within 1 - 7"),
        (9, "99<Enter>", "9 9", "Passer 9 9"),
        (15, "12 3<Enter>", "12 3", "Passer 12 3"),
        (15, "12<Enter><Enter>", "8 8", "12 is the row: type the column, too"),
        (15, "12 16", "8 8", "row and column must be within 1 - 15"),
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
    let click = |fixture: &mut Fixture, item| {
        describe(&fixture.act(|controls, scene| controls.on_click(item, scene)))
    };
    assert_eq!(click(&mut fixture, 7 + 4), "Passer 2 5");
    assert_eq!(click(&mut fixture, 2), "1 3 is taken: choose an empty cell");
    assert_eq!(fixture.cursor(), "1 3", "the cursor shows the clicked cell");
    assert_eq!(click(&mut fixture, 49), "ignored");
    fixture.deciding = Seats::NONE;
    assert_eq!(click(&mut fixture, 7 + 4), "ignored");
}

#[test]
fn only_the_cursor_moves_when_no_person_is_to_choose() {
    let mut fixture = Fixture { deciding: Seats::NONE, ..Fixture::new(7) };
    for key in ["<Enter>", "2", "22", "<Tab>"] {
        assert_eq!(describe(&fixture.press(key)), "ignored", "{key}");
    }
    assert_eq!(fixture.press("<Up>"), Reply::Changed, "the cursor can always be moved");
    fixture.covered = true;
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
        (27, "zb", ""),
        (27, "azba", "Passer 26 27"),
        (50, "bxab", "Passer 50 2"),
        (50, "5002", "Eater 50 2"),
        // A refusal does not reveal the cell.
        (7, "aa", "Passer: that cell isn't free"),
        (7, "az", "Passer: that cell isn't free"),
        (7, "13", "Eater: that cell isn't free"),
        (7, "01", "Eater: that cell isn't free"),
        (50, "zzaa", "Passer: that cell isn't free"),
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
fn blind_typing_is_shown_as_dots() {
    let mut fixture = Fixture::blind(7);
    assert_eq!(fixture.typing(), "Passer __ (a-g)\nEater __ (1-7)\nSpace, Backspace: undo");
    fixture.press("d4");
    assert_eq!(fixture.typing(), "Passer ._ (a-g)\nEater ._ (1-7)\nSpace, Backspace: undo");
    fixture.deciding = Seats::one(Role::Eater.seat());
    assert!(
        fixture.typing().starts_with("Passer has chosen\nEater ._ (1-7)\n"),
        "{}",
        fixture.typing()
    );
    assert_eq!(describe(&fixture.press("a")), "the Passer has chosen; press Space to take it back");
    assert_eq!(describe(&fixture.press("<Space>")), "Passer takes it back");
    let mut large = Fixture::blind(30);
    assert!(
        large.typing().starts_with("Passer ____ (aa-bd)\nEater ____ (01-30)\n"),
        "{}",
        large.typing()
    );
}

#[test]
fn a_reset_discards_typed_keys_and_keeps_blind_typing_on() {
    let mut fixture = Fixture::new(7);
    fixture.press("kk2");
    fixture.controls.reset();
    assert_eq!((fixture.cursor().as_str(), fixture.typing().as_str()), ("4 4", ""));
    let mut fixture = Fixture::blind(7);
    fixture.press("d");
    fixture.controls.reset();
    assert!(
        fixture.controls.is_blind() && fixture.typing().starts_with("Passer __ "),
        "blind typing stays on"
    );
    assert_eq!(fixture.press("<Tab>"), Reply::Changed);
    assert!(!fixture.controls.is_blind());
}

#[test]
fn no_key_is_bound_twice() {
    assert_eq!(keys::clashes(EaterController::KEYS), Vec::<String>::new());
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
            fixture.act(|controls, scene| {
                Eater::draw(controls, scene, area, &mut buffer, &look, &mut ClickAreas::default());
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
        fixture.act(|controls, scene| {
            let offered = EaterController::KEYS
                .iter()
                .filter(|binding| controls.refusal(binding.command, scene).is_none());
            let labels = offered.filter_map(|binding| controls.footer(binding, scene));
            labels.map(|(key, label)| format!("{key} {label}")).collect::<Vec<_>>().join(", ")
        })
    };
    // Only two people can type blind.
    assert_eq!(labels(&mut Fixture::new(7)), "arrows move, Enter choose");
    let mut fixture = Fixture::blind(7);
    assert_eq!(labels(&mut fixture), "Tab take turns");
    fixture.press("<Tab>");
    assert_eq!(labels(&mut fixture), "arrows move, Enter choose, Tab blind");
}
