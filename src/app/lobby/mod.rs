//! The lobby: who is here, which tables are open, and the way to them.
//!
//! | file | contents |
//! |---|---|
//! | `identity` | the name of the person at this terminal |
//! | `visit` | the link to the database, and what was read from it |
//! | `listing` | the tables as lists show them |
//! | `shared_game` | a new table |
//! | `codes` | the codes of tables, as people type them |
//! | `trouble` | what to do about a database that can't be used |

mod codes;
mod identity;
mod listing;
mod shared_game;
mod trouble;
mod visit;

use std::time::Duration;

use super::Context;
use crate::{
    database::shared_tables::{
        Client, Link, SharedError,
        connection::Location,
        presence::Timing,
        store::{StoredTable, TableState},
    },
    settings::home::Home,
};

pub use codes::read_code;
pub use identity::own_name;
pub use listing::{JoinAs, ListedTable, Section};
pub use shared_game::{NewSharedGame, refuse_programs};
pub use trouble::{NO_PLACE, explain};
pub use visit::{Visit, Visitor};

/// How long the database may take for an answer that somebody waits for.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// The error of a database that didn't answer within [`PATIENCE`].
pub fn no_answer() -> SharedError {
    SharedError::Unreachable(format!("it doesn't answer in {} s", PATIENCE.as_secs()))
}

/// Returns the person at this terminal, under this name.
pub fn client(name: String, home: &Home) -> Client {
    let client = Client::new(name);
    match &home.guest {
        Some(guest) => client.with_table_limit(guest.limits.tables),
        None => client,
    }
}

/// Starts the thread that talks to the database.
pub fn link(location: Location, client: Client, context: &Context) -> Link {
    Link::open(location, client, Timing::default(), &context.background)
}

/// Returns why nobody can come to a table any more, or `None` if it is open or its game goes on.
pub fn refusal(table: &StoredTable) -> Option<String> {
    match table.state {
        TableState::Open | TableState::Running => None,
        TableState::Finished => Some(format!("the game at table {} is over", table.code)),
        TableState::Closed => Some(format!("table {} was closed", table.code)),
        TableState::Outdated => Some(format!(
            "table {} was closed: an older fourcade began its game in another form",
            table.code
        )),
    }
}
