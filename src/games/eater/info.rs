//! The name, players and start of Eater.

use super::{
    players::{LinePlayer, expert::EaterExpert, montecarlo::MonteCarloPlayer, smart::SmartPlayer},
    rules::{Eater, EaterEvent, EaterSetup, MAX_SIZE, MIN_SIZE, Role},
    text,
};
use crate::{
    games::{GameInfo, HUMAN, LevelPlayer, PlayerArg, PlayerKind, SizeRange},
    play::{Random, Rng, Seat},
};

/// All computer players, weakest first.
static PLAYERS: &[PlayerKind<Eater>] = &[
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
        name: "smart",
        arg: PlayerArg::None,
        description: "Takes a cell that most of the cheapest paths share, and mixes so that it \
                      can't be guessed.",
        make: |_, _| Ok(Box::new(SmartPlayer)),
    },
    PlayerKind {
        name: "montecarlo",
        arg: PlayerArg::None,
        description: "Searches a tree of positions by chance, and mixes as it has learnt there.",
        make: |_, _| Ok(Box::new(MonteCarloPlayer)),
    },
    PlayerKind {
        name: "expert",
        arg: PlayerArg::None,
        description: "Plays the solution of the game where the rest can be solved, and searches \
                      above that.",
        make: |_, _| Ok(Box::new(EaterExpert::default())),
    },
];

impl GameInfo for Eater {
    const TITLE: &'static str = "Eater";
    const SUMMARY: &'static str = "one builds a path, the other eats it";
    const RULES: &'static str = include_str!("../../../assets/rules/eater.md");
    const LESSON: &'static str = include_str!("../../../assets/lessons/eater.toml");
    const SEAT_NAMES: &'static [&'static str] = &text::SEAT_NAMES;
    const DEFAULT_SEATS: &'static [&'static str] = &[HUMAN, "smart"];
    const LEVELS: [LevelPlayer; 5] = [
        LevelPlayer { player: "random", description: "takes any empty cell." },
        LevelPlayer {
            player: "line",
            description: "builds a straight column, or blocks a straight row.",
        },
        LevelPlayer { player: "smart", description: "looks for the cheapest paths." },
        LevelPlayer { player: "montecarlo", description: "tries out how the game may go on." },
        LevelPlayer { player: "expert", description: "plays the solution where it can be found." },
    ];
    const DEMO_SEATS: &'static [&'static str] = &["smart", "smart"];
    const SIZES: Option<SizeRange> = Some(SizeRange { min: MIN_SIZE, max: MAX_SIZE, default: 7 });
    const DEFAULT_NODES: u64 = 3_000;
    const RANDOM_OPENING: u32 = 0;
    const HAS_SCORES: bool = false;
    const HAS_SECRETS: bool = true;

    fn players() -> &'static [PlayerKind<Self>] {
        PLAYERS
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
