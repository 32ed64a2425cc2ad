//! Eater: the Passer builds a path from top to bottom and the Eater blocks it. Both choose their
//! cells at the same time.

pub mod classic;
mod controller;
mod view;
mod words;

use fourcade_engine::{
    eater::Eater,
    play::{GameInfo as _, HUMAN},
};

use super::{ArcadeGame, GameFacts};

impl ArcadeGame for Eater {
    const FACTS: GameFacts = GameFacts {
        title: "Eater",
        other_names: &["passer", "bridge", "hex"],
        summary: "one builds a path, the other eats it",
        rules: include_str!("../../../assets/rules/eater.md"),
        lesson: include_str!("../../../assets/lessons/eater.toml"),
        default_seats: &[HUMAN, "casual:2"],
        seat_choices: Self::SEAT_NAMES,
        friends: "Player 1 is the Passer, player 2 is the Eater.\nYou take turns at the keyboard.",
        demo_seats: &["smart", "smart"],
        thumbnail_seats: &["smart", "smart"],
        turn_name: "round",
        step_name: "round",
        daily_openings: &[],
    };
}
