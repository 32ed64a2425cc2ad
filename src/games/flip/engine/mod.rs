//! The engine: what computer players know of positions up to 8 x 8. It knows no player, no terminal and no disk.

pub mod counter;
pub mod endgame;
pub mod table;
