//! The openings of Flip's daily deals are nearly even, so that nobody wins by the date.

use std::env;

use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipPosition, FlipSetup, Square},
        search::analyse,
    },
    play::{Budget, EndgamePolicy, Game, SearchLimits, ThinkContext},
};
use rayon::prelude::*;

/// The depth of the searches, in moves.
const DEPTH: u32 = 14;
/// More positions than such a search needs.
const NODES: u64 = 10_000_000;
/// Maximum mean of the scores, in hundredths of a tile: the engine's bias for the side to move.
const MAX_BIAS: i32 = 150;
/// Maximum advantage of either side: the difference of a score and the bias.
const MAX_ADVANTAGE: i32 = 350;
/// Maximum mean of the advantages.
const MAX_MEAN_ADVANTAGE: i32 = 100;
/// One opening in this many is searched; with `FOURCADE_TEST_SCALE`, all are.
const STRIDE: usize = 12;

fn position(opening: &str) -> FlipPosition {
    let mut game = Flip::start(&FlipSetup::new(8).unwrap());
    for square in opening.split(',') {
        let square: Square = square.parse().expect(opening);
        game.step(&[(game.awaited().only().unwrap(), square)]).expect(opening);
    }
    game.position().clone()
}

/// The score of the side to move, in hundredths of a tile: the average of searches to an odd and to
/// an even depth, because one of them favours the side to move.
fn score(position: &FlipPosition) -> i32 {
    [DEPTH - 1, DEPTH].map(|depth| score_at(position, depth)).iter().sum::<i32>() / 2
}

fn score_at(position: &FlipPosition, depth: u32) -> i32 {
    let budget = Budget::Nodes(NODES);
    let limits = SearchLimits {
        depth: Some(depth),
        endgame: EndgamePolicy::Evaluate,
        memory: None,
        ..SearchLimits::new(budget)
    };
    let context = ThinkContext::new(budget, 1, position.to_move.seat(), 8);
    let result = analyse(position, &limits, &context, &mut |_| {}).expect("a result");
    assert_eq!(result.depth, depth, "the search was cut off");
    result.score
}

#[test]
fn the_daily_openings_are_nearly_even() {
    let stride = if env::var_os("FOURCADE_TEST_SCALE").is_some() { 1 } else { STRIDE };
    let openings: Vec<_> = fourcade_engine::flip::OPENINGS.iter().step_by(stride).collect();
    assert!(openings.len() >= 8);
    let scores: Vec<_> = openings.par_iter().map(|opening| score(&position(opening))).collect();
    let count = i32::try_from(scores.len()).unwrap();
    let bias = scores.iter().sum::<i32>() / count;
    assert!(bias.abs() <= MAX_BIAS, "{bias} in {scores:?}");
    let advantages: Vec<_> = scores.iter().map(|score| (score - bias).abs()).collect();
    for (opening, &advantage) in openings.iter().zip(&advantages) {
        assert!(advantage <= MAX_ADVANTAGE, "{opening}: {advantage} in {advantages:?}");
    }
    let mean = advantages.iter().sum::<i32>() / count;
    assert!(mean <= MAX_MEAN_ADVANTAGE, "{mean} in {advantages:?}");
}

#[test]
fn an_uneven_position_would_be_noticed() {
    // Both sides play the first legal square in reading order.
    let mut game = Flip::start(&FlipSetup::new(8).unwrap());
    for _ in 0..8 {
        let square = game.position().legal()[0];
        game.step(&[(game.awaited().only().unwrap(), square)]).unwrap();
    }
    let score = score(game.position());
    assert!(score.abs() > MAX_ADVANTAGE, "{score}");
}
