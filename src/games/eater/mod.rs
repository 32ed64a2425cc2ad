//! Eater: the Passer builds a path from top to bottom and the Eater blocks it. Both choose their
//! cells at the same time.

pub mod classic;
mod controller;
mod view;
mod words;

use fourcade_engine::{eater::Eater, play::HUMAN};

use super::ArcadeGame;

impl ArcadeGame for Eater {
    const TITLE: &'static str = "Eater";
    const SUMMARY: &'static str = "one builds a path, the other eats it";
    const RULES: &'static str = include_str!("../../../assets/rules/eater.md");
    const LESSON: &'static str = include_str!("../../../assets/lessons/eater.toml");
    const DEFAULT_SEATS: &'static [&'static str] = &[HUMAN, "casual:2"];
    const FRIENDS: &'static str =
        "Player 1 is the Passer, player 2 is the Eater.\nYou take turns at the keyboard.";
    const DEMO_SEATS: &'static [&'static str] = &["smart", "smart"];
    const TURN_NAME: &'static str = "round";
    const STEP_NAME: &'static str = "round";
}
