//! Flip: Reversi on a board of any size.

mod controller;
mod count;
mod feats;
mod moments;
mod reasons;
mod spoken;
mod view;
mod words;

use fourcade_course::{flip, program::ProgramKind, text_program};
use fourcade_engine::{
    GameKind,
    flip::{
        Flip, OPENINGS,
        model::{FlipBoard, Square},
    },
    play::HUMAN,
};

use super::{ArcadeGame, GAME_CLOCKS, GameFacts};

impl ArcadeGame for Flip {
    const TEXT_PROGRAM: Option<text_program::TextProgram> = Some(flip::classic::run);
    const PROGRAM_PLAYERS: &'static [ProgramKind<Self>] = &flip::PLAYERS;
    const FACTS: GameFacts = GameFacts {
        kind: GameKind::Flip,
        title: "Flip",
        aliases: &["othello", "reversi"],
        summary: "Reversi: enclose and turn tiles",
        rules: include_str!("../../../assets/rules/flip.md"),
        lesson: Some(include_str!("../../../assets/lessons/flip.toml")),
        default_seats: &[HUMAN, "level:4"],
        seat_choices: &["O, first", "X"],
        two_people: "You take turns at this keyboard. O begins.",
        level_words: &[],
        demo_seats: &["level:2", "level:1"],
        thumbnail_seats: &["greedy", "greedy"],
        thumbnail_size: Some(4),
        clocks: &GAME_CLOCKS,
        turn_name: "move",
        step_name: "move",
        openings: &OPENINGS,
    };
}

fn corners(board: &FlipBoard) -> [Square; 4] {
    let last = board.size() - 1;
    [(0, 0), (0, last), (last, 0), (last, last)].map(|(row, col)| Square::new(row, col))
}
