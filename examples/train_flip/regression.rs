//! Fits the weights to the labels: ridge regression towards the weights of the previous phase or of
//! the previous round, solved by the conjugate gradient method on the normal equations with a
//! diagonal preconditioner.
//!
//! M. Hestenes and E. Stiefel, "Methods of conjugate gradients for solving linear systems", 1952.

use fourcade_engine::flip::search::evaluation::{PHASES, features};
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::self_play::Sample;

/// The strength of the regularisation towards the previous phase, as a number of positions.
const RIDGE: f32 = 8.0;
const ITERATIONS: usize = 30;
/// The number of plies before and after its own from which a phase also learns.
const OVERLAP: u32 = 3;
/// The number of parts in which the rows are processed. It is the same on every machine, so that
/// the sums are the same, too.
const PARTS: usize = 16;
/// One position in this many is held out: the weights are not fitted to it, but tested on it.
const HELD_OUT_INTERVAL: usize = 25;

/// Returns one weight for each phase and class of features, in hundredths of a tile. `prior` has
/// the weights of a previous round, and the strength with which the new ones are drawn to them, as
/// a number of positions.
pub fn fit(
    samples: &[Sample],
    prior: Option<(&[Vec<i16>], f32)>,
    bar: &ProgressBar,
) -> Vec<Vec<i16>> {
    let (classes, class_count) = features::classes();
    let mut weights = vec![0.0; class_count];
    let mut phases = Vec::new();
    for (phase, first) in (0..PHASES).zip((0..).step_by(5)) {
        let last = if phase + 1 == PHASES { 64 } else { first + 4 };
        let is_within = |sample: &Sample, overlap: u32| {
            let empty = sample.position.occupied().count_zeros();
            empty + overlap >= first && empty <= last + overlap
        };
        let (mut near, mut held_out) = (Vec::new(), Vec::new());
        for (number, sample) in samples.iter().enumerate() {
            if number % HELD_OUT_INTERVAL > 0 && is_within(sample, OVERLAP) {
                near.push(sample);
            } else if number % HELD_OUT_INTERVAL == 0 && is_within(sample, 0) {
                held_out.push(sample);
            }
        }
        let mut ridge = RIDGE;
        if let Some((prior, strength)) = prior {
            weights = prior[phase].iter().map(|&weight| f32::from(weight) / 100.0).collect();
            ridge = strength;
        }
        let held_out = Problem::new(&held_out, &classes, class_count, ridge);
        let before = held_out.error(&weights);
        let error = Problem::new(&near, &classes, class_count, ridge).improve(&mut weights);
        let report = format!(
            "{first} to {last} empty: {} positions, off by {error:.2} tiles; {} others, off by \
             {:.2} tiles, before by {before:.2}",
            near.len(),
            held_out.labels.len(),
            held_out.error(&weights),
        );
        bar.suspend(|| eprintln!("{report}"));
        phases.push(weights.iter().map(|weight| hundredths(*weight)).collect());
        bar.inc(1);
    }
    phases
}

#[allow(clippy::cast_possible_truncation)] // clamped
fn hundredths(weight: f32) -> i16 {
    (100.0 * weight).round().clamp(-30_000.0, 30_000.0) as i16
}

/// A sparse matrix with a row for each position: the classes of its features.
struct Rows(Vec<u32>);

impl Rows {
    fn new(samples: &[&Sample], classes: &[u32]) -> Self {
        let row = |sample: &&Sample| {
            let position = sample.position;
            let mut row = Vec::with_capacity(features::ACTIVE);
            let legal = position.moves(!position.occupied());
            features::for_each(position, legal, |feature| row.push(classes[feature]));
            row
        };
        Self(samples.par_iter().flat_map_iter(row).collect())
    }

    fn len(&self) -> usize {
        self.0.len() / features::ACTIVE
    }

    fn part_len(&self) -> usize {
        self.len().div_ceil(PARTS).max(1)
    }

