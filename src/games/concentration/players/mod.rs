//! Concentration's computer players.

mod memory;
mod rememberer;

pub use memory::Memory;
use rememberer::Rememberer;

use super::{Concentration, rules::Card};
use crate::{
    games::{Arg, PlayerKind},
    play::Random,
};

const MEMORY: &str = "memory";

/// All of them, weakest first.
pub static KINDS: &[PlayerKind<Concentration>] = &[
    PlayerKind { name: "random", arg: Arg::None, words: "Turns any two cards.", make: |_, _| Ok(Box::new(Random)) },
    PlayerKind {
        name: MEMORY,
        arg: Arg::Number { range: 0..=52, usual: 5 },
        words: "Remembers so many of the cards that were turned last, and takes the pairs among them.",
        make: |number, _| match usize::try_from(number) {
            Ok(limit) => Ok(Box::new(Rememberer { limit })),
            Err(why) => Err(why.to_string()),
        },
    },
];

/// How many cards the player of this name remembers, such as 5 for `memory:5`; nothing if it plays without a memory, or if
/// there is no such player.
pub fn remembers(name: &str) -> Option<usize> {
    let number = name.strip_prefix(MEMORY)?.strip_prefix(':')?;
    number.parse().ok().filter(|limit| *limit <= Card::COUNT)
}
