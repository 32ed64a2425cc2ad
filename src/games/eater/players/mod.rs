//! Eater's computer players.

pub mod expert;
mod line;
pub mod montecarlo;
pub mod smart;

use super::Eater;
use crate::{
    games::{PlayerArg, PlayerKind},
    play::Random,
};

/// All kinds of computer players, weakest first.
pub static KINDS: &[PlayerKind<Eater>] = &[
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
        make: |_, _| Ok(Box::new(line::LinePlayer)),
    },
    PlayerKind {
        name: "smart",
        arg: PlayerArg::None,
        description: "Takes a cell that most of the cheapest paths share, and mixes so that it \
                      can't be guessed.",
        make: |_, _| Ok(Box::new(smart::SmartPlayer)),
    },
    PlayerKind {
        name: "montecarlo",
        arg: PlayerArg::None,
        description: "Searches a tree of positions by chance, and mixes as it has learnt there.",
        make: |_, _| Ok(Box::new(montecarlo::MonteCarloPlayer)),
    },
    PlayerKind {
        name: "expert",
        arg: PlayerArg::None,
        description: "Plays the solution of the game where the rest can be solved, and searches \
                      above that.",
        make: |_, _| Ok(Box::new(expert::EaterExpert::default())),
    },
];
