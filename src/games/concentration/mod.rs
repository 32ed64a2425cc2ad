//! Concentration: two players find the pairs among 52 cards that lie face down.

mod controller;
mod feats;
mod moments;
mod reasons;
mod spoken;
mod view;
mod words;

use fourcade_course::{concentration, program::ProgramKind, text_program};
use fourcade_engine::{
    GameKind,
    concentration::{Concentration, model::PlayingCard},
    play::{GameInfo as _, HUMAN},
};

use super::{ArcadeGame, CHOICE_CLOCKS, GameFacts};
use crate::widgets::glyphs;

impl ArcadeGame for Concentration {
    const TEXT_PROGRAM: Option<text_program::TextProgram> = Some(concentration::classic::run);
    const PROGRAM_PLAYERS: &'static [ProgramKind<Self>] = &concentration::PLAYERS;
    const FACTS: GameFacts = GameFacts {
        kind: GameKind::Concentration,
        title: "Concentration",
        aliases: &["memory", "pairs", "pelmanism"],
        summary: "find the pairs among 52 cards",
        rules: include_str!("../../../assets/rules/concentration.md"),
        lesson: Some(include_str!("../../../assets/lessons/concentration.toml")),
        default_seats: &[HUMAN, "memory:5"],
        seat_choices: Self::SEAT_NAMES,
        two_people: "You take turns at this keyboard. First begins.",
        level_words: &[],
        demo_seats: &["memory:20", "memory:12"],
        thumbnail_seats: &["memory:20", "memory:12"],
        thumbnail_size: None,
        clocks: &CHOICE_CLOCKS,
        turn_name: "turn",
        step_name: "move",
        openings: &[],
    };
}

/// Such as `J♥`.
fn card_name(card: PlayingCard) -> String {
    format!("{}{}", card.rank(), glyphs::UNICODE.suits[card.suit() as usize])
}
