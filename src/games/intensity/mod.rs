//! Intensity: a trick-taking game of four players and ten rounds, in which points are penalties.

pub mod classic;
mod controller;
pub mod program;
pub mod protocol;
pub mod referee;
pub mod tournament;
mod view;
mod words;

use fourcade_engine::{
    intensity::Intensity,
    play::{HUMAN, PlayerKind},
};

use super::ArcadeGame;

impl ArcadeGame for Intensity {
    const TITLE: &'static str = "Intensity";
    const SUMMARY: &'static str = "tricks, and points nobody wants";
    const RULES: &'static str = include_str!("../../../assets/rules/intensity.md");
    const LESSON: &'static str = include_str!("../../../assets/lessons/intensity.toml");
    const DEFAULT_SEATS: &'static [&'static str] = &[HUMAN, "casual:5", "casual:5", "casual:5"];
    const FRIENDS: &'static str = "You are South and your friend is North.";
    const DEMO_SEATS: &'static [&'static str] = &["careful"; 4];
    const TURN_NAME: &'static str = "round";

    fn program_players() -> &'static [PlayerKind<Self>] {
        static KINDS: [PlayerKind<Intensity>; 1] = [program::KIND];
        &KINDS
    }
}
