//! Everything that outlives a run: saved games, statistics, settings, themes, the last setups and
//! the log.
//!
//! | module | contents |
//! |---|---|
//! | `handle` | [`Store`], the interface for all other layers |
//! | `game_handle` | [`GameHandle`], with which a table saves its game |
//! | `library`, `game_filter` | finding, loading, deleting and importing games |
//! | `daily` | the games of daily deals |
//! | `statistics` | wins, losses and streaks, computed from rows |
//! | `saved_game` | what is stored about a game in addition to its record |
//! | `pending_choices` | people's choices that are not part of a step yet |
//! | `record_file` | a record in a file outside the store |
//! | `writer` | the thread that reads and writes the database |
//! | `unwritten` | the updates that are on their way to the database |
//! | `tracked_game` | a game in progress, as the writer saves it |
//! | `game_lock` | the lock on a game while it is open at a table |
//! | `database`, `file_id`, `schema` | the database file and its tables |
//! | `database_check`, `checksum` | finding damage to the database |
//! | `home`, `settings`, `themes` | the settings and themes in effect, and their files |
//! | `guest` | guests over SSH: what they may do, their folders, the cores they share |
//! | `last_setups` | the last setup of each game |
//! | `lesson_offers` | the games whose lesson has been offered |
//! | `shared_tables_place` | where shared tables are, by option, environment or settings |
//! | `allowed_programs` | the programs that the user has allowed to start |
//! | `log`, `paths` | the log, and the folders of all files |
//!
//! A game is stored as its record (the header, and one row per line) together with the columns
//! that lists and statistics query. The store doesn't know the rules of any game: a loaded record
//! is read, and thereby checked, by [`Session::read`](fourcade_engine::play::Session::read).

mod checksum;
mod daily;
mod database_check;
mod error;
mod file;
mod file_id;
mod game_filter;
mod game_handle;
mod game_lock;
mod handle;
mod library;
mod pending_choices;
mod record_file;
mod saved_game;
mod schema;
pub mod shared_tables;
mod shared_tables_place;
pub mod statistics;
#[cfg(test)]
mod tests;
mod tracked_game;
mod unwritten;
mod writer;

pub use daily::{DailyDate, SavedDaily};
pub use error::StoreError;
pub use game_filter::{GameFilter, PersonCount};
pub use game_handle::GameHandle;
pub use handle::Store;
pub use library::LoadedGame;
pub use record_file::{RecordFile, RecordFileError};
pub use saved_game::{
    GameIdentity, GameProgress, GameStatus, PersonResult, PlayTimes, SavedGame, SavedSeat,
    SeriesPosition, opponents,
};
pub use shared_tables_place::{DATABASE_VARIABLE, shared_tables_location};
