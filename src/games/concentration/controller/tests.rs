//! Keys and clicks on the grid.

use super::*;
use crate::widgets::testing;
use fourcade_engine::{
    concentration::model::{CardLayout, PlayingCard},
    play::{Game as _, Seats},
};

/// A game with its controls, played or watched by a person.
struct Fixture {
    game: Concentration,
    deciding: bool,
    lingers: bool,
    controls: ConcentrationController,
}

impl Fixture {
    /// A game whose rows hold one suit each, with the cursor on this spot.
    fn new(cursor: &str) -> Self {
        let game = Concentration::start(
            &CardLayout::new(&PlayingCard::all().collect::<Vec<_>>()).unwrap(),
        );
        let controls = ConcentrationController {
            cursor: Some(cursor.parse().unwrap()),
            ..ConcentrationController::default()
        };
        Self { game, deciding: true, lingers: false, controls }
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
        act(&mut self.controls, &scene)
    }

    /// Presses keys. Returns the last reply and the spot of the cursor.
    fn keys(&mut self, written: &str) -> (String, String) {
        let mut last = Reply::Ignored;
        for key in testing::keys(written) {
            last = self.act(|controls, scene| {
                let bound = ConcentrationController::KEYS
                    .iter()
                    .find(|binding| binding.keys.contains(&key));
                match bound.filter(|binding| controls.refusal(binding.command, scene).is_none()) {
                    Some(binding) => controls.run(binding.command, scene),
                    None => controls.on_key(key, scene),
                }
            });
        }
        (reply_text(&last), self.controls.cursor().to_string())
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
            // A wrong row or column turns up nothing, whichever way it is separated and confirmed.
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
        reply_text(&fixture.act(|controls, scene| controls.on_click(spot.index(), scene))),
        "0 turns 2 13"
    );
    assert_eq!(reply_text(&fixture.act(|controls, scene| controls.on_click(52, scene))), "ignored");
    fixture.deciding = false;
    assert_eq!(reply_text(&fixture.act(|controls, scene| controls.on_click(0, scene))), "ignored");
    assert_eq!(reply_text(&fixture.act(|controls, scene| controls.on_wheel(true, scene))), "");
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
    let lingering = |from: &str| Fixture { deciding: false, lingers: true, ..Fixture::new(from) };
    check(lingering, &[("1 7", "<Enter>", "ignored", "1 7"), ("1 7", " ", "ignored", "1 7")]);
}
