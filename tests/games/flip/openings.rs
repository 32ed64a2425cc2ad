//! The openings of Flip's daily deals are nearly even, so that nobody wins by the date.

use std::env;

use fourcade::{
    games::{
        GameInfo,
        flip::{
            Flip,
            engine::analyse,
            rules::{FlipPosition, FlipSetup, Square},
        },
    },
    play::{Budget, EndgamePolicy, Game, SearchLimits, ThinkContext},
};
use rayon::prelude::*;

/// The depth of the searches in moves.
const DEPTH: u32 = 14;
/// More positions than such a search needs.
const NODES: u64 = 10_000_000;
/// The largest advantage that a search may find for either side, in hundredths of a tile.
const MAX_ADVANTAGE: i32 = 350;
/// The largest average of the advantages, whichever side has them.
const MAX_AVERAGE: i32 = 100;
/// Every how many openings one is searched. With `FOURCADE_TEST_SCALE`, all are.
const STRIDE: usize = 12;

/// Plays the moves of an opening.
fn position(opening: &str) -> FlipPosition {
    let mut game = Flip::start(&FlipSetup::new(8).unwrap());
    for square in opening.split(',') {
        let square: Square = square.parse().expect(opening);
        game.step(&[(game.awaited().only().unwrap(), square)]).expect(opening);
    }
    game.position().clone()
}

/// Returns the score of the side to move, in hundredths of a tile.
fn score(position: &FlipPosition) -> i32 {
    let budget = Budget::Nodes(NODES);
    let limits = SearchLimits {
        depth: Some(DEPTH),
        endgame: EndgamePolicy::Evaluate,
        memory: None,
        ..SearchLimits::new(budget)
    };
    let context = ThinkContext::new(budget, 1, position.to_move.seat(), 8);
    let result = analyse(position, &limits, &context, &mut |_| {}).expect("a result");
    assert_eq!(result.depth, DEPTH, "the search was cut off");
    result.score
}

#[test]
fn the_daily_openings_are_nearly_even() {
    let stride = if env::var_os("FOURCADE_TEST_SCALE").is_some() { 1 } else { STRIDE };
    let openings: Vec<_> = Flip::DAILY_OPENINGS.iter().step_by(stride).collect();
    assert!(openings.len() >= 8);
    let scores: Vec<_> = openings.par_iter().map(|opening| score(&position(opening))).collect();
    for (opening, score) in openings.iter().zip(&scores) {
        assert!(score.abs() <= MAX_ADVANTAGE, "{opening}: {score} in {scores:?}");
    }
    let count = i32::try_from(scores.len()).unwrap();
    let average = scores.iter().map(|score| score.abs()).sum::<i32>() / count;
    assert!(average <= MAX_AVERAGE, "{average} in {scores:?}");
    // No side is better on most days.
    let mean = scores.iter().sum::<i32>() / count;
    assert!(mean.abs() <= MAX_AVERAGE / 2, "{mean}");
}

#[test]
fn the_search_finds_out_that_a_position_is_uneven() {
    // Both sides play the first legal square in reading order.
    let mut game = Flip::start(&FlipSetup::new(8).unwrap());
    for _ in 0..8 {
        let square = game.position().legal()[0];
        game.step(&[(game.awaited().only().unwrap(), square)]).unwrap();
    }
    let score = score(game.position());
    assert!(score.abs() > MAX_ADVANTAGE, "{score}");
}
