//! Where files at home are: XDG places, or all in the folder that `FOURCADE_HOME` names.

use std::{env, path::PathBuf};

use etcetera::BaseStrategy;

/// The variable that moves everything to one folder.
pub const HOME_VARIABLE: &str = "FOURCADE_HOME";

/// The folder for what the program remembers between runs and for its log; none if there is no
/// home.
pub fn state() -> Option<PathBuf> {
    if let Some(home) = named_home() {
        return Some(home);
    }
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.state_dir().unwrap_or_else(|| base.data_dir()).join("fourcade"))
}

/// The folder for what a person has chosen, and for themes of their own; none if there is no home.
pub fn config() -> Option<PathBuf> {
    named_home()
        .or_else(|| Some(etcetera::choose_base_strategy().ok()?.config_dir().join("fourcade")))
}

/// The folder for what people would miss; none if there is no home.
pub fn data() -> Option<PathBuf> {
    named_home()
        .or_else(|| Some(etcetera::choose_base_strategy().ok()?.data_dir().join("fourcade")))
}

/// The file with the games.
pub fn database() -> Option<PathBuf> {
    Some(data()?.join("fourcade.db"))
}

fn named_home() -> Option<PathBuf> {
    env::var_os(HOME_VARIABLE).filter(|home| !home.is_empty()).map(PathBuf::from)
}
