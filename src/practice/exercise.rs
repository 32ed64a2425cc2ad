//! What is asked in a round: a puzzle or a drill.

use super::rating::puzzle_rating;
use fourcade_engine::play::{Drill, Practicable, Puzzle};

/// Where a position of a round comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A mistake of the person's own.
    Mistake,
    /// A puzzle of the collection that was answered wrong before.
    Returned,
    /// A puzzle of the collection.
    Collection,
    /// A puzzle of the collection in a rush, which moves no rating.
    Rush,
}

/// A position of a round, or a drill.
#[derive(Clone, Debug)]
pub enum Exercise<G: Practicable> {
    Puzzle(Box<Puzzle<G>>, Source),
    Drill(Box<Drill<G>>),
}

impl<G: Practicable> Exercise<G> {
    /// The number under which answers are stored: that of the puzzle, or the length of the drill.
    pub fn number(&self) -> u64 {
        match self {
            Self::Puzzle(puzzle, _) => puzzle.id(),
            Self::Drill(drill) => drill.session().lines().len() as u64,
        }
    }

    /// The rating, if the difficulty is known.
    pub fn rating(&self) -> Option<f64> {
        let solves = match self {
            Self::Puzzle(puzzle, _) => puzzle.solves(),
            Self::Drill(drill) => Some(G::drill_solves(drill.session().lines().len())),
        };
        solves.map(puzzle_rating::<G>)
    }
}
