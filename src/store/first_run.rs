//! Whether the program runs for the first time.

use std::{
    fs::{self, OpenOptions},
    io,
    path::Path,
};

use super::paths;

/// The name of the file that marks that the program has run before.
const MARKER: &str = "welcomed";

/// Whether the program has never run with this home folder. This run is remembered, so the next
/// call returns `false`, as it does where nothing can be remembered.
pub fn is_first_run() -> bool {
    paths::state().is_some_and(|folder| create_marker(&folder).is_ok())
}

/// Creates the marker.
///
/// # Errors
/// Returns an error if the marker exists or can't be created.
fn create_marker(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    OpenOptions::new().write(true).create_new(true).open(folder.join(MARKER)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_run_creates_the_marker() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("deep/home");
        assert!(create_marker(&home).is_ok());
        assert!(create_marker(&home).is_err());
        assert!(create_marker(&home.join(MARKER)).is_err(), "a file is no home");
    }
}
