//! What was chosen last for each game: who played, and the size.

use std::{collections::BTreeMap, fs, io, path::PathBuf};

use serde::{Deserialize, Serialize};

use super::places;
use crate::files;

/// The last choice for one game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The players, by seat.
    pub players: Vec<String>,
    /// The size, for games with more than one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u16>,
}

fn path() -> Option<PathBuf> {
    Some(places::state()?.join("choices.toml"))
}

fn read() -> BTreeMap<String, Choice> {
    let text = path().and_then(|path| fs::read_to_string(path).ok());
    // Nothing depends on it: a file that can't be read is as good as none.
    text.and_then(|text| toml::from_str(&text).ok()).unwrap_or_default()
}

/// What was chosen last for the game with this key.
pub fn last(game: &str) -> Option<Choice> {
    read().remove(game)
}

/// Remembers a choice.
///
/// # Errors
/// If it can't be written.
pub fn remember(game: &str, choice: Choice) -> io::Result<()> {
    let Some(path) = path() else { return Ok(()) };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut all = read();
    all.insert(game.to_owned(), choice);
    let text = toml::to_string(&all).map_err(io::Error::other)?;
    files::write_whole(&path, |out| out.write_all(text.as_bytes()))
}
