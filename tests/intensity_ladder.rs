//! How well Intensity's players play.

mod intensity_match;

use fourcade::{
    games::{GameInfo, intensity::Intensity},
    play::{arena::FinishedGame, mean_ci95},
};

/// What the first of four players gets, on average, with half the width of the 95% interval over
/// the deals.
#[derive(Clone, Copy, Debug)]
struct Result {
    penalty: (f64, f64),
    points: (f64, f64),
}

/// One player against three of another; each deal is played from every seat.
fn play(name: &'static str, others: &'static str, games: usize, nodes: u64) -> Result {
    let bouts = intensity_match::play([name, others, others, others], games, nodes);
    let result = Result {
        penalty: over_deals(&bouts, |bout| f64::from(bout.outcome.score(bout.seat_of(0)))),
        points: over_deals(&bouts, |bout| bout.outcome.points(bout.seat_of(0))),
    };
    let (moves, time) = bouts.iter().fold((0, 0.0), |(moves, time), bout| {
        (moves + bout.tallies[0].moves, time + bout.tallies[0].time.as_secs_f64())
    });
    println!(
        "{name:<14} against three {others:<8} {games:>6} games, {nodes:>9} nodes ({:>7.2} ms a choice): \
         penalty {:.3} +- {:.3}, points {:.3} +- {:.3}",
        1000.0 * time / f64::from(moves),
        result.penalty.0,
        result.penalty.1,
        result.points.0,
        result.points.1
    );
    result
}

fn over_deals(
    bouts: &[FinishedGame<Intensity>],
    value: impl Fn(&FinishedGame<Intensity>) -> f64,
) -> (f64, f64) {
    let mean = |bouts: &[FinishedGame<Intensity>]| bouts.iter().map(&value).sum::<f64>() / 4.0;
    mean_ci95(bouts.chunks_exact(4).map(mean))
}

#[test]
#[ignore = "takes some seconds"]
fn rules_beat_chance_and_counting_beats_rules() {
    let careful = play("careful", "random", 40_000, 1);
    assert!(careful.penalty.0 < 1.0);
    let counter = play("counter", "careful", 40_000, 1);
    assert!(counter.points.0 > 1.55 && counter.points.0 - counter.points.1 > 1.5);
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn the_expert_beats_the_counter() {
    let points = play("expert", "counter", 1_000, Intensity::DEFAULT_NODES);
    assert!(points.points.0 >= 1.7);
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn who_plays_for_places_gets_them() {
    let places = play("expert:places", "counter", 1_000, Intensity::DEFAULT_NODES);
    assert!(places.points.0 >= 1.7);
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn the_expert_beats_the_careful() {
    let careful = play("expert", "careful", 1_000, Intensity::DEFAULT_NODES);
    assert!(careful.penalty.0 <= 2.7 && careful.points.0 >= 1.85);
}

/// A larger budget plays better: the ends of the table are told apart, neighbours need not be.
#[test]
#[ignore = "takes a quarter of an hour"]
fn more_nodes_play_better() {
    let budgets = [3_000, 10_000, 30_000, 100_000, 300_000];
    let results = budgets.map(|nodes| play("expert", "counter", 800, nodes));
    let [first, .., last] = results;
    assert!(last.points.0 > first.points.0);
}
