//! The table: the one screen on which every game is played, watched or gone through again.
//!
//! | file | |
//! |---|---|
//! | `commands` | its key table |
//! | `screen` | what happens to it: keys, clicks, news, time |
//! | `asking` | what it asks in dialogs |
//! | `state` | the state: the session, who sits where, the pace |
//! | `curtain` | who may look at the screen, where several persons have secrets |
//! | `history` | taking back, doing again, recorded games |
//! | `giving_up` | giving up, ending a game that is decided |
//! | `keeping` | what happens here goes to the store |
//! | `names` | what those who sit here are called |
//! | `series` | what several games have brought |
//! | `pace` | how fast things go on by themselves |
//! | `computers` | who is asked, and what comes of it |
//! | `thinking` | one choice of a computer as a job |
//! | `evaluation` | the bar that says how a game stands |
//! | `panel` | what stands beside the board |
//! | `place` | where board and panel lie |

mod asking;
mod commands;
mod computers;
mod curtain;
mod eval_bar;
mod giving_up;
mod history;
mod keeping;
mod names;
mod pace;
mod panel;
mod place;
mod screen;
mod series;
mod state;
mod thinking;

pub use commands::{Command as TableCommand, KEYS};
pub use pace::{WAITS, in_seconds};
pub use state::TableScreen;
