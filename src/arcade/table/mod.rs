//! The screen on which games are played, watched and replayed. The game itself is an
//! [`app::table`](crate::app::table).
//!
//! | file | contents |
//! |---|---|
//! | `screen` | the screen: runs commands and handles events |
//! | `commands` | the commands |
//! | `keys` | their keys, and why they may be unavailable |
//! | `dialogs` | the dialogs of the table |
//! | `overview` | the drawing of a game's history in a large window |
//! | `panel` | the layout of board and panel, and the contents of the panel |
//! | `result` | the result card at the end of a game |

pub mod commands;
mod dialogs;
pub mod keys;
mod overview;
mod panel;
pub mod result;

mod screen;

pub use screen::{TableScreen, open_shared_table, open_table};
