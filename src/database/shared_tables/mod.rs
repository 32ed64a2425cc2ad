//! Shared tables: games between people at several terminals.
//!
//! There is no game server. A shared table is a log in a database that several clients read and
//! append to. Every client replays the log through the rules, so all of them agree. A client that
//! dies loses nothing and continues where the log ends.
//!
//! | module | contents |
//! |---|---|
//! | `location` | the choice of the location, by option, environment or settings |
//! | [`connection`] | connections to the databases: `SQLite` and `PostgreSQL` |
//! | [`store`] | the statements that read and write tables, entries, clients and results |
//! | [`entry`] | the entries of a table's log |
//! | [`replica`] | the state of a table, replayed from its log |
//! | [`client`] | a process that takes part, with the name of its person |
//! | [`name`] | people's names |
//! | [`code`] | the short codes of tables |
//! | [`presence`] | the heartbeats of clients |
//! | [`ratings`] | ratings from the results |
//! | [`link`] | the connection on its own thread |
//! | `opening` | opening a table, and closing it again if the person doesn't go there |
//! | [`table_client`] | one process at a table: the entries it has read, and those it adds |
//! | [`old_logs`] | logs of older versions, rewritten when the database is opened |
//!
//! # The log
//!
//! Entries are numbered from 0. [`store::append`] adds an entry only if its number is the next one;
//! otherwise the client is behind, reads the news and decides again. So the log has one order, and
//! each entry was legal when it was added. A [`Replica`] checks entries again when it reads them
//! and ignores illegal ones; all replicas ignore the same ones. The entries change the reader's
//! session, which is the game on its screen.
//!
//! # Trust
//!
//! People who share a database trust each other not to read or edit it by hand. So choices are
//! stored in the clear, even simultaneous ones; no screen shows them before the step is complete.
//! Entries are checked by the rules anyway, because files get damaged.
//!
//! Any process may choose for a computer player; the first entry counts.
//!
//! # Clocks
//!
//! Time is measured by the database's clock, from the entry that made a step due to the entry with
//! the choice, less a pause if a reveal is shown first
//! ([`Game::shows_reveal`](fourcade_engine::play::Game::shows_reveal)). When a time is over, any
//! process may claim it ([`Entry::Flag`]): the game is lost or, with a time for each choice, a
//! computer of that process chooses.
//!
//! # Presence
//!
//! Each client counts its heartbeats in the database. Others measure with their own clocks how long
//! a counter has not changed, so that no two clocks are compared.

pub mod client;
pub mod code;
pub mod connection;
pub mod entry;
mod error;
pub mod link;
mod location;
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
pub use location::{DATABASE_VARIABLE, choose_location};
pub use opening::{OpeningTable, new_table, open_new};
pub use ratings::LeaderboardRow;
pub use replica::{Change, Occupant, Replica};
pub use table_client::{PersonStatus, TableClient};
