//! Concentration in the list of games: its title, computer players, default seats and deals.

use super::{
    players::{MEMORY, MemoryPlayer, PERFECT, perfect::PerfectPlayer},
    rules::{CardLayout, Concentration, ConcentrationEvent},
    text,
};
use crate::{
    games::{GameInfo, HUMAN, PlayerArg, PlayerKind, SizeRange},
    play::{Random, Rng},
};

/// All computer players, weakest first.
static PLAYERS: &[PlayerKind<Concentration>] = &[
    PlayerKind {
        name: "random",
        arg: PlayerArg::None,
        description: "Turns any two cards.",
        make: |_, _| Ok(Box::new(Random)),
    },
    PlayerKind {
        name: MEMORY,
        arg: PlayerArg::Number { range: 0..=52, default: 5 },
        description: "Remembers so many of the cards that were turned last, and takes the pairs \
                      among them.",
        make: |number, _| match usize::try_from(number) {
            Ok(limit) => Ok(Box::new(MemoryPlayer { limit })),
            Err(why) => Err(why.to_string()),
        },
    },
    PlayerKind {
        name: PERFECT,
        arg: PlayerArg::None,
        description: "Forgets nothing, and turns a known card where an unknown one would help the \
                      other player.",
        make: |_, _| Ok(Box::new(PerfectPlayer)),
    },
];

impl GameInfo for Concentration {
    const TITLE: &'static str = "Concentration";
    const SUMMARY: &'static str = "find the pairs among 52 cards";
    const RULES: &'static str = include_str!("../../../assets/rules/concentration.md");
    const SEAT_NAMES: &'static [&'static str] = &text::SEAT_NAMES;
    const DEFAULT_SEATS: &'static [&'static str] = &[HUMAN, "memory:5"];
    const DEMO_SEATS: &'static [&'static str] = &["memory:20", "memory:12"];
    const SIZES: Option<SizeRange> = None;
    const DEFAULT_NODES: u64 = 1;
    const RANDOM_OPENING: u32 = 0;
    const HIDES_INFORMATION: bool = true;

    fn players() -> &'static [PlayerKind<Self>] {
        PLAYERS
    }

    fn deal(_: u16, rng: &mut Rng) -> Result<CardLayout, String> {
        Ok(CardLayout::shuffled(rng))
    }

    fn size_of(_: &CardLayout) -> Option<u16> {
        None
    }

    fn reveals(events: &[ConcentrationEvent]) -> bool {
        events.iter().any(|event| matches!(event, ConcentrationEvent::Turned { .. }))
    }
}
