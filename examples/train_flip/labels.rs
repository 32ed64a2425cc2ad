//! Labels positions by deep searches: positions of quick games, and others a few moves away, as a
//! search evaluates them.

use std::ops::Range;

use fourcade_engine::{
    flip::{model::bitboard::Position, search::evaluation::IncrementalEvaluator},
    play::{Rng, random},
};
use indicatif::ProgressBar;
use rand::RngExt;
use rayon::prelude::*;

use crate::self_play::{Sample, Searcher, random_move};

/// The possible numbers of random plies at the start of a game.
const OPENING: Range<u32> = 6..34;
/// The maximum score of an even opening, in hundredths of a tile.
const MAX_EVEN: i32 = 1200;
/// One uneven opening in this many is played.
const UNEVEN_INTERVAL: u32 = 10;
/// The depth of the searches that choose the moves of the games, in plies.
const GAME_DEPTH: u32 = 2;
/// One move of the games in this many is random, so that the games differ.
const RANDOM_MOVE_INTERVAL: u32 = 12;
/// One position in this many is labelled, or one [near](position_near) it.
const SAMPLE_INTERVAL: u32 = 3;
/// The minimum number of empty squares of a labelled position.
const MIN_EMPTIES: u32 = 4;
/// The selectivity of the searches for the labels.
const SELECTIVITY: u8 = 6;

/// A round of games whose positions are labelled by searches of their own.
pub struct LabelRound {
    /// The depth of the searches for the labels, in plies.
    pub depth: u32,
    /// Positions with at most this many empty squares are solved.
    pub exact: u32,
    pub seed: u64,
}

impl LabelRound {
    /// Plays some of the games and returns the labelled positions.
    pub fn play<E: IncrementalEvaluator>(
        &self,
        evaluator: &E,
        games: Range<u64>,
        bar: &ProgressBar,
    ) -> Vec<Sample> {
        let play_one = |searcher: &mut Searcher<E>, number| {
            let mut rng = random::rng(self.seed, &[number]);
            let samples = self.play_one(searcher, &mut rng);
            bar.inc(1);
            samples
        };
        games
            .into_par_iter()
            .map_init(|| Searcher::new(evaluator), play_one)
            .flatten_iter()
            .collect()
    }

    fn play_one<E: IncrementalEvaluator>(
        &self,
        searcher: &mut Searcher<E>,
        rng: &mut Rng,
    ) -> Vec<Sample> {
        let mut samples = Vec::new();
        let mut next = Some(opening(searcher, rng));
        while let Some(position) = next {
            if rng.random_range(0..SAMPLE_INTERVAL) == 0
                && let Some(sampled) = position_near(position, searcher, rng)
                && sampled.occupied().count_zeros() >= MIN_EMPTIES
            {
                samples.push(self.label(searcher, sampled));
            }
            next = if rng.random_range(0..RANDOM_MOVE_INTERVAL) == 0 {
                after_random_move(position, rng)
            } else {
                to_move(position.play(searcher.quick_move(position, GAME_DEPTH)))
            };
        }
        samples
    }

    /// Labels a position with the average score of the two deepest searches, or with its exact
    /// score near the end. A search to an odd depth favours the side to move, one to an even depth
    /// the opponent, because the last side to move picks the largest error of the evaluation.
    fn label<E: IncrementalEvaluator>(
        &self,
        searcher: &mut Searcher<E>,
        position: Position,
    ) -> Sample {
        let label = if position.occupied().count_zeros() <= self.exact {
            searcher.solve(position).0
        } else {
            searcher.average_score(position, self.depth, SELECTIVITY)
        };
        Sample { position, label }
    }
}

/// Returns a position after random moves, mostly one that is nearly even.
fn opening<E: IncrementalEvaluator>(searcher: &mut Searcher<E>, rng: &mut Rng) -> Position {
    loop {
        let plies = rng.random_range(OPENING);
        let start = Some(Position::start(8));
        let after = (0..plies).fold(start, |position, _| after_random_move(position?, rng));
        let Some(position) = after else { continue };
        searcher.clear_tables();
        let is_even = searcher.score(position, GAME_DEPTH, 0).abs() <= MAX_EVEN;
        if is_even || rng.random_range(0..UNEVEN_INTERVAL) == 0 {
            return position;
        }
    }
}

/// Returns the position or one a few moves away, because a search evaluates many positions that
/// good play doesn't reach. Returns `None` if the game is over there.
fn position_near<E: IncrementalEvaluator>(
    position: Position,
    searcher: &mut Searcher<E>,
    rng: &mut Rng,
) -> Option<Position> {
    match rng.random_range(0..10) {
        0..5 => Some(position),
        5..8 => after_random_move(position, rng),
        _ => {
            let deviation = after_random_move(position, rng)?;
            let reply = searcher.quick_move(deviation, 1);
            after_random_move(to_move(deviation.play(reply))?, rng)
        }
    }
}

/// Returns the position after a random move, from the view of the side that can move then. Returns
/// `None` if the game is over.
fn after_random_move(position: Position, rng: &mut Rng) -> Option<Position> {
    let legal = position.moves(!position.occupied());
    to_move(position.play(random_move(legal, rng)))
}

/// Returns the position, after a pass if the side to move must. Returns `None` if the game is over.
fn to_move(position: Position) -> Option<Position> {
    [position, position.pass()].into_iter().find(|side| side.moves(!side.occupied()) != 0)
}
