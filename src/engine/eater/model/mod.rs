//! The model of Eater, a simultaneous-move game for two players on an m x m board.
//!
//! In each round, the Passer and the Eater both choose an empty cell without knowing the other's
//! choice. Each gets a marker there; if both chose the same cell (a clash), only the Eater does.
//! The Passer wins as soon as its markers form a path from the top row to the bottom row. A path
//! goes left, right, down, down-left or down-right, never up. If the board is full without such a
//! path, the Eater wins. The game goes on even if the Passer can no longer connect.
//!
//! The board ([`EaterBoard`]) is a bitboard with one word per row and role. A flood fill from row
//! to row (`flood`) finds paths.
//!
//! # Examples
//!
//! ```
//! use fourcade_engine::{
//!     eater::model::{Cell, Eater, EaterSetup, Role},
//!     play::Game,
//! };
//!
//! let mut game = Eater::start(&EaterSetup::new(3)?);
//! for row in 0..3 {
//!     let moves =
//!         [(Role::Passer.seat(), Cell::new(row, 0)), (Role::Eater.seat(), Cell::new(row, 2))];
//!     game.step(&moves)?;
//! }
//! assert_eq!(game.board().to_string(), "P.E\nP.E\nP.E\n");
//! assert_eq!(game.winner(), Some(Role::Passer));
//! # Ok::<(), fourcade_engine::play::ActionError>(())
//! ```

mod board;
mod cell;
mod cell_set;
mod flood;
mod game;
mod role;

pub use board::{EaterBoard, MAX_SIZE, MIN_SIZE};
pub use cell::Cell;
pub use cell_set::CellSet;
pub(super) use flood::{entered_from, fill_runs};
pub use game::{Eater, EaterEvent, EaterObservation, EaterSetup};
pub use role::{JointMove, Role};
