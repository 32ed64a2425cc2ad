//! `SQLite` and `PostgreSQL`: saved games, statistics and shared tables.
//!
//! | module | contents |
//! |---|---|
//! | `store` | [`Store`], the handle of all games; [`GameHandle`], which saves a table's game |
//! | `library` | finding, loading, deleting and importing games |
//! | `daily_date` | the dates of daily deals |
//! | [`statistics`] | wins, losses and streaks, computed from rows |
//! | [`practice`] | mistakes, answers, spaced repetition, stars |
//! | `game_writer` | writes a game in progress |
//! | `saved_game` | the columns stored with a game's record: seats, status, times |
//! | `pending_choices` | people's choices that are not part of a step yet |
//! | `record_file` | a record in a file outside the database |
//! | `game_lock` | the lock on a game while it is open at a table |
//! | `file`, `schema` | the file of saved games, its tables, and recovery from damage |
//! | `sqlite`, `migration` | opening files and migrating databases of both kinds |
//! | [`shared_tables`] | games between people at several terminals |
//!
//! Several processes may use one file of saved games. A write waits while another process writes,
//! and a game that is open at a table is locked ([`Database::claim`]), so that no other table can
//! continue it. Where locks don't work, the last table to open a game owns it, and writes of
//! earlier ones are refused ([`StoreError::Lost`]).
//!
//! A game is stored as its record (the header, and one row per line) together with the columns
//! that lists and statistics query. The database doesn't know the rules of any game:
//! [`Session::read`](fourcade_engine::play::Session::read) checks a loaded record.

mod daily_date;
mod error;
mod file;
mod game_lock;
mod game_writer;
mod library;
mod migration;
mod pending_choices;
pub mod practice;
mod record_file;
mod saved_game;
mod schema;
pub mod shared_tables;
mod sqlite;
pub mod statistics;
mod store;
#[cfg(test)]
pub mod tests;

pub use daily_date::DailyDate;
pub use error::StoreError;
pub use file::Database;
pub use library::{LoadedGame, SavedDaily};
pub use record_file::{RecordFile, RecordFileError};
pub use saved_game::{
    GameIdentity, GameProgress, GameStatus, PersonResult, PlayTimes, SavedGame, SavedSeat,
    SeriesPosition, counted_names, opponents,
};
pub use store::{GameHandle, Store};