    /// Returns the sum of the weights of each row.
    fn times(&self, weights: &[f32]) -> Vec<f32> {
        let sum = |row: &[u32]| row.iter().map(|&class| weights[class as usize]).sum();
        self.0.par_chunks(features::ACTIVE).with_min_len(self.part_len()).map(sum).collect()
    }

    /// Returns, for each class, the sum of the values of the rows that contain it.
    fn transposed_times(&self, values: &[f32], class_count: usize) -> Vec<f32> {
        let len = self.part_len();
        let parts = values.par_chunks(len).zip(self.0.par_chunks(len * features::ACTIVE));
        let sums = parts.map(|(values, rows)| {
            let mut sums = vec![0.0; class_count];
            for (value, row) in values.iter().zip(rows.chunks_exact(features::ACTIVE)) {
                for &class in row {
                    sums[class as usize] += value;
                }
            }
            sums
        });
        let sums: Vec<Vec<f32>> = sums.collect();
        sums.into_iter()
            .reduce(|total, sums| combine(&total, 1.0, &sums))
            .unwrap_or_else(|| vec![0.0; class_count])
    }
}

/// A least-squares problem.
struct Problem {
    rows: Rows,
    labels: Vec<f32>,
    class_count: usize,
    /// The strength of the regularisation.
    ridge: f32,
}

impl Problem {
    fn new(samples: &[&Sample], classes: &[u32], class_count: usize, ridge: f32) -> Self {
        let labels = samples.iter().map(|sample| sample.label).collect();
        Self { rows: Rows::new(samples, classes), labels, class_count, ridge }
    }

    /// Returns the root of the mean squared error, in tiles.
    fn error(&self, weights: &[f32]) -> f64 {
        mean_square(&combine(&self.labels, -1.0, &self.rows.times(weights))).sqrt()
    }

    /// Improves the weights and returns the root of the mean squared error, in tiles.
    fn improve(&self, weights: &mut [f32]) -> f64 {
        let Self { rows, labels, class_count, ridge } = self;
        let (class_count, ridge) = (*class_count, *ridge);
        let mut residual = combine(labels, -1.0, &rows.times(weights));
        let counts = rows.transposed_times(&vec![1.0; rows.len()], class_count);
        let preconditioned = |gradient: &[f32]| -> Vec<f32> {
            gradient
                .iter()
                .zip(&counts)
                .map(|(gradient, count)| gradient / (count + ridge))
                .collect()
        };
        let mut change = vec![0.0; class_count];
        let mut gradient = rows.transposed_times(&residual, class_count);
        let mut direction = preconditioned(&gradient);
        let mut gradient_norm = dot(&gradient, &direction);
        for _ in 0..ITERATIONS {
            let step = rows.times(&direction);
            let curvature = dot(&step, &step) + f64::from(ridge) * dot(&direction, &direction);
            if curvature <= f64::EPSILON {
                break;
            }
            let length = narrow(gradient_norm / curvature);
            change = combine(&change, length, &direction);
            residual = combine(&residual, -length, &step);
            gradient = combine(&rows.transposed_times(&residual, class_count), -ridge, &change);
            let descent = preconditioned(&gradient);
            let previous = std::mem::replace(&mut gradient_norm, dot(&gradient, &descent));
            direction = combine(&descent, narrow(gradient_norm / previous), &direction);
        }
        for (weight, change) in weights.iter_mut().zip(&change) {
            *weight += change;
        }
        mean_square(&residual).sqrt()
    }
}

/// Returns `first + factor * second`.
fn combine(first: &[f32], factor: f32, second: &[f32]) -> Vec<f32> {
    first.iter().zip(second).map(|(first, second)| first + factor * second).collect()
}

#[allow(clippy::cast_precision_loss)] // some millions
fn mean_square(numbers: &[f32]) -> f64 {
    dot(numbers, numbers) / numbers.len().max(1) as f64
}

fn dot(first: &[f32], second: &[f32]) -> f64 {
    first.iter().zip(second).map(|(&first, &second)| f64::from(first) * f64::from(second)).sum()
}

#[allow(clippy::cast_possible_truncation)] // a factor of moderate size
fn narrow(number: f64) -> f32 {
    number as f32
}
