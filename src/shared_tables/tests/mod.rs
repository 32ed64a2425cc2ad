//! Tests of shared tables, each with every database.

mod games;
mod limits;

use super::database::Location;

/// Calls a test with an empty database of each kind.
pub fn each_database(test: impl Fn(&Location)) {
    let folder = tempfile::tempdir().unwrap();
    test(&Location::File(folder.path().join("shared.db")));
}
