//! Flip's computer players.

mod simple;

use super::Flip;
use crate::games::{Arg, PlayerKind};

/// All of them, weakest first.
pub static KINDS: &[PlayerKind<Flip>] = &[
    PlayerKind {
        name: "first",
        arg: Arg::None,
        words: "Takes the first legal cell in reading order.",
        make: |_, _| Ok(Box::new(simple::Simple::First)),
    },
    PlayerKind {
        name: "last",
        arg: Arg::None,
        words: "Takes the last legal cell in reading order.",
        make: |_, _| Ok(Box::new(simple::Simple::Last)),
    },
    PlayerKind {
        name: "random",
        arg: Arg::None,
        words: "Takes any legal cell.",
        make: |_, _| Ok(Box::new(simple::Simple::Random)),
    },
    PlayerKind {
        name: "greedy",
        arg: Arg::None,
        words: "Flips as many tiles as it can.",
        make: |_, _| Ok(Box::new(simple::Simple::Greedy)),
    },
];
