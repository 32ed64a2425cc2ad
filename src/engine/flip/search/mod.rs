//! The engine: a search for boards up to 8 x 8. It does not depend on players, the terminal or the
//! disk.
//!
//! | part | what it does |
//! |---|---|
//! | [`analyse`] | analyses a position: for the command line, reviews and the evaluation bar |
//! | [`Engine`] | iterative deepening from a root position, then an exact search of the endgame |
//! | [`midgame`] | principal variation search to a depth, with multi-ProbCut |
//! | [`position_searcher`] | searches single positions, for training and for the book |
//! | [`endgame`] | solves positions near the end of the game, on one thread or several |
//! | [`evaluation`] | evaluates positions without a search |
//! | [`transposition_table`] | stores the results of searches by position |
//! | [`busy_positions`] | tells each thread of a search which positions the others are searching |
//! | [`instruction_set`] | compiles searches once for each instruction set of the processor |
//! | [`geometry`] | holds tables for a board of one size: corners, quadrants, stable tiles |
//!
//! Scores are for the side to move: the difference of tiles at the end of the game, with empty
//! squares given to the winner. They are in hundredths of a tile. Only the scores of finished games
//! ([`geometry`]) and those inside [`endgame`] are in tiles.

mod analysis;
pub mod busy_positions;
pub mod evaluation;
pub mod geometry;
pub mod instruction_set;
pub mod midgame;
pub mod node_counter;
pub mod ordered_move;
pub mod position_searcher;
mod prefetch;
mod root;
#[cfg(test)]
mod testing;
pub mod transposition_table;

pub use analysis::{analyse, analyse_with};
pub use midgame::endgame;
pub use root::{Engine, RootPosition, SearchResult};
