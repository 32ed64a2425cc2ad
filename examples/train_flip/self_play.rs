//! Games of the evaluation against itself, and labels for their positions.

use std::ops::Range;

use fourcade_engine::{
    flip::{
        model::bitboard::{self, Bitboard, Position},
        search::{
            evaluation::IncrementalEvaluator, midgame::INFINITY,
            position_searcher::PositionSearcher,
        },
    },
    play::{Rng, random},
};
use indicatif::ProgressBar;
use rand::RngExt;
use rayon::prelude::*;

/// A position and the expected score of the side to move, in tiles.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub position: Position,
    pub label: f32,
}

/// The minimum number of random plies at the start of a game.
const MIN_OPENING: u32 = 4;
/// The maximum number of random plies at the start of a game.
const MAX_OPENING: u32 = 26;
/// The selectivity of the searches.
const SELECTIVITY: u8 = 4;
/// The size of the transposition table for one search.
const TABLE_BYTES: usize = 1 << 18;
/// The size of the transposition table for the searches of one label.
const LABEL_TABLE_BYTES: usize = 1 << 20;
/// The minimum depth for aspiration windows, in plies.
const MIN_ASPIRATION_DEPTH: u32 = 4;
/// Half the width of an aspiration window, in hundredths of a tile.
const ASPIRATION_MARGIN: i32 = 400;
/// Once positions are solved, one move in this many is random. The labels of solved positions don't
/// depend on the moves that follow.
const RANDOM_MOVE_INTERVAL: u32 = 6;

pub struct Round {
    /// The search depth in plies.
    pub depth: u32,
    /// Positions with at most this many empty squares are solved.
    pub exact: u32,
    pub seed: u64,
}

impl Round {
    /// Plays some of the games and returns their labelled positions. Unless `trusts_search`, the
    /// labels of positions that are not solved ignore the search.
    pub fn play<E: IncrementalEvaluator>(
        &self,
        evaluator: &E,
        trusts_search: bool,
        games: Range<u64>,
        bar: &ProgressBar,
    ) -> Vec<Sample> {
        let play_one = |searcher: &mut Searcher<E>, number| {
            let mut rng = random::rng(self.seed, &[number]);
            let samples = self.play_one(searcher, trusts_search, &mut rng);
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
        trusts_search: bool,
        rng: &mut Rng,
    ) -> Vec<Sample> {
        let opening = rng.random_range(MIN_OPENING..=MAX_OPENING);
        let mut position = Position::start(8);
        // 1 while the side that began is to move, otherwise -1.
        let mut sign = 1.0;
        // The score of the side that began, once a position has been solved.
        let mut result = None;
        let mut ply = 0;
        let mut results = Vec::new();
        loop {
            let empty = !position.occupied();
            let legal = position.moves(empty);
            if legal == 0 {
                if position.opponent_moves(empty) == 0 {
                    let end = sign * tiles(searcher.0.final_score(position));
                    return label_all(&results, result.unwrap_or(end), trusts_search);
                }
                (position, sign) = (position.pass(), -sign);
                continue;
            }
            let mut at = random_move(legal, rng);
            if ply >= opening {
                let exact = empty.count_ones() <= self.exact;
                let (score, best) = if exact {
                    searcher.solve(position)
                } else {
                    searcher.search(position, self.depth)
                };
                results.push(SearchedPosition { position, sign, score, exact });
                if exact {
                    result.get_or_insert(sign * score);
                }
                if !exact || rng.random_range(0..RANDOM_MOVE_INTERVAL) > 0 {
                    at = best.filter(|&best| legal & 1 << best != 0).unwrap_or(at);
                }
            }
            (position, sign) = (position.play(at), -sign);
            ply += 1;
        }
    }
}

/// A position of a game with the result of its search. The score is for the side to move, in tiles.
struct SearchedPosition {
    position: Position,
    /// 1 if the side that began the game is to move, otherwise -1.
    sign: f32,
    score: f32,
    exact: bool,
}

/// Labels positions. The label of a solved position is its exact score. Otherwise, it is the
/// average of the search's score and the result of the game, or only the result unless
/// `trusts_search`. `result` is for the side that began.
fn label_all(results: &[SearchedPosition], result: f32, trusts_search: bool) -> Vec<Sample> {
    let label = |searched: &SearchedPosition| {
        let end = searched.sign * result;
        match (searched.exact, trusts_search) {
            (true, _) => searched.score,
            (false, true) => f32::midpoint(searched.score, end),
            (false, false) => end,
        }
    };
    results
        .iter()
        .map(|searched| Sample { position: searched.position, label: label(searched) })
        .collect()
}

pub fn random_move(legal: Bitboard, rng: &mut Rng) -> u32 {
    let number = rng.random_range(0..legal.count_ones());
    bitboard::indices(legal).nth(number as usize).unwrap_or_default()
}

#[allow(clippy::cast_precision_loss)] // 64 at most
fn tiles(score: i32) -> f32 {
    score as f32
}

/// Searches and solves positions of 8 x 8.
pub struct Searcher<'a, E>(PositionSearcher<'a, E>);

