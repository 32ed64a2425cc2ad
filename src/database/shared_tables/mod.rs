//! Shared tables: games between people at several terminals.
//!
//! There is no game server. A shared table is a log in a database that several arcades read and
//! append to. Every arcade replays the log through the rules, so all of them agree. An arcade that
//! dies loses nothing and continues where the log ends.
//!
//! | module | contents |
//! |---|---|
//! | [`connection`] | the databases in which shared tables live: `SQLite` and `PostgreSQL` |
//! | [`store`] | what is stored: tables, entries, clients, results |
//! | [`entry`] | an entry of a table's log |
//! | [`replica`] | what a log says: the game, and who sits where |
//! | [`client`] | who takes part: a process, with the name of its person |
//! | [`name`] | people's names |
//! | [`code`] | the short codes of tables |
//! | [`presence`] | who is here |
//! | [`ratings`] | how well people play, from the results |
//! | [`link`] | the thread that talks to the database |
//! | `opening` | opening a table, and closing it again if nobody goes there |
//! | [`table_client`] | one process at a table: what it has read, and what it wants to add |
//! | [`old_logs`] | logs of older versions, rewritten when the database is opened |
//!
//! # The log
//!
//! Entries are numbered from 0. [`store::append`] adds an entry only if its number is the next one;
//! otherwise the client is behind, reads the news and decides again. So the log has one order, and
//! an entry was legal when it was added. [`Replica`] checks that again when it reads an entry, and
//! ignores an entry that is not legal. All replicas ignore the same ones. What an entry does to the
//! game happens in the one session of whoever reads it: the game on the screen, or that of a
//! program without one.
//!
//! # Trust
//!
//! People who share a database trust each other not to read or edit it by hand. So a choice is
//! stored as it is, also where several people choose at once; no screen shows it before the step is
//! complete. What is read is checked by the rules anyway, because files get damaged.
//!
//! Any process may choose for a computer player; the first entry counts.
//!
//! # Clocks
//!
//! The clock of the database says how long a choice took: from the entry with which its step became
//! due to the entry with the choice, less a pause if a reveal is shown first
//! ([`Game::shows_reveal`](fourcade_engine::play::Game::shows_reveal)). When a time is over, any
//! process may say so ([`Entry::Flag`]): the game is lost or, with a time for each choice, a
//! computer of that process chooses.
//!
//! # Presence
//!
//! Each client counts its heartbeats in the database. Others measure with their own clocks how long
//! a counter has not changed, so no two clocks are compared.

pub mod client;
pub mod code;
pub mod connection;
pub mod entry;
mod error;
pub mod link;
pub mod name;
pub mod old_logs;
mod opening;
pub mod presence;
pub mod ratings;
pub mod replica;
pub mod store;
pub mod table_client;
#[cfg(test)]
mod tests;

pub use client::{Client, ClientId};
pub use code::TableCode;
pub use entry::{Entry, Phrase, StoredEntry};
pub use error::SharedError;
pub use link::Link;
pub use opening::{OpeningTable, new_table, open_new};
pub use ratings::Rating;
pub use replica::{Change, Occupant, Replica};
pub use table_client::{TableClient, Whereabouts};
