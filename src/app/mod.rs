//! The app without a front end: what pages offer and do. Choices go in, results come out.
//!
//! | file | contents |
//! |---|---|
//! | `context` | what the pages share: settings, saved games, files, background work |
//! | `background` | what the background work of a front end shares |
//! | `new_game` | a new game: what is chosen, and the session that follows |
//! | `new_table` | what is chosen for a new shared table |
//! | `game_rows` | the rows that forms about a game share |
//! | `lobby` | who is here, which tables are open, and the way to them |
//! | `local_clock` | local dates and times as text |
//! | `faults` | deliberate faults, for tests |

mod background;
mod context;
#[cfg(debug_assertions)]
pub(crate) mod faults;
pub mod game_rows;
pub mod lobby;
pub mod local_clock;
pub mod new_game;
pub mod new_table;

pub use background::Background;
pub use context::Context;