impl<'a, E: IncrementalEvaluator> Searcher<'a, E> {
    pub fn new(evaluator: &'a E) -> Self {
        Self(PositionSearcher::new(evaluator))
    }

    /// Returns the score in tiles after a search to `depth` plies, and the best move.
    fn search(&mut self, position: Position, depth: u32) -> (f32, Option<u32>) {
        self.clear_tables();
        let score = (1..=depth)
            .map(|depth| self.score(position, depth, SELECTIVITY))
            .last()
            .unwrap_or_default();
        (tiles(score) / 100.0, self.0.best_move(position))
    }

    /// Returns the average score in tiles after searches to `depth` plies and to one ply less.
    pub fn average_score(&mut self, position: Position, depth: u32, selectivity: u8) -> f32 {
        self.0.clear(LABEL_TABLE_BYTES);
        let mut scores = [0; 2];
        for depth in 1..=depth {
            let last = &mut scores[depth as usize % 2];
            *last = self.score_near(position, depth, selectivity, *last);
        }
        tiles(scores[0] + scores[1]) / 200.0
    }

    /// Returns the score in hundredths of a tile after a search to `depth` plies. `guess` is the
    /// expected score.
    fn score_near(&mut self, position: Position, depth: u32, selectivity: u8, guess: i32) -> i32 {
        if depth < MIN_ASPIRATION_DEPTH {
            return self.score(position, depth, selectivity);
        }
        let (mut low, mut high) = (guess - ASPIRATION_MARGIN, guess + ASPIRATION_MARGIN);
        loop {
            let score = self.0.search(position, depth, selectivity, (low, high));
            if score <= low && low > -INFINITY {
                low = -INFINITY;
            } else if score >= high && high < INFINITY {
                high = INFINITY;
            } else {
                return score;
            }
        }
    }

    /// Returns the best move of a search to `depth` plies without selectivity.
    pub fn quick_move(&mut self, position: Position, depth: u32) -> u32 {
        self.clear_tables();
        let (mut best, mut best_at) = (-INFINITY, 0);
        for at in bitboard::indices(position.moves(!position.occupied())) {
            let next = position.play(at);
            let score = -self.0.search(next, depth - 1, 0, (-INFINITY, -best));
            if score > best {
                (best, best_at) = (score, at);
            }
        }
        best_at
    }

    /// Returns the score in hundredths of a tile after a search to `depth` plies.
    pub fn score(&mut self, position: Position, depth: u32, selectivity: u8) -> i32 {
        self.0.search(position, depth, selectivity, (-INFINITY, INFINITY))
    }

    pub fn clear_tables(&mut self) {
        self.0.clear(TABLE_BYTES);
    }

    /// Returns the exact score in tiles, and the best move.
    pub fn solve(&mut self, position: Position) -> (f32, Option<u32>) {
        self.clear_tables();
        (tiles(self.0.solve(position)), self.0.best_move(position))
    }
}
