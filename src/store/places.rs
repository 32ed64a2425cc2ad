//! Where files at home are: XDG places, or all in the folder that `FOURCADE_HOME` names.

use std::{env, path::PathBuf};

use etcetera::BaseStrategy;

/// The variable that moves everything to one folder.
pub const HOME_VARIABLE: &str = "FOURCADE_HOME";

/// The folder for what the program remembers between runs and for its log; none if there is no home.
pub fn state() -> Option<PathBuf> {
    if let Some(home) = env::var_os(HOME_VARIABLE).filter(|home| !home.is_empty()) {
        return Some(PathBuf::from(home));
    }
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.state_dir().unwrap_or_else(|| base.data_dir()).join("fourcade"))
}
