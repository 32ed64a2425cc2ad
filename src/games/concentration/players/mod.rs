//! Concentration's computer players.

mod memory;
pub mod perfect;
mod rememberer;

pub use memory::Memory;
use perfect::Perfect;
use rememberer::Rememberer;

use super::{Concentration, rules::PlayingCard};
use crate::{
    games::{PlayerArg, PlayerKind},
    play::Random,
};

const MEMORY: &str = "memory";
const PERFECT: &str = "perfect";

/// All of them, weakest first.
pub static KINDS: &[PlayerKind<Concentration>] = &[
    PlayerKind {
        name: "random",
        arg: PlayerArg::None,
        description: "Turns any two cards.",
        make: |_, _| Ok(Box::new(Random)),
    },
    PlayerKind {
        name: MEMORY,
        arg: PlayerArg::Number { range: 0..=52, default: 5 },
        description: "Remembers so many of the cards that were turned last, and takes the pairs among them.",
        make: |number, _| match usize::try_from(number) {
            Ok(limit) => Ok(Box::new(Rememberer { limit })),
            Err(why) => Err(why.to_string()),
        },
    },
    PlayerKind {
        name: PERFECT,
        arg: PlayerArg::None,
        description: "Forgets nothing, and turns a known card where an unknown one would help the other player.",
        make: |_, _| Ok(Box::new(Perfect)),
    },
];

/// How many cards the player of this name remembers, such as 5 for `memory:5` or all for `perfect`;
/// nothing if it plays without a memory, or if there is no such player.
pub fn remembers(name: &str) -> Option<usize> {
    if name == PERFECT {
        return Some(PlayingCard::COUNT);
    }
    let number = name.strip_prefix(MEMORY)?.strip_prefix(':')?;
    number.parse().ok().filter(|limit| *limit <= PlayingCard::COUNT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_how_much_is_remembered() {
        for (name, limit) in [
            ("memory:0", Some(0)),
            ("memory:5", Some(5)),
            ("memory:52", Some(52)),
            ("perfect", Some(52)),
            ("memory:53", None),
            ("memory", None),
            ("memory:", None),
            ("memory:x", None),
            ("random", None),
            ("human", None),
        ] {
            assert_eq!(remembers(name), limit, "{name}");
        }
    }
}
