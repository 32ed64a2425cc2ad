//! The weights that fit the labels best: least squares with a pull towards the weights of the phase
//! before, found by conjugate gradients. (Hestenes and Stiefel 1952; on the normal equations, with
//! a diagonal preconditioner.)

use fourcade::games::flip::{
    engine::evaluation::{PHASES, features},
    rules::bitboard,
};
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::games::Sample;

/// How strong the pull is: as strong as so many positions.
const RIDGE: f32 = 8.0;
/// Steps of the conjugate gradients.
const STEPS: usize = 30;
/// A phase learns from positions of its neighbours, too, so many plies beyond its own.
const OVERLAP: u32 = 3;
/// The rows are worked on in so many parts, whatever the machine, so that sums come out the same
/// everywhere.
const PARTS: usize = 16;

/// For each phase one weight for each class of features, in hundredths of a tile.
pub fn fit(samples: &[Sample], bar: &ProgressBar) -> Vec<Vec<i16>> {
    let (classes, count) = features::classes();
    let mut weights = vec![0.0; count];
    let mut phases = Vec::new();
    for (phase, first) in (0..PHASES).zip((0..).step_by(5)) {
        let last = if phase + 1 == PHASES { 64 } else { first + 4 };
        let near = |sample: &&Sample| {
            let empty = (sample.own | sample.opp).count_zeros();
            empty + OVERLAP >= first && empty <= last + OVERLAP
        };
        let near: Vec<_> = samples.iter().filter(near).collect();
        let mut problem = Problem { rows: Rows::new(&near, &classes), count };
        let labels: Vec<f32> = near.iter().map(|sample| sample.label).collect();
        let off = problem.improve(&mut weights, &labels);
        bar.println(format!(
            "{first} to {last} empty: {} positions, off by {off:.2} tiles",
            near.len()
        ));
        phases.push(weights.iter().map(|weight| hundredths(*weight)).collect());
        bar.inc(1);
    }
    phases
}

#[allow(clippy::cast_possible_truncation)] // clamped
fn hundredths(weight: f32) -> i16 {
    (100.0 * weight).round().clamp(-30_000.0, 30_000.0) as i16
}

/// The features of positions: a row of classes for each.
struct Rows(Vec<u32>);

impl Rows {
    fn new(samples: &[&Sample], classes: &[u32]) -> Self {
        let row = |sample: &&Sample| {
            let (own, opp) = (sample.own, sample.opp);
            let mut row = Vec::with_capacity(features::ACTIVE);
            let legal = bitboard::moves(own, opp, !(own | opp));
            features::visit(own, opp, legal, |feature| row.push(classes[feature]));
            row
        };
        Self(samples.par_iter().flat_map_iter(row).collect())
    }

    fn len(&self) -> usize {
        self.0.len() / features::ACTIVE
    }

    /// The rows of a part.
    fn part(&self) -> usize {
        self.len().div_ceil(PARTS).max(1)
    }

    /// The sum of the weights of each row.
    fn times(&self, weights: &[f32]) -> Vec<f32> {
        let sum = |row: &[u32]| row.iter().map(|&class| weights[class as usize]).sum();
        self.0.par_chunks(features::ACTIVE).with_min_len(self.part()).map(sum).collect()
    }

    /// For each class the sum of the values of the rows that have it.
    fn transposed_times(&self, values: &[f32], count: usize) -> Vec<f32> {
        let part = self.part();
        let parts = values.par_chunks(part).zip(self.0.par_chunks(part * features::ACTIVE));
        let sums = parts.map(|(values, rows)| {
            let mut sums = vec![0.0; count];
            for (value, row) in values.iter().zip(rows.chunks_exact(features::ACTIVE)) {
                for &class in row {
                    sums[class as usize] += value;
                }
            }
            sums
        });
        let sums: Vec<Vec<f32>> = sums.collect();
        sums.into_iter()
            .reduce(|total, sums| combined(&total, 1.0, &sums))
            .unwrap_or_else(|| vec![0.0; count])
    }
}

struct Problem {
    rows: Rows,
    count: usize,
}

impl Problem {
    /// Changes the weights for the better; the root of the mean squared error that is left.
    fn improve(&mut self, weights: &mut [f32], labels: &[f32]) -> f64 {
        let Self { rows, count } = self;
        let mut left = combined(labels, -1.0, &rows.times(weights));
        let often = rows.transposed_times(&vec![1.0; rows.len()], *count);
        let scaled = |slope: &[f32]| -> Vec<f32> {
            slope.iter().zip(&often).map(|(slope, often)| slope / (often + RIDGE)).collect()
        };
        let mut change = vec![0.0; *count];
        let mut slope = rows.transposed_times(&left, *count);
        let mut direction = scaled(&slope);
        let mut steepness = dot(&slope, &direction);
        for _ in 0..STEPS {
            let moved = rows.times(&direction);
            let curvature = dot(&moved, &moved) + f64::from(RIDGE) * dot(&direction, &direction);
            if curvature <= f64::EPSILON {
                break;
            }
            let length = narrow(steepness / curvature);
            change = combined(&change, length, &direction);
            left = combined(&left, -length, &moved);
            slope = combined(&rows.transposed_times(&left, *count), -RIDGE, &change);
            let best = scaled(&slope);
            let before = std::mem::replace(&mut steepness, dot(&slope, &best));
            direction = combined(&best, narrow(steepness / before), &direction);
        }
        for (weight, change) in weights.iter_mut().zip(&change) {
            *weight += change;
        }
        mean_square(&left).sqrt()
    }
}

/// `first + factor * second`.
fn combined(first: &[f32], factor: f32, second: &[f32]) -> Vec<f32> {
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
