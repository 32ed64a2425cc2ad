//! Concentration: two players find the pairs among 52 cards that lie face down.

pub mod classic;
mod controller;
mod view;
mod words;

use fourcade_engine::{concentration::Concentration, play::HUMAN};

use super::ArcadeGame;

impl ArcadeGame for Concentration {
    const TITLE: &'static str = "Concentration";
    const SUMMARY: &'static str = "find the pairs among 52 cards";
    const RULES: &'static str = include_str!("../../../assets/rules/concentration.md");
    const LESSON: &'static str = include_str!("../../../assets/lessons/concentration.toml");
    const DEFAULT_SEATS: &'static [&'static str] = &[HUMAN, "memory:5"];
    const FRIENDS: &'static str = "Player 1 turns cards first.";
    const DEMO_SEATS: &'static [&'static str] = &["memory:20", "memory:12"];
    const TURN_NAME: &'static str = "turn";
}
