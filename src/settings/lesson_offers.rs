//! The games whose lesson has been offered. It is offered once.

use std::{
    collections::BTreeSet,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use serde::{Deserialize, Serialize};

use super::paths;
use crate::{files, sync::lock};

/// Clones share the games.
#[derive(Clone, Debug)]
pub struct LessonOffers {
    /// `None` if there is no home folder.
    path: Option<PathBuf>,
    games: Arc<Mutex<BTreeSet<String>>>,
}

#[derive(Default, Serialize, Deserialize)]
struct LessonOffersFile {
    /// The keys of the games.
    offered: BTreeSet<String>,
}

impl LessonOffers {
    pub fn at_home() -> Self {
        paths::state().map_or_else(Self::disabled, |folder| Self::at(folder.join("lessons.toml")))
    }

    /// A file that can't be read is left alone, and nothing is offered.
    pub fn at(path: PathBuf) -> Self {
        match read(&path) {
            Ok(games) => Self { path: Some(path), games: Arc::new(Mutex::new(games)) },
            Err(_) => Self::disabled(),
        }
    }

    /// Nothing is offered, as it would be offered every time.
    pub fn disabled() -> Self {
        Self { path: None, games: Arc::default() }
    }

    /// Whether the lesson of the game with this key may be offered. If so, it counts as offered
    /// from now on, but [`Self::write`] must write that down.
    pub fn take(&self, game: &str) -> bool {
        self.path.is_some() && lock(&self.games).insert(game.to_owned())
    }

    /// This waits for the disk.
    pub fn write(&self) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        if let Some(folder) = path.parent() {
            files::create_private_folder(folder)?;
        }
        // Another arcade may have offered lessons of other games.
        let mut offered = read(path)?;
        offered.extend(lock(&self.games).iter().cloned());
        let text = toml::to_string(&LessonOffersFile { offered }).map_err(io::Error::other)?;
        files::write_atomic(path, |out| out.write_all(text.as_bytes()))
    }
}

/// A file with anything else counts as empty.
fn read(path: &Path) -> io::Result<BTreeSet<String>> {
    match files::read_text(path) {
        Ok(text) => Ok(toml::from_str::<LessonOffersFile>(&text).unwrap_or_default().offered),
        Err(error) if files::is_not_found(&error) || error.kind() == io::ErrorKind::InvalidData => {
            Ok(BTreeSet::new())
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_is_offered_once_for_each_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("lessons.toml");
        let (first, second) = (LessonOffers::at(path.clone()), LessonOffers::at(path.clone()));
        assert!(first.take("go") && !first.take("go"));
        assert!(second.take("gin"));
        first.write().unwrap();
        second.write().unwrap();
        let later = LessonOffers::at(path);
        assert!(!later.take("go") && !later.take("gin") && later.take("chess"));
    }

    #[test]
    fn nothing_is_offered_if_it_can_not_be_written_down() {
        assert!(!LessonOffers::disabled().take("go"));
        let folder = tempfile::tempdir().unwrap();
        assert!(!LessonOffers::at(folder.path().to_owned()).take("go"), "a folder");
    }

    #[test]
    fn an_invalid_file_counts_as_empty() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lessons.toml");
        for junk in ["", "go", "offered = 7", "\u{0}"] {
            std::fs::write(&path, junk).unwrap();
            assert!(LessonOffers::at(path.clone()).take("go"), "{junk:?}");
        }
    }
}
