//! Whether somebody is here for the first time.

use std::{
    fs::{self, OpenOptions},
    io,
    path::Path,
};

use super::paths;

/// The name of the file that says that somebody was here.
const FILE: &str = "welcomed";

/// Whether the arcade has never run at this home. It has from now on; where that can't be
/// remembered, nobody is new.
pub fn is_first_run() -> bool {
    paths::state().is_some_and(|folder| remember(&folder).is_ok())
}

/// Makes the file.
///
/// # Errors
/// If it is there, or can't be made.
fn remember(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    OpenOptions::new().write(true).create_new(true).open(folder.join(FILE)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_new_once_and_never_where_nothing_is_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("deep/home");
        assert!(remember(&home).is_ok());
        assert!(remember(&home).is_err());
        assert!(remember(&home.join(FILE)).is_err());
    }
}
