//! How far shallow searches are off deep ones: the numbers of multi-ProbCut.

use fourcade::games::flip::engine::{evaluation::Spread, judge::Judge};
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::games::{Round, Solver};

/// Games whose positions are looked at, and one position in so many.
const GAMES: u64 = 1200;
const EVERY: usize = 29;
/// The deepest search.
const DEEPEST: u32 = 9;
/// Differences of fewer positions say nothing.
const FEWEST: usize = 30;

/// What searches of all depths find in a position.
struct Row {
    empties: u32,
    values: Vec<i32>,
}

/// Prints the spread that fits best.
pub fn measure<J: Judge>(judge: &J, seed: u64) {
    let round = Round { games: GAMES, depth: 3, exact: 10, seed };
    let samples = round.play(judge, true, &ProgressBar::hidden());
    let chosen: Vec<_> = samples.into_iter().step_by(EVERY).collect();
    let bar = crate::bar(chosen.len() as u64, "positions".to_owned());
    let row = |solver: &mut Solver<J>, sample: &crate::games::Sample| {
        let empties = (sample.own | sample.opp).count_zeros();
        solver.forget();
        let depths = 0..=DEEPEST.min(empties.saturating_sub(1));
        let values = depths.map(|depth| solver.look(sample.own, sample.opp, depth, 0)).collect();
        bar.inc(1);
        Row { empties, values }
    };
    let rows: Vec<_> = chosen.par_iter().map_init(|| Solver::new(judge), row).collect();
    bar.finish();
    println!("{} positions: {:.1?}", rows.len(), fitted(&rows));
}

/// The least squares of the standard deviations, over all pairs of depths and groups of five
/// numbers of empty cells.
#[allow(clippy::cast_possible_truncation)] // some hundreds
fn fitted(rows: &[Row]) -> Spread {
    let mut equations = [[0.0_f64; 5]; 4];
    for group in 1..12 {
        let rows: Vec<_> = rows.iter().filter(|row| row.empties / 5 == group).collect();
        for deep in 1..=DEEPEST {
            for shallow in (0..deep).filter(|shallow| *shallow == 0 || (deep - shallow) % 2 == 0) {
                let values = rows.iter().filter_map(|row| {
                    Some(row.values.get(deep as usize)? - row.values[shallow as usize])
                });
                let values: Vec<f64> = values.map(f64::from).collect();
                if values.len() >= FEWEST {
                    let known = [
                        1.0,
                        f64::from(deep),
                        f64::from(shallow),
                        f64::from(5 * group + 2),
                        deviation(&values),
                    ];
                    for (row, factor) in equations.iter_mut().zip(known) {
                        for (sum, number) in row.iter_mut().zip(known) {
                            *sum += factor * number;
                        }
                    }
                }
            }
        }
    }
    let [constant, deep, shallow, empty] = solved(equations).map(|number| number as f32);
    Spread { constant, deep, shallow, empty }
}

#[allow(clippy::cast_precision_loss)] // some thousands
fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

/// Gauss and Jordan's elimination.
fn solved(mut equations: [[f64; 5]; 4]) -> [f64; 4] {
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
