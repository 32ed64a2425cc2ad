//! Measures the deviation of the scores of shallow searches from those of deep ones, for the
//! parameters of multi-ProbCut.

use fourcade_engine::flip::search::evaluation::{DeviationModel, IncrementalEvaluator};
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::{
    labels::LabelRound,
    progress::progress_bar,
    self_play::{Sample, Searcher},
};

const GAMES: u64 = 400;
/// The maximum score of a position, in tiles. Searches seldom need exact scores beyond that.
const MAX_SCORE: f32 = 20.0;
/// The minimum number of empty squares: with fewer, positions are solved.
const MIN_EMPTIES: u32 = 12;
/// The depth of the deepest search, in plies.
const MAX_DEPTH: u32 = 9;
/// The minimum number of positions for a standard deviation.
const MIN_POSITIONS: usize = 30;

/// The scores of a position after searches to all depths from 0, in hundredths of a tile.
struct Row {
    empties: u32,
    scores: Vec<i32>,
}

/// Measures the deviations and prints the model that fits them best.
pub fn measure<E: IncrementalEvaluator>(evaluator: &E, seed: u64) {
    let round = LabelRound { depth: 4, exact: 0, seed };
    let mut samples = round.play(evaluator, 0..GAMES, &ProgressBar::hidden());
    samples.retain(|sample| {
        let empties = sample.position.occupied().count_zeros();
        sample.label.abs() <= MAX_SCORE && empties >= MIN_EMPTIES
    });
    print_short_searches(evaluator, &samples);
    let bar = progress_bar(samples.len() as u64, "positions".to_owned());
    let row = |searcher: &mut Searcher<E>, sample: &Sample| {
        let empties = sample.position.occupied().count_zeros();
        searcher.clear_tables();
        let depths = 0..=MAX_DEPTH.min(empties.saturating_sub(1));
        let scores = depths.map(|depth| searcher.score(sample.position, depth, 0)).collect();
        bar.inc(1);
        Row { empties, scores }
    };
    let rows: Vec<_> = samples.par_iter().map_init(|| Searcher::new(evaluator), row).collect();
    bar.finish();
    println!("{} positions: {:.1?}", rows.len(), fit(&rows));
}

/// Prints the mean and the standard deviation of the differences between searches to one or two
/// plies and the static evaluation, in hundredths of a tile.
fn print_short_searches<E: IncrementalEvaluator>(evaluator: &E, samples: &[Sample]) {
    let mut searcher = Searcher::new(evaluator);
    for deep in [1, 2] {
        for group in 2..11 {
            let is_in_group =
                |sample: &&Sample| sample.position.occupied().count_zeros() / 5 == group;
            let differences: Vec<f64> = samples
                .iter()
                .filter(is_in_group)
                .map(|sample| {
                    searcher.clear_tables();
                    let evaluation = searcher.score(sample.position, 0, 0);
                    f64::from(searcher.score(sample.position, deep, 0) - evaluation)
                })
                .collect();
            println!(
                "{deep} plies, {} to {} empty: {:.0} +- {:.0}",
                5 * group,
                5 * group + 4,
                mean(&differences),
                standard_deviation(&differences)
            );
        }
    }
}

/// Fits the model to the standard deviations by least squares. There is one standard deviation for
/// each pair of depths and each group of five numbers of empty squares.
#[allow(clippy::cast_possible_truncation)] // hundreds at most
fn fit(rows: &[Row]) -> DeviationModel {
    let mut equations = [[0.0_f64; 5]; 4];
    for group in 1..12 {
        let rows: Vec<_> = rows.iter().filter(|row| row.empties / 5 == group).collect();
        for deep in 1..=MAX_DEPTH {
            for shallow in (0..deep).filter(|shallow| *shallow == 0 || (deep - shallow) % 2 == 0) {
                let differences = rows.iter().filter_map(|row| {
                    Some(row.scores.get(deep as usize)? - row.scores[shallow as usize])
                });
                let differences: Vec<f64> = differences.map(f64::from).collect();
                if differences.len() >= MIN_POSITIONS {
                    let equation = [
                        1.0,
                        f64::from(deep),
                        f64::from(shallow),
                        f64::from(5 * group + 2),
                        standard_deviation(&differences),
                    ];
                    for (row, factor) in equations.iter_mut().zip(equation) {
                        for (sum, number) in row.iter_mut().zip(equation) {
                            *sum += factor * number;
                        }
                    }
                }
            }
        }
    }
    let [constant, per_deep_ply, per_shallow_ply, per_empty_square] =
        solve(equations).map(|number| number as f32);
    DeviationModel { constant, per_deep_ply, per_shallow_ply, per_empty_square }
}

#[allow(clippy::cast_precision_loss)] // thousands of values
fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn standard_deviation(values: &[f64]) -> f64 {
    let center = mean(values);
    mean(&values.iter().map(|value| (value - center).powi(2)).collect::<Vec<_>>()).sqrt()
}

/// Solves a system of linear equations by Gauss-Jordan elimination. The last column holds the
/// right-hand sides.
fn solve(mut equations: [[f64; 5]; 4]) -> [f64; 4] {
    for pivot in 0..4 {
        let scale = equations[pivot][pivot];
        equations[pivot] = equations[pivot].map(|number| number / scale);
        let row = equations[pivot];
        for (_, other) in equations.iter_mut().enumerate().filter(|(number, _)| *number != pivot) {
            let factor = other[pivot];
            for (number, by) in other.iter_mut().zip(row) {
                *number -= factor * by;
            }
        }
    }
    equations.map(|row| row[4])
}
