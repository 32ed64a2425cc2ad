//! What outlives a run: the games, the settings and themes, the last choices, the log, and where
//! all that is.
//!
//! | file | |
//! |---|---|
//! | `handle` | [`Store`], by which all others come here |
//! | `entry` | [`GameHandle`], a table's hold on its game |
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

mod database;
mod error;
pub mod first_run;
mod game_handle;
mod handle;
pub mod home;
pub mod last_setups;
mod library;
pub mod log;
pub mod paths;
mod pending_choices;
mod record_file;
mod saved_game;
mod schema;
pub mod settings;
pub mod statistics;
#[cfg(test)]
mod tests;
pub mod themes;
mod tracked_game;
mod writer;

pub use error::StoreError;
pub use game_handle::GameHandle;
pub use handle::Store;
pub use library::{GameFilter, LoadedGame, PersonCount};
pub use record_file::{RecordFile, RecordFileError};
pub use saved_game::{
    GameIdentity, GameProgress, GameStatus, PersonResult, SavedGame, SavedSeat, opponents,
};
