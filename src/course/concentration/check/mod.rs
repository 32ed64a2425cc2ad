//! Checks other people's programs for Concentration: plays as a person who reads the program's
//! output, and judges the games by rules.

mod games;
mod output;
mod person;
mod rules;
mod shown_game;
mod typed_cards;

use include_dir::{Dir, include_dir};

use crate::check::{Property, Run, Suite};
use fourcade_engine::{concentration::Concentration, play::Game as _};

static CASES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets/check/concentration");

/// The checks of a text program for Concentration.
pub const SUITE: Suite = Suite {
    game: Concentration::KEY,
    cases: &CASES,
    properties: &[
        ("game", Property::Judged(games::judge_game)),
        ("refuses", Property::Judged(typed_cards::judge_refusal)),
        ("accepts", Property::Judged(typed_cards::judge_acceptance)),
        ("differs", Property::Judged(games::judge_difference)),
        ("deals", Property::Judged(games::judge_deals)),
        ("results", Property::Judged(games::judge_results)),
    ],
    explain: |_, _, _| None,
};

/// The questions for a card; the sheet uses both wordings.
const FIRST: [&str; 2] = ["1st card:", "first card:"];
const SECOND: [&str; 2] = ["2nd card:", "second card:"];

const ROWS: i32 = 4;
const COLUMNS: i32 = 13;
const CARDS: usize = 52;

/// Row and column as they are typed.
type Spot = (i32, i32);

/// Suit and rank as shown, without blanks.
type Card = String;

/// The 52 cards as shown; `None` for those face down.
type Desktop = Vec<Option<Card>>;

fn all_spots() -> impl Iterator<Item = Spot> {
    (0..ROWS).flat_map(|row| (1..=COLUMNS).map(move |column| (row, column)))
}

/// Returns the line that chooses the card at a spot.
fn typed_line((row, column): Spot) -> String {
    format!("{row} {column}")
}

fn shown_spot((row, column): Spot) -> String {
    format!("({row}, {column})")
}

fn wrong_card_message(typed: Spot, told: Spot) -> String {
    // A program can print any number.
    let offset = (told.0.wrapping_sub(typed.0), told.1.wrapping_sub(typed.1));
    let why = match offset {
        (0, 1) => "; columns are counted from 1, not from 0",
        (1 | -1, 0) => "; rows are counted from 0",
        (0, -1) => "; columns are counted from 1",
        _ if told == (typed.1, typed.0) => "; the row comes first, then the column",
        _ => "",
    };
    format!(
        "{} was typed, and the card at {} is turned up{why}",
        typed_line(typed),
        shown_spot(told)
    )
}

fn integer(run: &Run, parameter: &str) -> Option<i64> {
    run.parameter(parameter)?.as_integer()
}

fn text<'a>(run: &'a Run, parameter: &str) -> Option<&'a str> {
    run.parameter(parameter)?.as_str()
}
