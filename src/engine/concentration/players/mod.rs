//! Concentration's computer players.

mod memory;
pub mod perfect;

pub use memory::{
    FULL, MEMORY, Memory, MemoryCapacity, MemoryPlayer, PERFECT, WhenFull, memory_capacity,
};
