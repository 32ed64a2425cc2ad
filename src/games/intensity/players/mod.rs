//! Intensity's computer players.

use super::Intensity;
use crate::{
    games::{Arg, PlayerKind},
    play::Random,
};

/// The computer players, weakest first.
pub const KINDS: &[PlayerKind<Intensity>] = &[PlayerKind {
    name: "random",
    arg: Arg::None,
    words: "Passes and plays anything that is allowed, like Lulu, Morgan, Amy and Rat.",
    make: |_, _| Ok(Box::new(Random)),
}];
