//! The name, players and start of Intensity.

use super::{
    players,
    rules::{Deal, Intensity, IntensityEvent},
    text,
};
use crate::{
    games::{GameInfo, HUMAN, PlayerKind, SizeRange},
    play::Rng,
};

impl GameInfo for Intensity {
    const TITLE: &'static str = "Intensity";
    const SUMMARY: &'static str = "tricks, and points nobody wants";
    const RULES: &'static str = include_str!("../../../assets/rules/intensity.md");
    const SEAT_NAMES: &'static [&'static str] = &text::SEAT_NAMES;
    const DEFAULT_SEATS: &'static [&'static str] = &[HUMAN, "careful", "careful", "careful"];
    const DEMO_SEATS: &'static [&'static str] = &["careful"; 4];
    const SIZES: Option<SizeRange> = None;
    const DEFAULT_NODES: u64 = 500_000;
    const RANDOM_OPENING: u32 = 0;
    const HAS_SECRETS: bool = true;

    fn players() -> &'static [PlayerKind<Self>] {
        players::KINDS
    }

    fn deal(_: u16, rng: &mut Rng) -> Result<Deal, String> {
        Ok(Deal::shuffled(rng))
    }

    fn size_of(_: &Deal) -> Option<u16> {
        None
    }

    fn reveals(events: &[IntensityEvent]) -> bool {
        // A played card was hidden in a hand, and a pass reveals the cards received.
        events
            .iter()
            .any(|event| matches!(event, IntensityEvent::Played { .. } | IntensityEvent::Passed))
    }
}
