//! Intensity's facts and computer players.

use super::{
    model::{Deal, Intensity, IntensityEvent},
    players::{
        careful::CarefulPlayer,
        counter::CounterPlayer,
        expert::{ExpertPlayer, Objective},
        novice::{CasualPlayer, NovicePlayer},
    },
};
use crate::play::{GameInfo, LevelPlayer, PlayerArg, PlayerKind, Random, Rng, SizeRange};

const PLACES: &str = "places";

const PLAYERS: &[PlayerKind<Intensity>] = &[
    PlayerKind {
        name: "random",
        arg: PlayerArg::None,
        description: "Passes any three cards and plays any card that is allowed.",
        make: |_, _| Ok(Box::new(Random)),
    },
    PlayerKind {
        name: "novice",
        arg: PlayerArg::None,
        description: "Passes the wrong cards, leads high ones, and forgets what was played.",
        make: |_, _| Ok(Box::new(NovicePlayer)),
    },
    PlayerKind {
        name: "casual",
        arg: PlayerArg::Number { range: 1..=9, default: 5, suffix: "" },
        description: "Makes N choices in ten as careful does, and the others as novice does.",
        make: |careful_of_ten, _| Ok(Box::new(CasualPlayer { careful_of_ten })),
    },
    PlayerKind {
        name: "careful",
        arg: PlayerArg::None,
        description: "Plays below the winning card where it can, and gets rid of the buffalo \
                      and of high cards where it can't follow.",
        make: |_, _| Ok(Box::new(CarefulPlayer)),
    },
    PlayerKind {
        name: "counter",
        arg: PlayerArg::None,
        description: "Counts the cards, knows who is out of a suit, and weighs what each card may \
                      cost.",
        make: |_, _| Ok(Box::new(CounterPlayer)),
    },
    PlayerKind {
        name: "expert",
        arg: PlayerArg::Word(&[PLACES]),
        description: "Imagines many deals that fit what it has seen, and plays the card that costs \
                      least in them. With places, it plays for a good place instead.",
        make: |_, suffix| {
            let objective = if suffix == PLACES { Objective::Places } else { Objective::Points };
            Ok(Box::new(ExpertPlayer { objective }))
        },
    },
];

impl GameInfo for Intensity {
    const SEAT_NAMES: &'static [&'static str] = &["South", "West", "North", "East"];
    const PLAYERS: &'static [PlayerKind<Self>] = PLAYERS;
    const LEVELS: &'static [LevelPlayer] = &[
        LevelPlayer { player: "novice", description: "leads high and forgets what was played." },
        LevelPlayer { player: "casual:5", description: "plans only about half of its cards." },
        LevelPlayer { player: "careful", description: "stays under and sheds dangerous cards." },
        LevelPlayer {
            player: "counter",
            description: "counts cards and knows who is out of a suit.",
        },
        LevelPlayer {
            player: "expert:places",
            description: "imagines all hands and plays for its place.",
        },
        LevelPlayer { player: "expert", description: "imagines all hands and takes few points." },
    ];
    const SIZES: Option<SizeRange> = None;
    const DEFAULT_NODES: u64 = 500_000;
    const RANDOM_OPENING_STEPS: u32 = 0;
    const LADDER_SERIES_LENGTH: usize = 4;
    const HAS_SECRETS: bool = true;

    fn deal(_: u16, rng: &mut Rng) -> Result<Deal, String> {
        Ok(Deal::shuffled(rng))
    }

    fn size_of(_: &Deal) -> Option<u16> {
        None
    }

    fn reveals_information(events: &[IntensityEvent]) -> bool {
        // A played card was hidden in a hand, and a pass reveals the cards received.
        events
            .iter()
            .any(|event| matches!(event, IntensityEvent::Played { .. } | IntensityEvent::Passed))
    }
}
