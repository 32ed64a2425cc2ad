//! Zero-sum matrix games: the value and an optimal mixed strategy for each side.
//!
//! The entries are the payoffs of the row player. If there is a saddle point, it is the solution.
//! Otherwise the game is solved as a linear program (Dantzig 1951). With all entries of A positive,
//! let y >= 0 maximise sum(y) under A y <= 1. Then the value is 1 / sum(y), the column player's
//! strategy is y / sum(y), and the dual solution gives the row player's strategy in the same way.

use super::simplex::Tableau;

/// A payoff matrix. Its memory is reused for the next game after [`reset`](Self::reset).
#[derive(Clone, Debug, Default)]
pub struct PayoffMatrix {
    rows: usize,
    cols: usize,
    /// The payoffs row by row.
    entries: Vec<f64>,
    tableau: Tableau,
}

/// The solution of a matrix game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatrixSolution {
    /// The row player's mean payoff.
    pub value: f64,
    /// The probability of each row. The row player gets at least the value.
    pub rows: Vec<f64>,
    /// The probability of each column. The row player gets at most the value.
    pub cols: Vec<f64>,
}

impl PayoffMatrix {
    /// Changes the shape of the matrix and sets all payoffs to 0.
    ///
    /// # Panics
    /// Panics if there are no rows or no columns.
    pub fn reset(&mut self, rows: usize, cols: usize) {
        assert!(rows > 0 && cols > 0, "each side of a matrix game needs a choice");
        (self.rows, self.cols) = (rows, cols);
        self.entries.clear();
        self.entries.resize(rows * cols, 0.0);
    }

    /// Sets the row player's payoff for a pair of choices.
    #[inline]
    pub fn set(&mut self, row: usize, col: usize, payoff: f64) {
        self.entries[row * self.cols + col] = payoff;
    }

    /// The row player's payoff for a pair of choices.
    #[inline]
    pub fn get(&self, row: usize, col: usize) -> f64 {
        self.entries[row * self.cols + col]
    }

    /// Returns the value of the game.
    pub fn value(&mut self) -> f64 {
        match self.saddle_point() {
            Some((row, col)) => self.get(row, col),
            None if self.rows == 2 && self.cols == 2 => self.value_of_two_by_two(),
            None => self.solve_linear_program(),
        }
    }

    /// Returns the value of the game and both sides' strategies.
    pub fn solve(&mut self) -> MatrixSolution {
        if let Some((row, col)) = self.saddle_point() {
            let pure = |choice, count| (0..count).map(|k| f64::from(k == choice)).collect();
            return MatrixSolution {
                value: self.get(row, col),
                rows: pure(row, self.rows),
                cols: pure(col, self.cols),
            };
        }
        let value = self.solve_linear_program();
        let (cols, rows) = (self.tableau.primal(), self.tableau.dual());
        MatrixSolution { value, rows: normalised(rows), cols: normalised(cols) }
    }

    /// A saddle point, if any: an entry that is lowest in its row and highest in its column.
    fn saddle_point(&self) -> Option<(usize, usize)> {
        let lowest =
            |row: usize| (0..self.cols).map(|col| self.get(row, col)).min_by(f64::total_cmp);
        let highest =
            |col: usize| (0..self.rows).map(|row| self.get(row, col)).fold(f64::MIN, f64::max);
        let (row, low) = (0..self.rows)
            .filter_map(|row| Some((row, lowest(row)?)))
            .max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        (0..self.cols).find(|&col| highest(col) <= low).map(|col| (row, col))
    }

    /// The value of a 2 x 2 matrix without a saddle point, by the textbook formula.
    fn value_of_two_by_two(&self) -> f64 {
        // Differences keep their precision if all entries are nearly equal.
        let min = self.min_entry();
        let [a, b, c, d] = [0, 1, 2, 3].map(|index| self.entries[index] - min);
        (a * d - b * c) / (a + d - b - c) + min
    }

    /// Solves the linear program with entries scaled to 1..=2. Returns the value of the game.
    fn solve_linear_program(&mut self) -> f64 {
        let min = self.min_entry();
        let max = self.entries.iter().copied().fold(f64::MIN, f64::max);
        let (span, cols, entries) = (max - min, self.cols, &self.entries);
        let scaled = |row: usize, col: usize| (entries[row * cols + col] - min) / span + 1.0;
        self.tableau.solve(self.rows, cols, scaled);
        (self.tableau.optimum().recip() - 1.0) * span + min
    }

    fn min_entry(&self) -> f64 {
        self.entries.iter().copied().fold(f64::MAX, f64::min)
    }
}

