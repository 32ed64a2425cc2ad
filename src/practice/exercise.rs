//! The exercises of a round: puzzles and drills.

use super::rating::puzzle_rating;
use fourcade_engine::play::{Drill, Practicable, Puzzle};

/// The origin of a round's puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Mistake,
    /// From the collection, due again after a wrong answer.
    Returned,
    Collection,
    /// From the collection, in a rush. Its answer isn't rated.
    Rush,
}

#[derive(Clone, Debug)]
pub enum Exercise<G: Practicable> {
    Puzzle(Box<Puzzle<G>>, Source),
    Drill(Box<Drill<G>>),
}

impl<G: Practicable> Exercise<G> {
    /// The key of stored answers: the puzzle's number, or the drill's length.
    pub fn number(&self) -> u64 {
        match self {
            Self::Puzzle(puzzle, _) => puzzle.id(),
            Self::Drill(drill) => drill.session().lines().len() as u64,
        }
    }

    pub fn rating(&self) -> Option<f64> {
        let solves = match self {
            Self::Puzzle(puzzle, _) => puzzle.solves(),
            Self::Drill(drill) => Some(G::drill_solves(drill.session().lines().len())),
        };
        solves.map(puzzle_rating::<G>)
    }
}
