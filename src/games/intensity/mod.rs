//! Intensity: a trick-taking game for four players over ten rounds, in which points are penalties.

mod controller;
mod feats;
mod moments;
mod reasons;
mod spoken;
#[cfg(test)]
mod test_games;
mod view;
mod words;

use fourcade_course::{intensity, program::ProgramKind, text_program};
use fourcade_engine::{
    GameKind,
    intensity::{
        Intensity,
        model::{Card, CardSet},
    },
    play::{GameInfo as _, HUMAN},
};

use super::{ArcadeGame, CHOICE_CLOCKS, GameFacts};

impl ArcadeGame for Intensity {
    const TEXT_PROGRAM: Option<text_program::TextProgram> = Some(intensity::classic::run);
    const PROGRAM_PLAYERS: &'static [ProgramKind<Self>] = &intensity::PLAYERS;
    const FACTS: GameFacts = GameFacts {
        kind: GameKind::Intensity,
        title: "Intensity",
        summary: "avoid tricks that cost you points",
        aliases: &["hearts", "tricks"],
        rules: include_str!("../../../assets/rules/intensity.md"),
        lesson: Some(include_str!("../../../assets/lessons/intensity.toml")),
        default_seats: &[HUMAN, "casual:5", "casual:5", "casual:5"],
        seat_choices: Self::SEAT_NAMES,
        two_people: "You take turns. A page hides your cards in between.",
        level_words: &["forgetful", "careless", "careful", "watchful", "ambitious", "shrewd"],
        demo_seats: &["careful"; 4],
        thumbnail_seats: &["careful"; 4],
        thumbnail_size: None,
        clocks: &CHOICE_CLOCKS,
        turn_name: "round",
        step_name: "move",
        openings: &[],
    };
}

/// The cards that cost points.
const COSTLY: CardSet = CardSet::CALVES.with(Card::BUFFALO);
