//! The table: the one screen on which every game is played, watched or replayed.
//!
//! | file | contents |
//! |---|---|
//! | `screen` | the screen: runs commands and handles events |
//! | `commands`, `rows` | the table's commands; their keys, when they are available, and why not |
//! | `dialogs` | the questions that the table asks |
//! | `state` | the parts of a table, and how they advance together |
//! | `game` | the session, who plays it, its observations, and navigation in its record |
//! | `playback` | how fast the game advances by itself, and how long a step is shown |
//! | `ending` | when the board celebrates the end of a game, and when the result card appears |
//! | `computers` | what computers think about: their choices, a hint, the evaluation |
//! | `clock` | how much time people have for their choices |
//! | `price` | what help costs a person |
//! | `coach` | what is said after a costly move, before the opponent answers |
//! | `opponent` | the level that plays against the only person, and what it says |
//! | `hand_over` | who is at the keyboard when people with secrets share it |
//! | `share` | what makes a table shared with other terminals |
//! | `series` | several games between the same players: points and names |
//! | `autosave`, `game_file` | saving the game to the database, and to a file |
//! | `overview` | how the course of a game is drawn in a large window |
//! | `panel` | where the board and the panel are, and what the panel shows |
//! | `result` | the result card at the end of a game |

mod autosave;
mod clock;
pub mod coach;
pub mod commands;
pub mod computers;
pub mod daily;
mod dialogs;
mod ending;
mod game;
mod game_file;
mod hand_over;
pub mod opponent;
mod overview;
mod panel;
mod playback;
pub mod price;
pub mod result;
pub mod rows;
mod screen;
mod series;
mod share;
mod state;

pub use playback::Start;
pub use screen::{TableScreen, open_shared_table, open_table};
pub use share::{NO_LOG, TableShare};
pub use state::Table;
