//! The folders for the program's files: those of the XDG Base Directory Specification, or the
//! single folder that `FOURCADE_HOME` names.

use std::{env, path::PathBuf};

use etcetera::BaseStrategy;

/// The environment variable that names one folder for all files.
pub const HOME_VARIABLE: &str = "FOURCADE_HOME";

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
