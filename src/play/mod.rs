//! What it is to play any game: the words that every other part uses.
//!
//! Nothing here knows a particular game, a terminal, a disk or (the [`arena`] aside) a thread.
//!
//! | word | meaning |
//! |---|---|
//! | [`Game`] | the rules as a state machine |
//! | [`Seat`], [`Seats`] | a place at the table, a set of them |
//! | action | what one seat decides |
//! | step | the joint move of all awaited seats |
//! | [`Observation`] | what a set of seats may know |
//! | event | what everybody saw happen |
//! | [`Player`], [`ThinkContext`] | decides for a seat, within a budget |
//! | [`Session`] | one game being played: game, choices so far, undo |
//! | [`Record`] | how it went, as JSON lines |
//! | [`arena`] | many games at once |

pub mod arena;
mod checkpoints;
mod game;
mod outcome;
mod player;
pub mod random;
mod read;
mod record;
mod search;
mod seat;
mod session;
mod summary;
#[cfg(test)]
pub(crate) mod toy;

pub use game::{ActionError, Game, Observation, check_step};
pub use outcome::Outcome;
pub use player::{Advice, Player, PlayerError, Random, advise_checked, choose_checked};
pub use random::Rng;
pub use read::{MAX_LINE_BYTES, RecordPreamble, RecordReadError};
pub use record::{Fault, Record, RecordHeader, RecordLine, StepMarks, closing_json, header_json};
pub use search::{Budget, CancelToken, Meter, SearchLimits, SearchStop, ThinkContext};
pub use seat::{MAX_SEATS, Seat, Seats};
pub use session::Session;
pub use summary::{Summary, SummaryRow, mean_ci95};
