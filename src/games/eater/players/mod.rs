//! Eater's computer players.

pub mod expert;

use expert::Expert;

use super::Eater;
use crate::{
    games::{Arg, PlayerKind},
    play::Random,
};

/// All of them, weakest first.
pub static KINDS: &[PlayerKind<Eater>] = &[
    PlayerKind { name: "random", arg: Arg::None, words: "Takes any empty cell.", make: |_, _| Ok(Box::new(Random)) },
    PlayerKind {
        name: "expert",
        arg: Arg::None,
        words: "Solves what can be solved and mixes its choices so that nobody can gain by guessing; estimates elsewhere.",
        make: |_, _| Ok(Box::new(Expert::default())),
    },
];
