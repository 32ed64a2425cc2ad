//! The games whose lesson has been offered. It is offered once.

use std::{collections::BTreeSet, io, path::PathBuf};

use serde::{Deserialize, Serialize};

use super::{paths, state_file::StateFile};

/// Clones share the games.
#[derive(Clone, Debug, Default)]
pub struct LessonOffers(StateFile<Offered>);

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Offered {
    /// The keys of the games.
    offered: BTreeSet<String>,
}

impl LessonOffers {
    pub fn at_home() -> Self {
        paths::state().map_or_else(Self::disabled, |folder| Self::at(folder.join("lessons.toml")))
    }

    /// A file that can't be read is left alone, and nothing is offered.
    pub fn at(path: PathBuf) -> Self {
        StateFile::read(path).map_or_else(|_| Self::disabled(), Self)
    }

    /// Nothing is offered, as it would be offered every time.
    pub fn disabled() -> Self {
        Self::default()
    }

    /// Whether the lesson of the game with this key may be offered. If so, it counts as offered
    /// from now on, but [`Self::write`] must write that down.
    pub fn take(&self, game: &str) -> bool {
        self.0.is_kept() && self.0.with(|games| games.offered.insert(game.to_owned()))
    }

    /// This waits for the disk.
    pub fn write(&self) -> io::Result<()> {
        self.0.write(|all, ours| all.offered.extend(ours.offered.iter().cloned()))
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
