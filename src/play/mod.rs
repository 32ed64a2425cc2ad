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
//! | [`Player`], [`Think`] | decides for a seat, within a budget |
//! | [`Session`] | one game being played: game, choices so far, undo |
//! | [`Record`] | how it went, as JSON lines |
//! | [`arena`] | many games at once |

pub mod arena;
pub mod chance;
mod checkpoints;
mod game;
mod outcome;
mod player;
mod read;
mod record;
mod seat;
mod session;
mod summary;
#[cfg(test)]
pub(crate) mod toy;

pub use chance::Rng;
pub use game::{Game, Illegal, Observation, check_step};
pub use outcome::Outcome;
pub use player::{
    Advice, Budget, Cancel, Halt, Meter, Player, Random, Stop, Think, advise_checked,
    choose_checked,
};
pub use read::{ReadError, RecordKind};
pub use record::{Fault, Header, Line, Marks, Record, closing_text, header_text};
pub use seat::{MAX_SEATS, Seat, Seats};
pub use session::Session;
pub use summary::{Summary, SummaryRow, mean_ci95};
