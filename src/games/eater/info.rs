//! Eater's entry in the list of games.

use super::{
    players,
    rules::{Eater, EaterEvent, EaterSetup, MAX_SIZE, MIN_SIZE, Role},
    text,
};
use crate::{
    games::{GameInfo, HUMAN, PlayerKind, SizeRange},
    play::{Rng, Seat},
};

impl GameInfo for Eater {
    const TITLE: &'static str = "Eater";
    const SUMMARY: &'static str = "one builds a path, the other eats it";
    const RULES: &'static str = include_str!("../../../assets/rules/eater.md");
    const SEAT_NAMES: &'static [&'static str] = &text::SEAT_NAMES;
    const DEFAULT_SEATS: &'static [&'static str] = &[HUMAN, "smart"];
    const DEMO_SEATS: &'static [&'static str] = &["smart", "smart"];
    const SIZES: Option<SizeRange> = Some(SizeRange { min: MIN_SIZE, max: MAX_SIZE, default: 7 });
    const DEFAULT_NODES: u64 = 3_000;
    const RANDOM_OPENING: u32 = 0;
    const HAS_SCORES: bool = false;
    const HAS_SECRETS: bool = true;

    fn players() -> &'static [PlayerKind<Self>] {
        players::KINDS
    }

    fn deal(size: u16, _: &mut Rng) -> Result<EaterSetup, String> {
        EaterSetup::new(size).map_err(|error| error.to_string())
    }

    fn size_of(setup: &EaterSetup) -> Option<u16> {
        Some(setup.size())
    }

    fn certain_loser(&self) -> Option<Seat> {
        (!self.board().can_connect()).then_some(Role::Passer.seat())
    }

    fn reveals(events: &[EaterEvent]) -> bool {
        events.iter().any(|event| matches!(event, EaterEvent::Chose(_)))
    }
}
