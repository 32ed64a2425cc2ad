//! Eater's facts and computer players.

use super::{
    model::{Eater, EaterEvent, EaterSetup, MAX_SIZE, MIN_SIZE},
    players::{
        CasualPlayer, LinePlayer, NovicePlayer, expert::ExpertPlayer, montecarlo::MonteCarloPlayer,
        smart::SmartPlayer,
    },
};
use crate::play::{GameInfo, LevelPlayer, PlayerArg, PlayerKind, Random, Rng, SizeRange};

const PLAYERS: &[PlayerKind<Eater>] = &[
    PlayerKind {
        name: "random",
        arg: PlayerArg::None,
        description: "Takes any empty cell.",
        make: |_, _| Ok(Box::new(Random)),
    },
    PlayerKind {
        name: "line",
        arg: PlayerArg::None,
        description: "Builds a straight column, or blocks a straight row.",
        make: |_, _| Ok(Box::new(LinePlayer)),
    },
    PlayerKind {
        name: "novice",
        arg: PlayerArg::None,
        description: "Builds straight towards the goal, or chases the end of the path.",
        make: |_, _| Ok(Box::new(NovicePlayer)),
    },
    PlayerKind {
        name: "casual",
        arg: PlayerArg::Number { range: 1..=9, default: 5, suffix: "" },
        description: "Makes N choices in ten as smart does, and the others as novice does.",
        make: |smart_of_ten, _| Ok(Box::new(CasualPlayer { smart_of_ten })),
    },
    PlayerKind {
        name: "smart",
        arg: PlayerArg::None,
        description: "Takes a cell that most of the cheapest paths share, and mixes so that it \
                      can't be guessed.",
        make: |_, _| Ok(Box::new(SmartPlayer)),
    },
    PlayerKind {
        name: "montecarlo",
        arg: PlayerArg::None,
        description: "Tries many random games from each position, and mixes so that it can't be \
                      guessed.",
        make: |_, _| Ok(Box::new(MonteCarloPlayer)),
    },
    PlayerKind {
        name: "expert",
        arg: PlayerArg::None,
        description: "Plays the solution of the game where the rest can be solved, and searches \
                      above that.",
        make: |_, _| Ok(Box::new(ExpertPlayer::default())),
    },
];

impl GameInfo for Eater {
    const SEAT_NAMES: &'static [&'static str] = &["Passer", "Eater"];
    const PLAYERS: &'static [PlayerKind<Self>] = PLAYERS;
    const LEVELS: &'static [LevelPlayer] = &[
        LevelPlayer { player: "novice", description: "goes straight ahead and runs into blocks." },
        LevelPlayer { player: "casual:2", description: "finds the key cell in one of five moves." },
        LevelPlayer { player: "casual:5", description: "finds the key cell in every second move." },
        LevelPlayer {
            player: "casual:8",
            description: "finds the key cell in four of five moves.",
        },
        LevelPlayer { player: "expert", description: "looks far ahead; plays the end perfectly." },
    ];
    const SIZES: Option<SizeRange> = Some(SizeRange { min: MIN_SIZE, max: MAX_SIZE, default: 7 });
    const DEFAULT_NODES: u64 = 3_000;
    const RANDOM_OPENING_STEPS: u32 = 0;
    const HAS_SCORES: bool = false;
    const HAS_SECRETS: bool = true;

    fn deal(size: u16, _: &mut Rng) -> Result<EaterSetup, String> {
        EaterSetup::new(size).map_err(|error| error.to_string())
    }

    fn size_of(setup: &EaterSetup) -> Option<u16> {
        Some(setup.size())
    }

    fn reveals_information(events: &[EaterEvent]) -> bool {
        events.iter().any(|event| matches!(event, EaterEvent::Chose(_)))
    }
}
