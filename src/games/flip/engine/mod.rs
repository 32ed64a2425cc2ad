//! The engine: what can be found out about a position on a board up to 8 x 8.

pub mod evaluation;
