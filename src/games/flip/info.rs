//! Flip's name, rules, players, board sizes and defaults.

use super::{
    players,
    rules::{Flip, FlipSetup, MAX_SIZE, MIN_SIZE},
};
use crate::{
    games::{GameInfo, HUMAN, PlayerKind, SizeRange},
    play::Rng,
};

impl GameInfo for Flip {
    const TITLE: &'static str = "Flip";
    const SUMMARY: &'static str = "Reversi: enclose and turn tiles";
    const RULES: &'static str = include_str!("../../../assets/rules/flip.md");
    const SEAT_NAMES: &'static [&'static str] = &["O", "X"];
    const DEFAULT_SEATS: &'static [&'static str] = &[HUMAN, "level:3"];
    const DEMO_SEATS: &'static [&'static str] = &["level:2", "level:1"];
    const SIZES: Option<SizeRange> = Some(SizeRange { min: MIN_SIZE, max: MAX_SIZE, default: 8 });
    const DEFAULT_NODES: u64 = 50_000;
    const RANDOM_OPENING: u32 = 6;

    fn players() -> &'static [PlayerKind<Self>] {
        players::KINDS
    }

    fn deal(size: u16, _: &mut Rng) -> Result<FlipSetup, String> {
        FlipSetup::new(size).map_err(|error| error.to_string())
    }

    fn size_of(setup: &FlipSetup) -> Option<u16> {
        Some(setup.size())
    }
}
