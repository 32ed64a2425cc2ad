//! The lobby: the shared tables that are open, and who is here.
//!
//! | file | contents |
//! |---|---|
//! | `keys` | the key table |
//! | `identity` | the name of the person at this terminal |
//! | `visit` | the link to the database, and what was read from it |
//! | `listing` | the tables as the list shows them |
//! | `opening` | opening a table: a new one, or one that exists |
//! | `leaderboard` | the ratings of the people who play a game |
//! | `trouble` | what to do about a database that can't be used |
//! | `screen` | the screen: its commands and events |
//! | `layout`, `view` | how the screen is drawn |

mod identity;
mod keys;
mod layout;
mod leaderboard;
mod listing;
mod opening;
mod screen;
mod trouble;
mod view;
mod visit;

pub use identity::own_name;
pub use keys::KEYS;
pub use leaderboard::KEYS as LEADERBOARD_KEYS;
pub use opening::{NewSharedGame, at_lobby, at_shared_table, cannot_open, open, open_for, refusal};
pub use trouble::{NO_PLACE, explain};
