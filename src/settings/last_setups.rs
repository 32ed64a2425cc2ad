//! The last setup of each game, such as its players and size.

use std::{collections::BTreeMap, io, path::PathBuf};

use serde::{Deserialize, Serialize};

use super::{paths, state_file::StateFile};
use fourcade_engine::play::TimeControl;

/// The choices for a new game, without the seed of its deal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSetup {
    pub players: Vec<String>,
    /// `None` in games with one size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u16>,
    /// The level of all computers, if they were not chosen one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_random_seat: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_opening: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
}

/// The last setups, by the key of the game. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct LastSetups(StateFile<BTreeMap<String, GameSetup>>);

impl LastSetups {
    /// Reads the user's file. Also returns a message if it can't be read.
    pub fn at_home() -> (Self, Option<String>) {
        match paths::state() {
            Some(folder) => Self::at(folder.join("choices.toml")),
            None => (Self::disabled(), None),
        }
    }

    pub fn at(path: PathBuf) -> (Self, Option<String>) {
        match StateFile::read(path.clone()) {
            Ok(setups) => (Self(setups), None),
            Err(error) => {
                let problem = format!("{} can't be read: {error}; move it away.", path.display());
                (Self(StateFile::unread(path)), Some(problem))
            }
        }
    }

    /// Remembers setups without a file.
    pub fn disabled() -> Self {
        Self::default()
    }

    pub fn last(&self, game: &str) -> Option<GameSetup> {
        self.0.with(|setups| setups.get(game).cloned())
    }

    /// Keeps a setup in memory until [`Self::write`].
    pub fn remember(&self, game: &str, setup: GameSetup) {
        self.0.with(|setups| setups.insert(game.to_owned(), setup));
    }

    /// Writes the setup of a game, and keeps those of other games in the file. Blocks on the disk.
    pub fn write(&self, game: &str) -> io::Result<()> {
        self.0.write(|all, ours| {
            all.extend(ours.get(game).map(|setup| (game.to_owned(), setup.clone())));
        })
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    fn setup(players: [&str; 2], size: Option<u16>) -> GameSetup {
        GameSetup { players: players.map(str::to_owned).to_vec(), size, ..GameSetup::default() }
    }

    fn remember(path: &Path, game: &str, setup: GameSetup) {
        let setups = LastSetups::at(path.to_owned()).0;
        setups.remember(game, setup);
        setups.write(game).unwrap();
    }

    fn last(path: &Path, game: &str) -> Option<GameSetup> {
        LastSetups::at(path.to_owned()).0.last(game)
    }

    #[test]
    fn each_game_has_its_own_last_setup() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("choices.toml");
        assert_eq!(last(&path, "go"), None);
        let old = LastSetups::at(path.clone()).0;
        remember(&path, "go", setup(["human", "gnu"], Some(19)));
        remember(&path, "gin", setup(["gnu", "human"], None));
        // Setups that other processes have written since are kept.
        old.remember("go", setup(["human", "human"], Some(9)));
        assert_eq!(old.last("go"), Some(setup(["human", "human"], Some(9))));
        old.write("go").unwrap();
        assert_eq!(last(&path, "go"), Some(setup(["human", "human"], Some(9))));
        assert_eq!(last(&path, "gin"), Some(setup(["gnu", "human"], None)));
    }

    #[test]
    fn a_file_without_levels_is_read_and_a_level_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("choices.toml");
        fs::write(&path, "[go]\nplayers = ['human', 'gnu']\nsize = 9\n").unwrap();
        assert_eq!(last(&path, "go"), Some(setup(["human", "gnu"], Some(9))));
        let with_level = GameSetup {
            level: Some("Easy".to_owned()),
            has_random_seat: true,
            ..setup(["gnu", "human"], None)
        };
        remember(&path, "gin", with_level.clone());
        assert_eq!(last(&path, "gin"), Some(with_level));
        assert_eq!(last(&path, "go"), Some(setup(["human", "gnu"], Some(9))));
    }

    #[test]
    fn an_invalid_file_counts_as_empty() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("choices.toml");
        for junk in ["", "go", "[go]\nplayers = 7", "\u{0}"] {
            fs::write(&path, junk).unwrap();
            assert_eq!(last(&path, "go"), None, "{junk:?}");
        }
        remember(&path, "go", setup(["human", "gnu"], None));
        assert_eq!(last(&path, "go"), Some(setup(["human", "gnu"], None)));
    }

    #[cfg(unix)]
    #[test]
    fn an_endless_file_is_reported_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("choices.toml");
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        let (setups, problem) = LastSetups::at(path.clone());
        assert!(problem.unwrap().contains("choices.toml can't be read: it is not a regular file"));
        setups.remember("go", setup(["human", "gnu"], None));
        assert!(setups.write("go").is_err() && setups.last("go").is_some());
        assert!(path.is_symlink());
    }
}
