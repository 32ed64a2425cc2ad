//! The games of fourcade as a library: models, computer players, solvers, reviews and records of
//! Intensity, Flip, Concentration and Eater. It needs no terminal.
//!
//! | game | module | model | players | also |
//! |---|---|---|---|---|
//! | Intensity, a trick-taking game with penalty points | [`intensity`] | [`intensity::model`] | [`intensity::players`] | |
//! | Flip, Reversi on a board of any size | [`flip`] | [`flip::model`] | [`flip::players`] | [`flip::search`] |
//! | Concentration, a memory game with pairs of cards | [`concentration`] | [`concentration::model`] | [`concentration::players`] | |
//! | Eater, a race across a board with simultaneous moves | [`eater`] | [`eater::model`] | [`eater::players`] | [`eater::solver`] |
//!
//! What all games share is in [`play`]: a game is a state machine ([`play::Game`]), a
//! [`play::Player`] decides for a seat from what that seat may know, a [`play::Session`] is a game
//! in progress with undo, a [`play::Record`] is a game as data, and [`play::arena`] plays many games
//! at once.
//!
//! # Examples
//!
//! A game between two computer players:
//!
//! ```
//! use fourcade_engine::{flip::Flip, play::{Budget, Game, RecordHeader, Session, ThinkContext, find_player}};
//!
//! let header = RecordHeader { setup: "4".parse()?, seats: vec!["greedy".into(), "level:3".into()], seed: 7 };
//! let mut session = Session::<Flip>::new(header);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod concentration;
pub mod eater;
pub mod flip;
pub mod intensity;
mod kind;
pub mod lines;
pub mod play;
pub mod sync;

pub use kind::{GameKind, UnknownGameError};
