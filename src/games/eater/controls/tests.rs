//! What keys and clicks do on Eater's board.

use super::*;
use crate::{
    games::eater::rules::{EaterObservation, Role},
    play::Seats,
    ui::{keys, testing},
};

/// A board at which persons choose, or nobody.
struct Desk {
    seen: EaterObservation,
    deciding: Seats,
    covered: bool,
    names: [String; 2],
    controls: EaterControls,
}

impl Desk {
    /// The Passer is to choose on a board with a stone of each, against a computer.
    fn new(size: u16) -> Self {
        let mut board = EaterBoard::empty(size);
        board.set(Cell::new(0, 0), Some(Role::Passer));
        board.set(Cell::new(0, 2), Some(Role::Eater));
        Self {
            seen: EaterObservation::of(board),
            deciding: Seats::one(Role::Passer.seat()),
            covered: false,
            names: ["human", "expert"].map(str::to_owned),
            controls: EaterControls::default(),
        }
    }

    /// Two persons who type blind.
    fn blind(size: u16) -> Self {
        let names = ["human", "human"].map(str::to_owned);
        let mut desk = Self { names, deciding: Seats::first(2), ..Self::new(size) };
        assert_eq!(desk.keys("<Tab>"), Reply::Changed);
        desk
    }

    fn act<T>(&mut self, act: impl FnOnce(&mut EaterControls, &Scene<Eater>) -> T) -> T {
        act(
            &mut self.controls,
            &Scene {
                observation: &self.seen,
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

    /// Types keys, as the table hands them on; what came of the last one.
    fn keys(&mut self, written: &str) -> Reply<Cell> {
        let mut last = Reply::Ignored;
        for key in testing::keys(written) {
            last = self.act(|controls, scene| {
                let is_text = controls.takes_text(scene) && matches!(key.code, KeyCode::Char(_));
                let bound = EaterControls::KEYS
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

    fn cursor(&self) -> String {
        cell(self.controls.cursor.position(square(&self.seen.board))).to_string()
    }

    fn typing(&mut self) -> String {
        self.act(|controls, scene| controls.pending_input(scene)).unwrap_or_default()
    }
}

/// What came of keys, in words.
fn told(reply: &Reply<Cell>) -> String {
    match reply {
        Reply::Ignored => "ignored".to_owned(),
        Reply::Changed => String::new(),
        Reply::Act(seat, cell) => format!("{} {cell}", Role::of(*seat)),
        Reply::Retract(seat) => format!("{} takes it back", Role::of(*seat)),
        Reply::Refused(why) => why.to_string(),
    }
}

#[test]
fn a_cell_is_chosen_by_cursor_or_coordinate() {
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
        (15, "12 16", "12 1", "row and column must be within 1 - 15"),
        (7, "x", "4 4", "ignored"),
        // Against a computer nobody needs to type blind.
        (7, "<Tab>", "4 4", "ignored"),
    ] {
        let mut desk = Desk::new(size);
        let came = told(&desk.keys(keys));
        assert_eq!(
            (desk.cursor().as_str(), came.as_str()),
            (cursor, reply),
            "{keys:?} on {size} x {size}"
        );
    }
}

#[test]
fn a_click_chooses_an_empty_cell() {
    let mut desk = Desk::new(7);
    let click =
        |desk: &mut Desk, spot| told(&desk.act(|controls, scene| controls.on_click(spot, scene)));
    assert_eq!(click(&mut desk, 7 + 4), "Passer 2 5");
    assert_eq!(click(&mut desk, 2), "1 3 is taken: choose an empty cell");
    assert_eq!(desk.cursor(), "1 3", "the cursor shows what was meant");
    assert_eq!(click(&mut desk, 49), "ignored");
    desk.deciding = Seats::NONE;
    assert_eq!(click(&mut desk, 7 + 4), "ignored");
}

#[test]
fn nothing_is_chosen_when_nobody_is_to_choose() {
    let mut desk = Desk { deciding: Seats::NONE, ..Desk::new(7) };
    for key in ["<Enter>", "2", "22", "<Tab>"] {
        assert_eq!(told(&desk.keys(key)), "ignored", "{key}");
    }
    assert_eq!(desk.keys("<Up>"), Reply::Changed, "one may look around");
    desk.covered = true;
    assert_eq!(desk.keys("<Up>"), Reply::Ignored, "but not behind a curtain");
}

#[test]
fn two_persons_type_blind_with_their_own_keys() {
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
        // What can't be is not said aloud.
        (7, "aa", "the Passer's keys mean no empty cell: type them again"),
        (7, "az", "the Passer's keys mean no empty cell: type them again"),
        (7, "13", "the Eater's keys mean no empty cell: type them again"),
        (7, "01", "the Eater's keys mean no empty cell: type them again"),
        (50, "zzaa", "the Passer's keys mean no empty cell: type them again"),
        (7, "aade", "Passer 4 5"),
        // Half of it is taken back, by the own key only.
        (7, "a<Space>de", "Passer 4 5"),
        (7, "1<Back>45", "Eater 4 5"),
        (7, "d<Back>e", "Passer 4 5"),
        (7, "4<Space>5", "Eater 4 5"),
        (7, ",", "ignored"),
        (7, "<Enter>", "ignored"),
        (7, "<Up>", "ignored"),
    ] {
        assert_eq!(told(&Desk::blind(size).keys(keys)), reply, "{keys:?} on {size} x {size}");
    }
}

#[test]
fn what_is_typed_blind_is_shown_as_dots() {
    let mut desk = Desk::blind(7);
    assert_eq!(desk.typing(), "Passer __ (a-g)\nEater __ (1-7)\nSpace, Backspace take back");
    desk.keys("d4");
    assert_eq!(desk.typing(), "Passer ._ (a-g)\nEater ._ (1-7)\nSpace, Backspace take back");
    desk.deciding = Seats::one(Role::Eater.seat());
    assert!(desk.typing().starts_with("Passer has chosen\nEater ._ (1-7)\n"), "{}", desk.typing());
    assert_eq!(told(&desk.keys("a")), "the Passer has chosen; Space takes it back");
    assert_eq!(told(&desk.keys("<Space>")), "Passer takes it back");
    let mut large = Desk::blind(30);
    assert!(
        large.typing().starts_with("Passer ____ (aa-bd)\nEater ____ (01-30)\n"),
        "{}",
        large.typing()
    );
}

#[test]
fn the_next_person_finds_no_trace() {
    let mut desk = Desk::new(7);
    desk.keys("kk2");
    desk.controls.reset();
    assert_eq!((desk.cursor().as_str(), desk.typing().as_str()), ("4 4", ""));
    let mut desk = Desk::blind(7);
    desk.keys("d");
    desk.controls.reset();
    assert!(
        desk.controls.is_blind() && desk.typing().starts_with("Passer __ "),
        "they go on typing blind"
    );
    assert_eq!(desk.keys("<Tab>"), Reply::Changed);
    assert!(!desk.controls.is_blind());
}

#[test]
fn no_key_means_two_things() {
    assert_eq!(keys::clashes(EaterControls::KEYS), Vec::<String>::new());
}
