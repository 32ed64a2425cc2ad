//! The lobby: who is online, which tables are open, and how to open or join one.
//!
//! | file | contents |
//! |---|---|
//! | `identity` | the person's name at shared tables |
//! | `visit` | the link to the database, and the lists read from it |
//! | `listing` | the list of tables: its order and texts |
//! | `shared_game` | a new shared table |
//! | `codes` | typed table codes |
//! | `errors` | advice about a database that can't be used |

mod codes;
mod errors;
mod identity;
mod listing;
mod shared_game;
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
pub use errors::{NO_DATABASE, explain};
pub use identity::own_name;
pub use listing::{JoinAs, ListedTable, Section};
pub use shared_game::{NewSharedGame, refuse_programs};
pub use visit::{Visit, Visitor};

/// Timeout for requests to the database while the user waits for the answer.
pub const DATABASE_TIMEOUT: Duration = Duration::from_secs(10);

pub fn timeout_error() -> SharedError {
    SharedError::Unreachable(format!("it doesn't answer in {} s", DATABASE_TIMEOUT.as_secs()))
}

pub fn client(name: String, home: &Home) -> Client {
    let client = Client::new(name);
    match &home.guest {
        Some(guest) => client.with_table_limit(guest.limits.tables),
        None => client,
    }
}

/// Starts the thread that connects to the database.
pub fn link(location: Location, client: Client, context: &Context) -> Link {
    Link::open(location, client, Timing::default(), &context.background)
}

/// Explains why a table can't be joined; `None` if it is open or its game goes on.
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
