//! Flip's rules: Reversi on a board of any size.
//!
//! Two players, O and X, on an n x n board; O moves first. A move puts a tile on an empty cell so
//! that in at least one of the eight directions an unbroken run of the opponent's tiles ends in an
//! own tile; all such runs change owner. Who can't move passes (the rules do that; passing is no
//! action). When neither can, or the board is full, more tiles win. On 8 x 8 this is Othello,
//! mirrored left to right.
//!
//! Boards up to 8 x 8 are two words of bits ([`bits`]), larger ones an array ([`grid`]); [`FlipBoard`]
//! is either.

pub mod bitboard;
mod board;
mod cell;
mod game;
pub mod grid;
mod notation;
pub mod perft;

pub use board::{FlipBoard, Position, cell_of, index_of};
pub use cell::{Side, Square};
pub use game::{Flip, FlipEvent, FlipObservation, FlipSetup, MAX_SIZE, MIN_SIZE};
