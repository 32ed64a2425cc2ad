//! The first game of a new player, guided: a lesson is a list of prompts, each with a position, the
//! moves that it accepts, and the moves of the other seats.
//!
//! Lessons are TOML files in `assets/lessons`. A file begins with a scene, `start`: how a game was
//! set up (`setup`, as in a record), the seat of the learner (`seat`, from 0), and the moves so far
//! (`moves`, in the order in which the seats are asked). Then come the prompts, in order:
//!
//! | key | meaning |
//! |---|---|
//! | `scene` | another scene, from which the lesson goes on |
//! | `text` | what to do and why |
//! | `accept` | the moves that are right; `"any"` for all legal ones; without it, the text is read |
//! | `wrong` | why another move is not the right one |
//! | `mistakes` | reasons for particular moves: `{ moves = [...], reason = "..." }` |
//! | `replies` | what the other seats do then, in the order in which they are asked |
//! | `praise` | what is said afterwards, before the lesson goes on |
//!
//! [`Lesson`] is the file, checked; [`LessonRun`] is a learner's way through it.

mod file;
mod run;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::games::ArcadeGame;
use fourcade_engine::play::Seat;

pub use run::{LessonPhase, LessonRun};

/// A lesson of one game.
#[derive(Clone, Debug)]
pub struct Lesson<G: ArcadeGame> {
    /// The first position.
    start: LessonScene<G>,
    /// The prompts, in order; at least one.
    prompts: Vec<LessonPrompt<G>>,
}

/// A position from which a lesson goes on.
#[derive(Clone, Debug)]
struct LessonScene<G: ArcadeGame> {
    setup: G::Setup,
    /// The seat of the learner.
    seat: Seat,
    /// The moves so far, in the order in which the seats are asked.
    moves: Vec<G::Action>,
}

/// One step of a lesson.
#[derive(Clone, Debug)]
pub struct LessonPrompt<G: ArcadeGame> {
    /// The position, if it is not the one in which the prompt before has ended.
    scene: Option<LessonScene<G>>,
    /// What to do, and why.
    pub text: String,
    /// What the learner has to do.
    pub task: LessonTask<G::Action>,
    /// Why a move that has no reason of its own is not the right one.
    wrong: String,
    mistakes: Vec<Mistake<G::Action>>,
    /// What the other seats choose afterwards, in the order in which they are asked.
    replies: Vec<G::Action>,
    /// What is said afterwards. The lesson then waits until it has been read.
    pub praise: Option<String>,
}

/// What the learner has to do at a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonTask<A> {
    /// Read the text.
    Read,
    /// Make one of these moves.
    Choose(Vec<A>),
    /// Make any legal move.
    Any,
}

/// Moves that are wrong for a particular reason.
#[derive(Clone, Debug)]
struct Mistake<A> {
    moves: Vec<A>,
    reason: String,
}

/// Why a lesson can't be used.
#[derive(Debug, thiserror::Error)]
pub enum LessonError {
    /// The file is not a lesson.
    #[error("the lesson can't be read: {0}")]
    Format(#[from] toml::de::Error),
    /// The rules don't allow what the lesson contains.
    #[error("{place}: {reason}")]
    Rules {
        /// Where in the lesson, such as `prompt 3`.
        place: String,
        /// What is wrong.
        reason: String,
    },
}

impl LessonError {
    fn new(place: impl Into<String>, reason: impl fmt::Display) -> Self {
        Self::Rules { place: place.into(), reason: reason.to_string() }
    }
}

impl<G: ArcadeGame> Lesson<G> {
    /// Returns the lesson of a game.
    ///
    /// # Errors
    /// Returns an error if the lesson can't be read. The tests play every lesson through.
    pub fn of_game() -> Result<Self, LessonError> {
        Self::parse(G::LESSON)
    }

    /// The number of prompts.
    pub fn len(&self) -> usize {
        self.prompts.len()
    }

    /// Whether there are no prompts; never, as a lesson is checked.
    pub fn is_empty(&self) -> bool {
        self.prompts.is_empty()
    }
}

impl<G: ArcadeGame> LessonPrompt<G> {
    /// Checks a legal move of the learner.
    ///
    /// # Errors
    /// Returns the reason if the move is not the right one.
    pub fn judge(&self, action: G::Action) -> Result<(), &str> {
        let is_right = match &self.task {
            LessonTask::Read => false,
            LessonTask::Choose(moves) => moves.contains(&action),
            LessonTask::Any => true,
        };
        if is_right {
            return Ok(());
        }
        let mistake = self.mistakes.iter().find(|mistake| mistake.moves.contains(&action));
        Err(mistake.map_or(&self.wrong, |mistake| &mistake.reason))
    }

    /// A right move that the screen can mark, or `None` if there is no particular one.
    pub fn example(&self) -> Option<G::Action> {
        match &self.task {
            LessonTask::Choose(moves) => moves.first().copied(),
            LessonTask::Read | LessonTask::Any => None,
        }
    }
}
