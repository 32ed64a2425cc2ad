//! Tests of shared tables, each with every database.

mod clients;
mod damage;
mod games;
mod limits;
mod links;
#[cfg(feature = "postgres")]
#[path = "../../../../tests/support/postgres_server.rs"]
pub mod postgres_server;
mod random;
#[path = "../../../../tests/support/shared_trial.rs"]
mod shared_trial;

use super::connection::Location;
// The trial refers to this library and to the module beside it by these names.
use crate::{self as fourcade, scale};

/// Calls a test with an empty database of each kind.
pub fn each_database(test: impl Fn(&Location)) {
    let folder = tempfile::tempdir().unwrap();
    test(&Location::File(folder.path().join("shared.db")));
    #[cfg(feature = "postgres")]
    if let Some(server) = postgres_server::PostgresServer::shared() {
        test(&Location::Server(server.create_database()));
    }
}
