//! Concentration's computer players.
//!
//! | player | how it chooses |
//! |---|---|
//! | [`MemoryPlayer`] | takes the pairs among the cards that it remembers |
//! | [`perfect::PerfectPlayer`] | forgets nothing and plays optimally |
//!
//! `random` is [`play::Random`](crate::play::Random).

mod memory;
pub mod perfect;

pub use memory::{
    FULL_SUFFIX, MEMORY_NAME, Memory, MemoryCapacity, MemoryPlayer, PERFECT_NAME, WhenFull,
    memory_capacity,
};
