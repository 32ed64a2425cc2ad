//! The app without a front end: choices go in, results come out. Both front ends are built on it.
//!
//! | module | contents |
//! |---|---|
//! | `context` | shared by all pages: settings, saved games, files, background work |
//! | `background` | shared by all background jobs: memory, cores, programs |
//! | `table` | a table at which a game is played, watched or replayed |
//! | `save_file` | writing a game to a file |
//! | `new_game` | the choices for a new game, and its deal |
//! | `new_table` | the choices for a new shared table |
//! | `game_rows` | form rows about a game: board size, seat, level |
//! | `saved_games` | descriptions of saved games, and the last game |
//! | `daily` | the daily deals: results by date, streaks, texts to share |
//! | `statistics` | the statistics as tables, and results over time |
//! | `counting` | which games count for feats, stars, practice ratings and statistics |
//! | `feats` | feats (achievements): stored when a game ends, and listed |
//! | `practice` | summaries of a person's practice, and rounds of puzzles |
//! | `review` | the review of a game as a background job, and its results so far |
//! | `mistakes` | finds a person's mistakes in a finished game, for practice |
//! | `lobby` | who is online, which tables are open, and how to open or join one |
//! | `injected_faults` | injected faults, for tests |

mod background;
mod context;
pub mod counting;
pub mod daily;
pub mod feats;
pub mod game_rows;
#[cfg(debug_assertions)]
pub(crate) mod injected_faults;
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
