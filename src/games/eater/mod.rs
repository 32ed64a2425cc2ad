//! Eater: the Passer builds a path from top to bottom and the Eater blocks it. Both choose their
//! cells at the same time.

mod controller;
mod feats;
mod finish;
mod moments;
mod reasons;
mod spoken;
mod view;
mod words;

use fourcade_course::{eater, program::ProgramKind, text_program};
use fourcade_engine::{
    GameKind,
    eater::{Eater, OPENINGS},
    play::{GameInfo as _, HUMAN},
};

use super::{ArcadeGame, GAME_CLOCKS, GameFacts};

impl ArcadeGame for Eater {
    const TEXT_PROGRAM: Option<text_program::TextProgram> = Some(eater::classic::run);
    const PROGRAM_PLAYERS: &'static [ProgramKind<Self>] = &eater::PLAYERS;
    const FACTS: GameFacts = GameFacts {
        kind: GameKind::Eater,
        title: "Eater",
        summary: "one lays a path, the other eats it",
        aliases: &["passer", "bridge", "hex"],
        rules: include_str!("../../../assets/rules/eater.md"),
        lesson: Some(include_str!("../../../assets/lessons/eater.toml")),
        default_seats: &[HUMAN, "casual:2"],
        seat_choices: Self::SEAT_NAMES,
        two_people: "You take turns. Look away while the other one chooses.",
        level_words: &[],
        demo_seats: &["smart", "smart"],
        thumbnail_seats: &["smart", "smart"],
        thumbnail_size: Some(4),
        clocks: &GAME_CLOCKS,
        turn_name: "round",
        step_name: "round",
        openings: &OPENINGS,
    };
}
