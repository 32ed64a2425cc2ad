//! The lessons that have been offered, and the step at which each was left.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::PathBuf,
};

use serde::{Deserialize, Serialize};

use super::{paths, state_file::StateFile};

/// The state of the lessons. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Lessons(StateFile<LessonState>);

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct LessonState {
    offered: BTreeSet<String>,
    /// The step at which the lesson of each game continues, from 0.
    steps: BTreeMap<String, usize>,
}

impl Lessons {
    pub fn at_home() -> Self {
        paths::state().map_or_else(Self::disabled, |folder| Self::at(folder.join("lessons.toml")))
    }

    /// A file that can't be read isn't written either. No lesson is offered then.
    pub fn at(path: PathBuf) -> Self {
        StateFile::read(path).map_or_else(|_| Self::disabled(), Self)
    }

    /// Keeps steps for this run only, and offers no lesson, because every run would offer it again.
    pub fn disabled() -> Self {
        Self::default()
    }

    /// Whether to offer a game's lesson, which then counts as offered. [`Self::write`] saves that.
    pub fn take_offer(&self, game: &str) -> bool {
        self.0.is_kept() && self.0.with(|lessons| lessons.offered.insert(game.to_owned()))
    }

    pub fn step(&self, game: &str) -> usize {
        self.0.with(|lessons| lessons.steps.get(game).copied()).unwrap_or(0)
    }

    /// [`Self::write`] saves it.
    pub fn set_step(&self, game: &str, step: usize) {
        self.0.with(|lessons| lessons.steps.insert(game.to_owned(), step));
    }

    /// Saves what this run has changed about a game's lesson. Blocks on the disk.
    pub fn write(&self, game: &str) -> io::Result<()> {
        self.0.write(|all, ours| {
            all.offered.extend(ours.offered.get(game).cloned());
            all.steps.extend(ours.steps.get(game).map(|&step| (game.to_owned(), step)));
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_is_offered_once_for_each_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("lessons.toml");
        let (first, second) = (Lessons::at(path.clone()), Lessons::at(path.clone()));
        assert!(first.take_offer("go") && !first.take_offer("go"));
        assert!(second.take_offer("gin"));
        first.write("go").unwrap();
        second.write("gin").unwrap();
        let later = Lessons::at(path);
        assert!(!later.take_offer("go") && !later.take_offer("gin") && later.take_offer("chess"));
    }

    #[test]
    fn the_step_of_a_lesson_is_kept_for_the_run_and_in_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lessons.toml");
        std::fs::write(&path, "offered = [\"go\"]\n").unwrap();
        for lessons in [Lessons::disabled(), Lessons::at(path.clone())] {
            assert_eq!(lessons.step("go"), 0);
            lessons.set_step("go", 3);
            assert_eq!((lessons.step("go"), lessons.step("gin")), (3, 0));
            lessons.write("go").unwrap();
        }
        let later = Lessons::at(path);
        assert_eq!(later.step("go"), 3);
        assert!(!later.take_offer("go"));
    }

    #[test]
    fn the_steps_of_other_games_stay_as_other_runs_have_left_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lessons.toml");
        std::fs::write(&path, "[steps]\ngo = 3\n").unwrap();
        let (first, second) = (Lessons::at(path.clone()), Lessons::at(path.clone()));
        second.set_step("go", 5);
        second.write("go").unwrap();
        first.set_step("gin", 1);
        first.write("gin").unwrap();
        let later = Lessons::at(path);
        assert_eq!(["go", "gin"].map(|game| later.step(game)), [5, 1]);
    }

    #[test]
    fn nothing_is_offered_if_the_file_can_not_be_written() {
        assert!(!Lessons::disabled().take_offer("go"));
        let folder = tempfile::tempdir().unwrap();
        assert!(!Lessons::at(folder.path().to_owned()).take_offer("go"), "a folder");
    }

    #[test]
    fn an_invalid_file_counts_as_empty() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lessons.toml");
        for junk in ["", "go", "offered = 7", "steps = [1]", "\u{0}"] {
            std::fs::write(&path, junk).unwrap();
            assert!(Lessons::at(path.clone()).take_offer("go"), "{junk:?}");
        }
    }
}
