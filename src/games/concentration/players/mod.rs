//! Concentration's computer players.

mod memory;
mod memory_player;
pub mod perfect;

pub use memory::Memory;
use memory_player::MemoryPlayer;
use perfect::PerfectPlayer;

use super::{Concentration, rules::PlayingCard};
use crate::{
    games::{PlayerArg, PlayerKind},
    play::Random,
};

const MEMORY: &str = "memory";
const PERFECT: &str = "perfect";

/// All computer players, weakest first.
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
        description: "Remembers so many of the cards that were turned last, and takes the pairs \
                      among them.",
        make: |number, _| match usize::try_from(number) {
            Ok(limit) => Ok(Box::new(MemoryPlayer { limit })),
            Err(why) => Err(why.to_string()),
        },
    },
    PlayerKind {
        name: PERFECT,
        arg: PlayerArg::None,
        description: "Forgets nothing, and turns a known card where an unknown one would help the \
                      other player.",
        make: |_, _| Ok(Box::new(PerfectPlayer)),
    },
];

/// Returns the number of cards that the player of this name remembers, such as 5 for `memory:5` and
/// 52 for `perfect`, or `None` for a player without a memory and for unknown names.
pub fn memory_size(name: &str) -> Option<usize> {
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
    fn the_memory_size_is_read_from_the_name() {
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
            assert_eq!(memory_size(name), limit, "{name}");
        }
    }
}
