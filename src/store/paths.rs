//! The folders for the program's files: those of the XDG Base Directory Specification, or the
//! single folder that `FOURCADE_HOME` names. The folders also tell whether the program has run
//! before.

use std::{
    env,
    fs::{self, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use etcetera::BaseStrategy;

/// The environment variable that names one folder for all files.
pub const HOME_VARIABLE: &str = "FOURCADE_HOME";

/// The name of the file that marks that the program has run before.
const MARKER: &str = "welcomed";

/// Returns the folder for what the program remembers between runs and for its log, or `None` if
/// there is no home folder.
pub fn state() -> Option<PathBuf> {
    if let Some(home) = home_from_env() {
        return Some(home);
    }
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.state_dir().unwrap_or_else(|| base.data_dir()).join("fourcade"))
}

/// Returns the folder for the settings and a person's own themes, or `None` if there is no home
/// folder.
pub fn config() -> Option<PathBuf> {
    home_from_env()
        .or_else(|| Some(etcetera::choose_base_strategy().ok()?.config_dir().join("fourcade")))
}

/// Returns the folder for saved games, or `None` if there is no home folder.
pub fn data() -> Option<PathBuf> {
    home_from_env()
        .or_else(|| Some(etcetera::choose_base_strategy().ok()?.data_dir().join("fourcade")))
}

/// Returns the path of the database with the saved games, or `None` if there is no home folder.
pub fn database() -> Option<PathBuf> {
    Some(data()?.join("fourcade.db"))
}

fn home_from_env() -> Option<PathBuf> {
    env::var_os(HOME_VARIABLE).filter(|home| !home.is_empty()).map(PathBuf::from)
}

/// Whether the program has never run with this home folder. This run is remembered, so the next
/// call returns `false`, as it does where nothing can be remembered.
pub fn is_first_run() -> bool {
    state().is_some_and(|folder| create_marker(&folder).is_ok())
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
