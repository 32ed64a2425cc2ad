//! Concentration's facts and computer players.

use super::{
    model::{CardLayout, Concentration, ConcentrationEvent},
    players::{
        FULL_SUFFIX, MEMORY_NAME, MemoryCapacity, MemoryPlayer, PERFECT_NAME, WhenFull,
        perfect::PerfectPlayer,
    },
};
use crate::play::{GameInfo, LevelPlayer, Player, PlayerArg, PlayerKind, Random, Rng, SizeRange};

const PLAYERS: &[PlayerKind<Concentration>] = &[
    PlayerKind {
        name: "random",
        arg: PlayerArg::None,
        description: "Turns any two cards.",
        make: |_, _| Ok(Box::new(Random)),
    },
    PlayerKind {
        name: MEMORY_NAME,
        arg: PlayerArg::Number { range: 0..=52, default: 5, suffix: FULL_SUFFIX },
        description: "Remembers the first N cards turned, and no more until some of them are won \
                      (as on the course sheet).",
        make: |number, _| memory_player(number, WhenFull::StopRecording),
    },
    PlayerKind {
        name: MEMORY_NAME,
        arg: PlayerArg::Number { range: 0..=52, default: 5, suffix: "" },
        description: "Remembers the last N cards turned, and takes the pairs among them.",
        make: |number, _| memory_player(number, WhenFull::ForgetOldest),
    },
    PlayerKind {
        name: PERFECT_NAME,
        arg: PlayerArg::None,
        description: "Forgets nothing, and turns a known card where an unknown one would help the \
                      other player.",
        make: |_, _| Ok(Box::new(PerfectPlayer)),
    },
];

fn memory_player(
    number: u32,
    when_full: WhenFull,
) -> Result<Box<dyn Player<Concentration>>, String> {
    let cards = usize::try_from(number).map_err(|error| error.to_string())?;
    Ok(Box::new(MemoryPlayer { capacity: MemoryCapacity { cards, when_full } }))
}

impl GameInfo for Concentration {
    const SEAT_NAMES: &'static [&'static str] = &["First", "Second"];
    const PLAYERS: &'static [PlayerKind<Self>] = PLAYERS;
    const LEVELS: &'static [LevelPlayer] = &[
        LevelPlayer { player: "memory:4", description: "remembers the last 4 cards turned." },
        LevelPlayer { player: "memory:5", description: "remembers the last 5 cards turned." },
        LevelPlayer { player: "memory:6", description: "remembers the last 6 cards turned." },
        LevelPlayer { player: "memory:8", description: "remembers the last 8 cards turned." },
        LevelPlayer { player: "perfect", description: "forgets nothing and gives nothing away." },
    ];
    const SIZES: Option<SizeRange> = None;
    const DEFAULT_NODES: u64 = 1;
    const RANDOM_OPENING_STEPS: u32 = 0;
    const HIDES_INFORMATION: bool = true;

    fn deal(_: u16, rng: &mut Rng) -> Result<CardLayout, String> {
        Ok(CardLayout::shuffled(rng))
    }

    fn size_of(_: &CardLayout) -> Option<u16> {
        None
    }

    fn reveals_information(events: &[ConcentrationEvent]) -> bool {
        events.iter().any(|event| matches!(event, ConcentrationEvent::Turned { .. }))
    }
}
