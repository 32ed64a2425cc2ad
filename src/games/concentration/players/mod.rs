//! Concentration's computer players.

mod memory;
mod memory_player;
pub mod perfect;

pub use memory::Memory;
pub use memory_player::MemoryPlayer;

use super::rules::PlayingCard;

/// The name of the player with a limited memory.
pub const MEMORY: &str = "memory";
/// The name of the player that forgets nothing.
pub const PERFECT: &str = "perfect";

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
