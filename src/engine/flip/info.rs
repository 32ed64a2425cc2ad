//! Flip's facts and computer players.

use super::{
    model::{Flip, FlipSetup, MAX_SIZE, MIN_SIZE},
    players::{LEVEL_COUNT, SearchPlayer, SimplePlayer},
};
use crate::play::{GameInfo, LevelPlayer, PlayerArg, PlayerKind, Random, Rng, SizeRange};

const NO_BOOK: &str = "no-book";

const PLAYERS: &[PlayerKind<Flip>] = &[
    PlayerKind {
        name: "first",
        arg: PlayerArg::None,
        description: "Takes the first legal cell in reading order.",
        make: |_, _| Ok(Box::new(SimplePlayer::First)),
    },
    PlayerKind {
        name: "last",
        arg: PlayerArg::None,
        description: "Takes the last legal cell in reading order.",
        make: |_, _| Ok(Box::new(SimplePlayer::Last)),
    },
    PlayerKind {
        name: "random",
        arg: PlayerArg::None,
        description: "Takes any legal cell.",
        make: |_, _| Ok(Box::new(Random)),
    },
    PlayerKind {
        name: "greedy",
        arg: PlayerArg::None,
        description: "Turns as many tiles as it can.",
        make: |_, _| Ok(Box::new(SimplePlayer::Greedy)),
    },
    PlayerKind {
        name: "level",
        arg: PlayerArg::Number { range: 1..=LEVEL_COUNT, default: 3, suffix: "" },
        description: "A beginner at 1, a strong player at 10: the higher, the further it looks ahead.",
        make: |number, _| match SearchPlayer::level(number) {
            Some(player) => Ok(Box::new(player)),
            None => Err(format!("there is no level {number}")),
        },
    },
    PlayerKind {
        name: "expert",
        arg: PlayerArg::Word(&[NO_BOOK]),
        description: "Opens from a book, then looks as far as time allows. With no-book, it does without the book.",
        make: |_, suffix| {
            let player = if suffix == NO_BOOK {
                SearchPlayer::expert_without_book()
            } else {
                SearchPlayer::expert()
            };
            Ok(Box::new(player))
        },
    },
];

impl GameInfo for Flip {
    const SEAT_NAMES: &'static [&'static str] = &["O", "X"];
    const PLAYERS: &'static [PlayerKind<Self>] = PLAYERS;
    // The named levels, from Beginner to Master. The numbers of the player `level` are others.
    const LEVELS: &'static [LevelPlayer] = &[
        LevelPlayer { player: "level:3", description: "grabs many tiles and overlooks corners." },
        LevelPlayer { player: "level:4", description: "looks one move ahead, with many mistakes." },
        LevelPlayer { player: "level:5", description: "looks one move ahead, with some mistakes." },
        LevelPlayer {
            player: "level:6",
            description: "looks two moves ahead, with some mistakes.",
        },
        LevelPlayer { player: "level:7", description: "looks two moves ahead, with few mistakes." },
        LevelPlayer {
            player: "expert",
            description: "knows openings and plays the end perfectly.",
        },
    ];
    const SIZES: Option<SizeRange> = Some(SizeRange { min: MIN_SIZE, max: MAX_SIZE, default: 8 });
    const DEFAULT_NODES: u64 = 50_000;
    const RANDOM_OPENING_STEPS: u32 = 6;

    fn deal(size: u16, _: &mut Rng) -> Result<FlipSetup, String> {
        FlipSetup::new(size).map_err(|error| error.to_string())
    }

    fn size_of(setup: &FlipSetup) -> Option<u16> {
        Some(setup.size())
    }
}
