//! The app without a front end: what pages offer and do. Choices go in, results come out.
//!
//! | file | contents |
//! |---|---|
//! | `context` | what the pages share: settings, saved games, files, background work |
//! | `background` | what the background work of a front end shares |
//! | `table` | a table at which a game is played, watched or replayed |
//! | `save_file` | writing a game to a file |
//! | `new_game` | a new game: what is chosen, and the session that follows |
//! | `new_table` | what is chosen for a new shared table |
//! | `game_rows` | the rows that forms about a game share |
//! | `saved_games` | which saved games are listed, and how they are described; unfinished games |
//! | `daily` | the daily deals: their results by date, and what playing one means |
//! | `statistics` | the statistics as tables, and results over time |
//! | `counting` | which games count for feats, stars, practice ratings and statistics |
//! | `feats` | the feats of a person: stored when a game ends, and listed |
//! | `practice` | what a person has done and has to do in each game, and the rounds that they begin |
//! | `review` | the review of a game: a background job, and its results so far |
//! | `mistakes` | the search for the mistakes of a person in a game that is over |
//! | `lobby` | who is here, which tables are open, and the way to them |
//! | `faults` | deliberate faults, for tests |

mod background;
mod context;
pub mod counting;
pub mod daily;
#[cfg(debug_assertions)]
pub(crate) mod faults;
pub mod feats;
pub mod game_rows;
pub mod lobby;
pub mod mistakes;
pub mod new_game;
pub mod new_table;
pub mod practice;
pub mod review;
pub mod save_file;
pub mod saved_games;
pub mod statistics;
pub mod table;

pub use background::Background;
pub use context::Context;
