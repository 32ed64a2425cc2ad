//! The last setup of each game: who played, and the size.

use std::{collections::BTreeMap, fs, io, path::PathBuf};

use serde::{Deserialize, Serialize};

use super::paths;
use crate::files;

/// The last setup of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastSetup {
    /// The names of the players, by seat.
    pub players: Vec<String>,
    /// The size, for games that have more than one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u16>,
}

/// The file with the last setup of each game.
#[derive(Clone, Debug)]
pub struct LastSetups {
    /// The file; `None` if there is no home folder.
    path: Option<PathBuf>,
}

impl LastSetups {
    /// Returns the file in the home folder.
    pub fn at_home() -> Self {
        Self { path: paths::state().map(|folder| folder.join("choices.toml")) }
    }

    /// Returns the file with this path.
    pub fn at(path: PathBuf) -> Self {
        Self { path: Some(path) }
    }

    /// Returns a value that remembers nothing.
    pub fn disabled() -> Self {
        Self { path: None }
    }

    fn read(&self) -> BTreeMap<String, LastSetup> {
        let text = self.path.as_ref().and_then(|path| fs::read_to_string(path).ok());
        // The setups are a convenience: a file that can't be read counts as empty.
        text.and_then(|text| toml::from_str(&text).ok()).unwrap_or_default()
    }

    /// Returns the last setup of the game with this key.
    pub fn last(&self, game: &str) -> Option<LastSetup> {
        self.read().remove(game)
    }

    /// Remembers the setup of the game with this key.
    ///
    /// # Errors
    /// Returns an error if the file can't be written.
    pub fn remember(&self, game: &str, setup: LastSetup) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        if let Some(folder) = path.parent() {
            files::create_private_folder(folder)?;
        }
        let mut all = self.read();
        all.insert(game.to_owned(), setup);
        let text = toml::to_string(&all).map_err(io::Error::other)?;
        files::write_atomic(path, |out| out.write_all(text.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(players: [&str; 2], size: Option<u16>) -> LastSetup {
        LastSetup { players: players.map(str::to_owned).to_vec(), size }
    }

    #[test]
    fn each_game_has_its_own_last_setup() {
        let folder = tempfile::tempdir().unwrap();
        let setups = LastSetups::at(folder.path().join("new").join("choices.toml"));
        assert_eq!(setups.last("go"), None);
        setups.remember("go", setup(["human", "gnu"], Some(19))).unwrap();
        setups.remember("gin", setup(["gnu", "human"], None)).unwrap();
        setups.remember("go", setup(["human", "human"], Some(9))).unwrap();
        assert_eq!(setups.last("go"), Some(setup(["human", "human"], Some(9))));
        assert_eq!(setups.last("gin"), Some(setup(["gnu", "human"], None)));
    }

    #[test]
    fn an_invalid_file_counts_as_empty() {
        let folder = tempfile::tempdir().unwrap();
        let setups = LastSetups::at(folder.path().join("choices.toml"));
        for junk in ["", "go", "[go]\nplayers = 7", "\u{0}"] {
            fs::write(folder.path().join("choices.toml"), junk).unwrap();
            assert_eq!(setups.last("go"), None, "{junk:?}");
        }
        setups.remember("go", setup(["human", "gnu"], None)).unwrap();
        assert_eq!(setups.last("go"), Some(setup(["human", "gnu"], None)));
    }
}
