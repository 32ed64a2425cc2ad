//! The model of Flip: Reversi on a board of any size.
//!
//! Two sides, O and X, play on an n x n board; O moves first. A move puts a tile on an empty square
//! and must enclose at least one run of the opponent's tiles: an unbroken line of them, in one of
//! the eight directions, between the new tile and another tile of the same side. All enclosed tiles
//! change owner. A side that cannot move passes automatically: passing is not an action. The game
//! ends when neither side can move or the board is full, and the side with more tiles wins. On 8 x
//! 8 this is Othello, mirrored left to right.
//!
//! Boards up to 8 x 8 are stored as two [`Bitboard`](bitboard::Bitboard)s, larger ones as an array
//! ([`wide_board`]). [`FlipBoard`] is either of them.
//!
//! ```
//! use fourcade_engine::{
//!     flip::model::{Flip, FlipSetup, Side, Square},
//!     play::Game,
//! };
//!
//! let mut game = Flip::start(&FlipSetup::new(8)?);
//! assert_eq!(game.position().legal().len(), 4);
//!
//! // O moves to row 2, column 4, and flips the tile on row 3, column 4.
//! game.step(&[(Side::O.seat(), Square::new(2, 4))])?;
//! assert_eq!(game.board().at(Square::new(3, 4)), Some(Side::O));
//! assert_eq!(game.board().counts(), [4, 1]);
//! assert_eq!(game.position().to_move, Side::X);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bitboard;
mod board;
mod game;
pub mod perft;
mod position;
mod square;
pub mod wide_board;

pub use board::{FlipBoard, MAX_SIZE, MIN_SIZE};
pub use game::{Flip, FlipEvent, FlipObservation, FlipSetup};
pub use position::FlipPosition;
pub use square::{Side, Square};
