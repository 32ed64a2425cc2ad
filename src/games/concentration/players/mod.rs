//! Concentration's computer players.

use super::Concentration;
use crate::{
    games::{Arg, PlayerKind},
    play::Random,
};

/// All of them, weakest first.
pub static KINDS: &[PlayerKind<Concentration>] =
    &[PlayerKind { name: "random", arg: Arg::None, words: "Turns any two cards.", make: |_, _| Ok(Box::new(Random)) }];
