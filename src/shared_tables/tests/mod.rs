//! Tests of shared tables, each with every database.

mod games;
mod limits;
#[cfg(feature = "postgres")]
#[path = "../../../tests/support/postgres_server.rs"]
pub mod postgres_server;

use super::database::Location;

/// Calls a test with an empty database of each kind.
pub fn each_database(test: impl Fn(&Location)) {
    let folder = tempfile::tempdir().unwrap();
    test(&Location::File(folder.path().join("shared.db")));
    #[cfg(feature = "postgres")]
    if let Some(server) = postgres_server::PostgresServer::shared() {
        test(&Location::Server(server.create_database()));
    }
}
