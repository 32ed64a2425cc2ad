//! The table: the one screen on which every game is played, watched or replayed.
//!
//! | file | contents |
//! |---|---|
//! | `screen` | the screen: commands, events, answers to dialogs |
//! | `commands` | the table's commands and its key table |
//! | `refusals` | why a command is not available |
//! | `dialogs` | the questions that the table asks |
//! | `table` | the parts of a table, and how they advance together |
//! | `undo` | taking choices back, and moving within a recorded game |
//! | `game` | the session, its observations, and navigation in its record |
//! | `playback` | how fast the game advances by itself, and how long a step is shown |
//! | `computers` | the computer players |
//! | `hint` | the move that the strongest computer player would choose |
//! | `thinking` | one choice of a computer player as a job |
//! | `eval_bar` | the evaluation of the position while it is on the table |
//! | `experience` | how many games of this kind a person has finished |
//! | `hand_over` | who may see the screen when several people with secrets share it |
//! | `next_game` | starting the next game |
//! | `shared` | a table that is shared with other terminals |
//! | `result` | the result card at the end of a game |
//! | `series` | several games between the same players: points and names |
//! | `autosave` | saving the game to the store |
//! | `game_file` | saving the game to a file |
//! | `layout` | where the board and the panel are |
//! | `panel`, `panel_column`, `seat_label`, `status` | drawing the table and its status |

mod autosave;
mod commands;
mod computers;
mod dialogs;
mod eval_bar;
mod experience;
mod game;
mod game_file;
mod hand_over;
mod hint;
mod layout;
mod next_game;
mod panel;
mod panel_column;
mod playback;
mod refusals;
pub mod result;
mod screen;
mod seat_label;
mod series;
mod shared;
#[allow(clippy::module_inception)]
mod state;
mod status;
mod thinking;
mod undo;

pub use commands::{Command as TableCommand, KEYS, SHARED_KEYS};
pub use playback::{WAITS, in_seconds};
pub use screen::TableScreen;
pub use shared::{Arrival, open_shared_table, refuse_programs};
