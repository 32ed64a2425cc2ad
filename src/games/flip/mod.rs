//! Flip: Reversi on a board of any size.

pub mod classic;
mod controller;
pub mod gtp;
mod view;
mod words;

use fourcade_engine::{
    flip::{Flip, OPENINGS},
    play::{HUMAN, PlayerKind},
};

use super::ArcadeGame;

impl ArcadeGame for Flip {
    const TITLE: &'static str = "Flip";
    const SUMMARY: &'static str = "Reversi: enclose and turn tiles";
    const RULES: &'static str = include_str!("../../../assets/rules/flip.md");
    const LESSON: &'static str = include_str!("../../../assets/lessons/flip.toml");
    const DEFAULT_SEATS: &'static [&'static str] = &[HUMAN, "level:4"];
    const SEAT_CHOICES: &'static [&'static str] = &["O, first", "X"];
    const FRIENDS: &'static str = "Player 1 plays O and begins, player 2 plays X.";
    const DEMO_SEATS: &'static [&'static str] = &["level:2", "level:1"];
    const THUMBNAIL_SEATS: &'static [&'static str] = &["greedy", "greedy"];
    const DAILY_OPENINGS: &'static [&'static str] = &OPENINGS;

    fn program_players() -> &'static [PlayerKind<Self>] {
        static KINDS: [PlayerKind<Flip>; 1] = [gtp::program::KIND];
        &KINDS
    }
}