/// Normalises the weights to probabilities. Weights slightly below zero are rounding errors.
fn normalised(mut weights: Vec<f64>) -> Vec<f64> {
    let sum: f64 = weights.iter().map(|weight| weight.max(0.0)).sum();
    for weight in &mut weights {
        *weight = weight.max(0.0) / sum;
    }
    weights
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::play::random;

    fn matrix(rows: &[&[f64]]) -> PayoffMatrix {
        let mut matrix = PayoffMatrix::default();
        matrix.reset(rows.len(), rows[0].len());
        for (row, entries) in rows.iter().enumerate() {
            for (col, &entry) in entries.iter().enumerate() {
                matrix.set(row, col, entry);
            }
        }
        matrix
    }

    /// Solves the matrix and checks that each strategy guarantees the value.
    fn check(matrix: &mut PayoffMatrix) -> MatrixSolution {
        let solution = matrix.solve();
        let MatrixSolution { value, rows, cols } = &solution;
        for strategy in [rows, cols] {
            assert!(strategy.iter().all(|weight| (0.0..=1.0).contains(weight)));
            assert!((strategy.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        let against =
            |col: usize| (0..rows.len()).map(|row| rows[row] * matrix.get(row, col)).sum::<f64>();
        let lower = (0..cols.len()).map(against).fold(f64::MAX, f64::min);
        let against =
            |row: usize| (0..cols.len()).map(|col| cols[col] * matrix.get(row, col)).sum::<f64>();
        let upper = (0..rows.len()).map(against).fold(f64::MIN, f64::max);
        assert!(
            (lower - value).abs() < 1e-10 && (upper - value).abs() < 1e-10,
            "{lower} {value} {upper}\n{matrix:?}"
        );
        assert!((matrix.value() - value).abs() < 1e-12);
        solution
    }

    fn check_random(
        seed: u64,
        sizes: std::ops::RangeInclusive<usize>,
        entry: impl Fn(&mut random::Rng) -> f64,
    ) {
        let mut rng = random::rng(seed, &[]);
        let mut matrix = PayoffMatrix::default();
        for _ in 0..300 {
            let (rows, cols) = (rng.random_range(sizes.clone()), rng.random_range(sizes.clone()));
            matrix.reset(rows, cols);
            for row in 0..rows {
                for col in 0..cols {
                    matrix.set(row, col, entry(&mut rng));
                }
            }
            check(&mut matrix);
        }
    }

    #[test]
    fn both_strategies_guarantee_the_value() {
        check_random(1, 1..=6, RngExt::random);
        check_random(2, 1..=50, RngExt::random);
        check_random(3, 1..=20, |rng| rng.random_range(-5.0..1.0));
    }

    #[test]
    fn degenerate_matrices_are_solved() {
        check_random(4, 1..=8, |rng| f64::from(rng.random_range(0..2)));
        check_random(5, 1..=30, |rng| f64::from(rng.random_range(0..3)) / 2.0);
        check_random(6, 2..=30, |rng| if rng.random_bool(0.1) { 1.0 } else { 0.0 });
        check_random(7, 1..=12, |rng| 0.25 + 1e-9 * f64::from(rng.random_range(0..3)));
    }

    #[test]
    fn textbook_games_have_their_known_solutions() {
        let pennies = check(&mut matrix(&[&[1.0, -1.0], &[-1.0, 1.0]]));
        assert!(pennies.value.abs() < 1e-12 && (pennies.rows[0] - 0.5).abs() < 1e-12);
        let rock_paper_scissors =
            check(&mut matrix(&[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]]));
        assert!(
            rock_paper_scissors.value.abs() < 1e-12
                && rock_paper_scissors.cols.iter().all(|weight| (weight - 1.0 / 3.0).abs() < 1e-12)
        );
        // The Eater guesses which of k cells the Passer takes: the value is 1 - 1/k.
        for k in 2..=50 {
            let mut guess = PayoffMatrix::default();
            guess.reset(k, k);
            (0..k * k).for_each(|i| guess.set(i / k, i % k, f64::from(i / k != i % k)));
            let expected = 1.0 - f64::from(u32::try_from(k).unwrap()).recip();
            assert!((check(&mut guess).value - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn saddle_points_are_found() {
        let constant = check(&mut matrix(&[&[0.5, 0.5, 0.5], &[0.5, 0.5, 0.5]]));
        assert_eq!((constant.value, constant.rows.len(), constant.cols.len()), (0.5, 2, 3));
        let saddle = check(&mut matrix(&[&[4.0, 2.0, 5.0], &[7.0, 3.0, 3.5], &[9.0, 1.0, 8.0]]));
        assert_eq!(
            (saddle.value, saddle.rows, saddle.cols),
            (3.0, vec![0.0, 1.0, 0.0], vec![0.0, 1.0, 0.0])
        );
        assert_eq!(check(&mut matrix(&[&[3.0, -1.0, 2.0]])).cols, [0.0, 1.0, 0.0]);
        assert_eq!(check(&mut matrix(&[&[3.0], &[-1.0], &[4.0]])).rows, [0.0, 0.0, 1.0]);
    }
}
