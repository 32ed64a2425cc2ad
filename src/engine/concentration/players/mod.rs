//! Concentration's computer players.

mod memory;
mod memory_player;
pub mod perfect;

pub use memory::{Memory, MemoryCapacity, WhenFull};
pub use memory_player::MemoryPlayer;

use super::model::PlayingCard;

/// The name of the player with a limited memory.
pub const MEMORY: &str = "memory";
/// The name of the player that forgets nothing.
pub const PERFECT: &str = "perfect";

/// What follows the number in the name of a player that stops recording when its memory is full.
pub const FULL: &str = ":full";

/// Returns the memory of the player of this name, such as 5 cards for `memory:5` and 52 for
/// `perfect`, or `None` for a player without a memory and for unknown names.
pub fn memory_capacity(name: &str) -> Option<MemoryCapacity> {
    if name == PERFECT {
        return Some(MemoryCapacity {
            cards: PlayingCard::COUNT,
            when_full: WhenFull::ForgetOldest,
        });
    }
    let arg = name.strip_prefix(MEMORY)?.strip_prefix(':')?;
    let (number, when_full) = match arg.strip_suffix(FULL) {
        Some(number) => (number, WhenFull::StopRecording),
        None => (arg, WhenFull::ForgetOldest),
    };
    let cards = number.parse().ok().filter(|cards| *cards <= PlayingCard::COUNT)?;
    Some(MemoryCapacity { cards, when_full })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_is_read_from_the_name() {
        use WhenFull::{ForgetOldest, StopRecording};
        for (name, memory) in [
            ("memory:0", Some((0, ForgetOldest))),
            ("memory:5", Some((5, ForgetOldest))),
            ("memory:52", Some((52, ForgetOldest))),
            ("memory:0:full", Some((0, StopRecording))),
            ("memory:52:full", Some((52, StopRecording))),
            ("perfect", Some((52, ForgetOldest))),
            ("memory:53", None),
            ("memory:53:full", None),
            ("memory", None),
            ("memory:", None),
            ("memory:x", None),
            ("memory:full", None),
            ("memory::full", None),
            ("memory:5:full:full", None),
            ("random", None),
            ("human", None),
        ] {
            let expected = memory.map(|(cards, when_full)| MemoryCapacity { cards, when_full });
            assert_eq!(memory_capacity(name), expected, "{name}");
        }
    }
}
