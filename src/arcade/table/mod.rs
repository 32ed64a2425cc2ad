//! The table's screen, on which every game is played, watched or replayed. What happens at a table
//! is in [`app::table`](crate::app::table).
//!
//! | file | contents |
//! |---|---|
//! | `screen` | the screen: runs commands and handles events |
//! | `commands`, `rows` | the table's commands; their keys, when they are available, and why not |
//! | `dialogs` | the questions that the table asks |
//! | `overview` | how the course of a game is drawn in a large window |
//! | `panel` | where the board and the panel are, and what the panel shows |
//! | `result` | the result card at the end of a game |

pub mod commands;
mod dialogs;
mod overview;
mod panel;
pub mod result;
pub mod rows;
mod screen;

pub use screen::{TableScreen, open_shared_table, open_table};
