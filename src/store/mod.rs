//! What outlives a run: the games, the settings and themes, the last choices, the log, and where
//! all that is.
//!
//! | file | |
//! |---|---|
//! | `handle` | [`Store`], by which all others come here |
//! | `entry` | [`Entry`], a table's hold on its game |
//! | `gathered` | choices of persons that wait for others |
//! | `library` | finding, loading, deleting, taking in games |
//! | `statistics` | who has won how often; functions of rows |
//! | `recorded` | a recorded game in a file of a person's |
//! | `kept` | what is said of a game that is kept |
//! | `writer` | the thread that reads and writes |
//! | `mirror` | a game on a table, as the file has it or will have it |
//! | `database`, `schema` | the file and its tables |
//! | `home`, `settings`, `themes` | the settings and where each comes from; themes of one's own |
//! | `choices`, `welcome`, `log`, `places` | the last choices, whether somebody was here before, the log, where all that is |
//!
//! A game is kept as its record: the header, a row a line, and beside it what lists and statistics
//! ask for. The store knows no game; a record that is loaded is read (and so checked) by
//! [`Session::read`](crate::play::Session::read).

pub mod choices;
mod database;
mod entry;
mod error;
mod gathered;
mod handle;
pub mod home;
mod kept;
mod library;
pub mod log;
mod mirror;
pub mod places;
mod recorded;
mod schema;
pub mod settings;
pub mod statistics;
#[cfg(test)]
mod tests;
pub mod themes;
pub mod welcome;
mod writer;

pub use entry::Entry;
pub use error::StoreError;
pub use handle::Store;
pub use kept::{About, SeatKept, Standing, State, Summary, Verdict, opponents};
pub use library::{Filter, Loaded, Persons};
pub use recorded::{RecordError, RecordFile};
