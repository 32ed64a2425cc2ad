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

/// The number of positions that the engine searches for each opening.
const NODES: u64 = 400_000;
/// The largest advantage that such a search may find for either side, in hundredths of a tile. The
/// openings were chosen by a deeper search with a bound of one tile; this one is less exact.
const MAX_ADVANTAGE: i32 = 400;
/// The largest average of the advantages.
const MAX_AVERAGE: i32 = 150;
/// Every how many openings one is tested. `FOURCADE_TEST_SCALE` tests all.
const STRIDE: usize = 6;

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
fn score(opening: &str) -> i32 {
    let position = position(opening);
    let budget = Budget::Nodes(NODES);
    let limits = SearchLimits {
        endgame: EndgamePolicy::Evaluate,
        memory: None,
        ..SearchLimits::new(budget)
    };
    let context = ThinkContext::new(budget, 1, position.to_move.seat(), 8);
    analyse(&position, &limits, &context, &mut |_| {}).expect(opening).score
}

#[test]
fn the_daily_openings_are_nearly_even() {
    let stride = if env::var_os("FOURCADE_TEST_SCALE").is_some() { 1 } else { STRIDE };
    let openings: Vec<_> = Flip::DAILY_OPENINGS.iter().step_by(stride).collect();
    let scores: Vec<_> = openings.par_iter().map(|opening| score(opening)).collect();
    println!("{scores:?}");
    for (opening, score) in openings.iter().zip(&scores) {
        assert!(score.abs() <= MAX_ADVANTAGE, "{opening}: {score}");
    }
    let count = i32::try_from(scores.len()).unwrap();
    let average = scores.iter().map(|score| score.abs()).sum::<i32>() / count;
    assert!(average <= MAX_AVERAGE, "{average}");
    // Neither side is better on most days.
    let mean = scores.iter().sum::<i32>() / count;
    assert!(mean.abs() <= MAX_AVERAGE, "{mean}");
}

#[test]
fn an_uneven_position_would_be_found() {
    // O can take a corner at once.
    let uneven = "2 4,2 5,2 6,0 7,2 3";
    assert!(score(uneven).abs() > MAX_ADVANTAGE, "{}", score(uneven));
}
