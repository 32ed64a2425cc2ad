//! The engine: what can be found out about a position on a board up to 8 x 8. It knows no player, no terminal and no disk.

pub mod counter;
pub mod endgame;
pub mod evaluation;
pub mod table;
