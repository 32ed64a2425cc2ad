//! What was chosen last for each game: who played, and the size.

use std::{collections::BTreeMap, fs, io, path::PathBuf};

use serde::{Deserialize, Serialize};

use super::paths;
use crate::files;

/// The last choice for one game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastSetup {
    /// The players, by seat.
    pub players: Vec<String>,
    /// The size, for games with more than one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u16>,
}

/// The file of the last choices.
#[derive(Clone, Debug)]
pub struct LastSetups {
    /// None if there is no home.
    path: Option<PathBuf>,
}

impl LastSetups {
    /// The file at home.
    pub fn at_home() -> Self {
        Self { path: paths::state().map(|folder| folder.join("choices.toml")) }
    }

    /// This file.
    pub fn at(path: PathBuf) -> Self {
        Self { path: Some(path) }
    }

    /// No file: nothing is remembered.
    pub fn disabled() -> Self {
        Self { path: None }
    }

    fn read(&self) -> BTreeMap<String, LastSetup> {
        let text = self.path.as_ref().and_then(|path| fs::read_to_string(path).ok());
        // Nothing depends on it: a file that can't be read is as good as none.
        text.and_then(|text| toml::from_str(&text).ok()).unwrap_or_default()
    }

    /// What was chosen last for the game with this key.
    pub fn last(&self, game: &str) -> Option<LastSetup> {
        self.read().remove(game)
    }

    /// Remembers a choice.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn remember(&self, game: &str, choice: LastSetup) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut all = self.read();
        all.insert(game.to_owned(), choice);
        let text = toml::to_string(&all).map_err(io::Error::other)?;
        files::write_atomic(path, |out| out.write_all(text.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(players: [&str; 2], size: Option<u16>) -> LastSetup {
        LastSetup { players: players.map(str::to_owned).to_vec(), size }
    }

    #[test]
    fn each_game_has_its_own_last_choice() {
        let folder = tempfile::tempdir().unwrap();
        let choices = LastSetups::at(folder.path().join("new").join("choices.toml"));
        assert_eq!(choices.last("go"), None);
        choices.remember("go", choice(["human", "gnu"], Some(19))).unwrap();
        choices.remember("gin", choice(["gnu", "human"], None)).unwrap();
        choices.remember("go", choice(["human", "human"], Some(9))).unwrap();
        assert_eq!(choices.last("go"), Some(choice(["human", "human"], Some(9))));
        assert_eq!(choices.last("gin"), Some(choice(["gnu", "human"], None)));
    }

    #[test]
    fn a_file_that_makes_no_sense_is_as_good_as_none() {
        let folder = tempfile::tempdir().unwrap();
        let choices = LastSetups::at(folder.path().join("choices.toml"));
        for junk in ["", "go", "[go]\nplayers = 7", "\u{0}"] {
            fs::write(folder.path().join("choices.toml"), junk).unwrap();
            assert_eq!(choices.last("go"), None, "{junk:?}");
        }
        choices.remember("go", choice(["human", "gnu"], None)).unwrap();
        assert_eq!(choices.last("go"), Some(choice(["human", "gnu"], None)));
    }
}
