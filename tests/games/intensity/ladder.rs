//! The strength of Intensity's players.

use fourcade_engine::{
    intensity::Intensity,
    play::{GameInfo, arena::ArenaGame},
};

use crate::statistics::mean_ci95;

/// The means of the first of four players, each with half the width of its 95% confidence interval
/// over the deals.
#[derive(Clone, Copy, Debug)]
struct Strength {
    penalty: (f64, f64),
    points: (f64, f64),
}

/// Measures one player against three of another; each deal is played from every seat.
fn play(name: &'static str, others: &'static str, games: usize, nodes: u64) -> Strength {
    let games_played = super::matches::play([name, others, others, others], games, nodes);
    let strength = Strength {
        penalty: over_deals(&games_played, |game| f64::from(game.outcome.score(game.seat_of(0)))),
        points: over_deals(&games_played, |game| game.outcome.points(game.seat_of(0))),
    };
    let (moves, time) = games_played.iter().fold((0, 0.0), |(moves, time), game| {
        (moves + game.tallies[0].moves, time + game.tallies[0].time.as_secs_f64())
    });
    println!(
        "{name:<14} against three {others:<8} {games:>6} games, {nodes:>9} nodes \
         ({:>7.2} ms a choice): penalty {:.3} +- {:.3}, points {:.3} +- {:.3}",
        1000.0 * time / f64::from(moves),
        strength.penalty.0,
        strength.penalty.1,
        strength.points.0,
        strength.points.1
    );
    strength
}

/// Returns the mean of `value` over the deals, with half the width of its 95% confidence interval.
/// Each deal is four consecutive games.
fn over_deals(games_played: &[ArenaGame], value: impl Fn(&ArenaGame) -> f64) -> (f64, f64) {
    let mean = |games_played: &[ArenaGame]| games_played.iter().map(&value).sum::<f64>() / 4.0;
    mean_ci95(games_played.chunks_exact(4).map(mean))
}

#[test]
#[ignore = "takes some seconds"]
fn careful_beats_random_and_counter_beats_careful() {
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
fn the_expert_for_places_beats_the_counter() {
    let places = play("expert:places", "counter", 1_000, Intensity::DEFAULT_NODES);
    assert!(places.points.0 >= 1.7);
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn the_expert_beats_careful() {
    let careful = play("expert", "careful", 1_000, Intensity::DEFAULT_NODES);
    assert!(careful.penalty.0 <= 2.7 && careful.points.0 >= 1.85);
}

/// Compares only the smallest and the largest budget: neighbouring ones are too close to tell
/// apart.
#[test]
#[ignore = "takes a quarter of an hour"]
fn a_larger_budget_plays_better() {
    let budgets = [3_000, 10_000, 30_000, 100_000, 300_000];
    let results = budgets.map(|nodes| play("expert", "counter", 800, nodes));
    let [first, .., last] = results;
    assert!(last.points.0 > first.points.0);
}
