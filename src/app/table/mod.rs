//! A table at which a game is played, watched or replayed, without its drawing. The screen and lines
//! show it and pass on what people do.
//!
//! | file | contents |
//! |---|---|
//! | `state` | the parts of a table, and how they advance together |
//! | `game` | the session, who plays it, its observations, and navigation in its record |
//! | `playback` | how fast the game advances by itself, and how long a step is shown |
//! | `ending` | when the board celebrates the end of a game, and when the result is due |
//! | `computers` | what computers think about: their choices, a hint, the evaluation |
//! | `clock` | how much time people have for their choices |
//! | `refusals` | why something can't be done now |
//! | `price` | what help costs a person |
//! | `coach` | what is said after a costly move, before the opponent answers |
//! | `opponent` | the level that plays against the only person, and what it says |
//! | `telling` | what is told of the moments of a game |
//! | `hand_over` | who is at the keyboard when people with secrets share it |
//! | `share` | what makes a table shared with other terminals |
//! | `series` | several games between the same players: points and names |
//! | `daily` | a daily deal: whether it counts, and how it ended |
//! | `autosave`, `game_file` | saving the game to the database, and to a file |

mod autosave;
pub mod clock;
pub mod coach;
pub mod computers;
pub mod daily;
pub mod ending;
pub mod game;
mod game_file;
pub mod hand_over;
pub mod opponent;
pub mod playback;
pub mod price;
pub mod refusals;
pub mod series;
pub mod share;
mod state;
pub mod telling;
#[cfg(test)]
pub mod tests;

pub use playback::Start;
pub use share::{NO_LOG, TableShare};
pub use state::Table;
