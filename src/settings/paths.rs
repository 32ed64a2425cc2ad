//! The folders for the program's files: those of the XDG Base Directory Specification, or the
//! folder named by `FOURCADE_HOME`. A marker file records that the program has run before.

use std::{
    env, io,
    path::{Path, PathBuf},
};

use etcetera::BaseStrategy;

use crate::files;

pub const HOME_VARIABLE: &str = "FOURCADE_HOME";

const MARKER: &str = "welcomed";

/// The folder for state files and the log; `None` if there is no home folder.
pub fn state() -> Option<PathBuf> {
    folder(|| {
        let base = etcetera::choose_base_strategy().ok()?;
        Some(base.state_dir().unwrap_or_else(|| base.data_dir()))
    })
}

/// The folder for the settings and custom themes; `None` if there is no home folder.
pub fn config() -> Option<PathBuf> {
    folder(|| Some(etcetera::choose_base_strategy().ok()?.config_dir()))
}

/// The folder for saved games; `None` if there is no home folder.
pub fn data() -> Option<PathBuf> {
    folder(|| Some(etcetera::choose_base_strategy().ok()?.data_dir()))
}

pub fn database() -> Option<PathBuf> {
    Some(data()?.join("fourcade.db"))
}

pub fn shared_tables() -> Option<PathBuf> {
    Some(data()?.join("shared.db"))
}

/// `None` in unit tests, so that they can't change a developer's files.
fn folder(base: impl FnOnce() -> Option<PathBuf>) -> Option<PathBuf> {
    if cfg!(test) {
        return None;
    }
    let home = env::var_os(HOME_VARIABLE).filter(|home| !home.is_empty()).map(PathBuf::from);
    home.or_else(|| Some(base()?.join("fourcade")))
}

/// Creates the marker file of this home folder. Returns whether that was possible: if the program
/// has run before, the file exists.
pub fn mark_first_run() -> bool {
    state().is_some_and(|folder| create_marker(&folder).is_ok())
}

/// Fails if the marker exists.
fn create_marker(folder: &Path) -> io::Result<()> {
    files::create_private_folder(folder)?;
    files::private_file().create_new(true).open(folder.join(MARKER)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_have_no_home_folder() {
        assert_eq!((state(), config(), database()), (None, None, None));
    }

    #[test]
    fn only_the_first_run_creates_the_marker() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("deep/home");
        assert!(create_marker(&home).is_ok());
        assert!(create_marker(&home).is_err());
        assert!(create_marker(&home.join(MARKER)).is_err(), "a file is not a folder");
    }
}
