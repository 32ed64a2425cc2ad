//! A table at which a game is played, watched or replayed, without drawing. A front end shows it
//! and passes on commands.
//!
//! | file | contents |
//! |---|---|
//! | `state` | the table: its parts, how they advance together, and what people do |
//! | `game` | the session: who plays, observations, navigation in the record |
//! | `settled` | the table without a step whose animation still runs |
//! | `playback` | pace, animations, pause, and how long a reveal is shown |
//! | `ending` | when the board celebrates the end of a game, and when the result card appears |
//! | `computers` | computer players and hints, as background jobs |
//! | `eval_bar` | the evaluation of the position, as a background job |
//! | `clock` | the clocks of the people at a local table |
//! | `refusals` | explains why a command isn't available now |
//! | `help_cost` | the cost of help: a game that doesn't count |
//! | `coach` | the coach, which comments on a costly move before the opponent answers |
//! | `costliest_move` | the person's costliest move in a finished game, as a background job |
//! | `opponent` | the only person's opponents: their level and remarks |
//! | `moments` | the moments of a game, and texts about them |
//! | `hand_over` | who is at the keyboard if people with secrets share it |
//! | `shared_table` | a shared table: log, seats, absence; `rematch` |
//! | `series` | several games between the same players: points and names |
//! | `deal_text` | a daily deal: whether it counts, and the text to share |
//! | `experience` | how many games the person has finished, and which stars they have won |
//! | `autosave`, `game_file` | saving the game to the database, and to a file |

mod autosave;
pub mod clock;
pub mod coach;
pub mod computers;
mod costliest_move;
pub mod deal_text;
pub mod ending;
mod eval_bar;
mod experience;
pub mod game;
mod game_file;
pub mod hand_over;
pub mod help_cost;
pub mod moments;
pub mod opponent;
pub mod playback;
pub mod refusals;
pub mod series;
mod settled;
pub mod shared_table;
mod state;
#[cfg(test)]
pub mod tests;

pub use costliest_move::{COSTLIEST_MARK, CostliestMove};
pub use playback::Start;
pub use settled::{Settled, settled};
pub use shared_table::{NO_LOG, SharedTable};
pub use state::Table;
