//! Zero-sum matrix games: the value and an optimal mixture for each side.
//!
//! The entries are what the row player wins. A saddle point is looked for first; otherwise the game
//! is the usual linear program (Dantzig 1951): with all entries positive, the column player's
//! mixture is y / sum(y) for the y >= 0 that maximises sum(y) under A y <= 1, the row player's is
//! the dual solution, and the value is 1 / sum(y). Starting from y = 0 the simplex method needs no
//! first phase.

/// A matrix of payoffs, and the working space to solve it; one is used for many games.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    rows: usize,
    cols: usize,
    /// Row by row.
    entries: Vec<f64>,
    tableau: Vec<f64>,
    basis: Vec<usize>,
}

/// A solved game: the value, and the probabilities of the rows and of the columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solution {
    /// What the row player wins on average.
    pub value: f64,
    /// The row player's mixture, which guarantees at least the value.
    pub rows: Vec<f64>,
    /// The column player's mixture, which gives away at most the value.
    pub cols: Vec<f64>,
}

/// Smaller numbers in a tableau of entries from 1 to 2 are rounding errors.
const TINY: f64 = 1e-12;

impl Matrix {
    /// Makes it a matrix of this shape, full of zeros.
    pub fn reset(&mut self, rows: usize, cols: usize) {
        assert!(rows > 0 && cols > 0, "a game has a choice for both");
        (self.rows, self.cols) = (rows, cols);
        self.entries.clear();
        self.entries.resize(rows * cols, 0.0);
    }

    /// Sets what the row player wins when these are chosen.
    #[inline]
    pub fn set(&mut self, row: usize, col: usize, payoff: f64) {
        self.entries[row * self.cols + col] = payoff;
    }

    /// What the row player wins when these are chosen.
    #[inline]
    pub fn at(&self, row: usize, col: usize) -> f64 {
        self.entries[row * self.cols + col]
    }

    /// The value alone.
    pub fn value(&mut self) -> f64 {
        match self.saddle() {
            Some((row, col)) => self.at(row, col),
            None if self.rows == 2 && self.cols == 2 => self.value_of_two_by_two(),
            None => {
                let scale = self.pivot_out();
                scale.of(self.total())
            }
        }
    }

    /// The value and both mixtures.
    pub fn solve(&mut self) -> Solution {
        if let Some((row, col)) = self.saddle() {
            let pure = |at, length| (0..length).map(|k| f64::from(k == at)).collect();
            return Solution {
                value: self.at(row, col),
                rows: pure(row, self.rows),
                cols: pure(col, self.cols),
            };
        }
        let scale = self.pivot_out();
        let value = scale.of(self.total());
        let mut cols = vec![0.0; self.cols];
        for (row, &variable) in self.basis.iter().enumerate() {
            if variable < self.cols {
                cols[variable] = self.tableau[row * self.width() + self.width() - 1];
            }
        }
        let costs = self.rows * self.width();
        let rows = (0..self.rows).map(|row| self.tableau[costs + self.cols + row]).collect();
        Solution { value, rows: normalised(rows), cols: normalised(cols) }
    }

    /// A cell that is lowest in its row and highest in its column: neither side gains by leaving
    /// it.
    fn saddle(&self) -> Option<(usize, usize)> {
        let lowest = |row: usize| {
            (0..self.cols)
                .map(move |col| (self.at(row, col), col))
                .min_by(|a, b| a.0.total_cmp(&b.0))
        };
        let (row, (low, _)) = (0..self.rows)
            .filter_map(|row| Some((row, lowest(row)?)))
            .max_by(|a, b| a.1.0.total_cmp(&b.1.0))?;
        let highest =
            |col: usize| (0..self.rows).map(|row| self.at(row, col)).fold(f64::MIN, f64::max);
        (0..self.cols).find(|&col| highest(col) <= low).map(|col| (row, col))
    }

    /// Without a saddle point both mix, and the value is the textbook's.
    fn value_of_two_by_two(&self) -> f64 {
        // Differences keep their precision where all entries are nearly equal.
        let least = self.entries.iter().copied().fold(f64::MAX, f64::min);
        let [a, b, c, d] = [0, 1, 2, 3].map(|at| self.entries[at] - least);
        (a * d - b * c) / (a + d - b - c) + least
    }

    /// Columns of the tableau: the choices, a slack variable for each row, and the right-hand side.
    fn width(&self) -> usize {
        self.cols + self.rows + 1
    }

    /// The sum of y in the solved tableau.
    fn total(&self) -> f64 {
        self.tableau[self.tableau.len() - 1]
    }

    /// Brings the entries to 1..=2, sets up the tableau and runs the simplex method. Returns how to
    /// get back.
    fn pivot_out(&mut self) -> Scale {
        let least = self.entries.iter().copied().fold(f64::MAX, f64::min);
        let most = self.entries.iter().copied().fold(f64::MIN, f64::max);
        let scale = Scale { least, span: most - least };
        let width = self.width();
        self.tableau.clear();
        self.tableau.resize((self.rows + 1) * width, 0.0);
        for row in 0..self.rows {
            for col in 0..self.cols {
                self.tableau[row * width + col] = (self.at(row, col) - least) / scale.span + 1.0;
            }
            self.tableau[row * width + self.cols + row] = 1.0;
            self.tableau[row * width + width - 1] = 1.0;
        }
        self.tableau[self.rows * width..][..self.cols].fill(-1.0);
        self.basis.clear();
        self.basis.extend(self.cols..self.cols + self.rows);
        let mut steps = 0;
        while let Some(col) = self.entering(steps > 8 * width) {
            // The entries are positive, so y is bounded: some row always limits it.
            let Some(row) = self.leaving(col) else { break };
            self.pivot(row, col);
            steps += 1;
        }
        scale
    }

    /// The column that promises most; by Bland's rule (1977), which can't cycle, the first that
    /// promises anything.
    fn entering(&self, bland: bool) -> Option<usize> {
        let costs = &self.tableau[self.rows * self.width()..][..self.width() - 1];
        let mut promising = costs.iter().enumerate().filter(|&(_, &cost)| cost < -TINY);
        let best =
            if bland { promising.next() } else { promising.min_by(|a, b| a.1.total_cmp(b.1)) };
        best.map(|(col, _)| col)
    }

    /// The row that limits a column first; among equal ones that of the lowest variable.
    fn leaving(&self, col: usize) -> Option<usize> {
        let width = self.width();
        let mut best: Option<(f64, usize)> = None;
        for row in 0..self.rows {
            let weight = self.tableau[row * width + col];
            if weight > TINY {
                let ratio = self.tableau[row * width + width - 1] / weight;
                let better = best.is_none_or(|(least, at)| {
                    ratio < least - TINY
                        || (ratio <= least + TINY && self.basis[row] < self.basis[at])
                });
                if better {
                    best = Some((ratio, row));
                }
            }
        }
        best.map(|(_, row)| row)
    }

    fn pivot(&mut self, row: usize, col: usize) {
        let width = self.width();
        let inverse = self.tableau[row * width + col].recip();
        for entry in &mut self.tableau[row * width..][..width] {
            *entry *= inverse;
        }
        let (before, rest) = self.tableau.split_at_mut(row * width);
        let (pivot, after) = rest.split_at_mut(width);
        for other in before.chunks_exact_mut(width).chain(after.chunks_exact_mut(width)) {
            let factor = other[col];
            if factor != 0.0 {
                other.iter_mut().zip(&*pivot).for_each(|(entry, pivot)| *entry -= factor * pivot);
                other[col] = 0.0;
            }
        }
        self.basis[row] = col;
    }
}

/// How the entries were brought to 1..=2.
struct Scale {
    least: f64,
    span: f64,
}

impl Scale {
    /// The value of the game whose scaled linear program has this optimum.
    fn of(&self, total: f64) -> f64 {
        (total.recip() - 1.0) * self.span + self.least
    }
}

/// Probabilities in these proportions; rounding may have left some a little below zero.
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

    fn matrix(rows: &[&[f64]]) -> Matrix {
        let mut matrix = Matrix::default();
        matrix.reset(rows.len(), rows[0].len());
        for (row, entries) in rows.iter().enumerate() {
            for (col, &entry) in entries.iter().enumerate() {
                matrix.set(row, col, entry);
            }
        }
        matrix
    }

    /// What each mixture guarantees, found from the entries alone, must be the value.
    fn check(matrix: &mut Matrix) -> Solution {
        let solution = matrix.solve();
        let Solution { value, rows, cols } = &solution;
        for mixture in [rows, cols] {
            assert!(mixture.iter().all(|weight| (0.0..=1.0).contains(weight)));
            assert!((mixture.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        let against =
            |col: usize| (0..rows.len()).map(|row| rows[row] * matrix.at(row, col)).sum::<f64>();
        let lower = (0..cols.len()).map(against).fold(f64::MAX, f64::min);
        let against =
            |row: usize| (0..cols.len()).map(|col| cols[col] * matrix.at(row, col)).sum::<f64>();
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
        let mut matrix = Matrix::default();
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
    fn both_mixtures_guarantee_the_value() {
        check_random(1, 1..=6, RngExt::random);
        check_random(2, 1..=50, RngExt::random);
        check_random(3, 1..=20, |rng| rng.random_range(-5.0..1.0));
    }

    #[test]
    fn many_equal_entries_do_no_harm() {
        check_random(4, 1..=8, |rng| f64::from(rng.random_range(0..2)));
        check_random(5, 1..=30, |rng| f64::from(rng.random_range(0..3)) / 2.0);
        check_random(6, 2..=30, |rng| if rng.random_bool(0.1) { 1.0 } else { 0.0 });
        check_random(7, 1..=12, |rng| 0.25 + 1e-9 * f64::from(rng.random_range(0..3)));
    }

    #[test]
    fn known_games_have_their_known_solutions() {
        let pennies = check(&mut matrix(&[&[1.0, -1.0], &[-1.0, 1.0]]));
        assert!(pennies.value.abs() < 1e-12 && (pennies.rows[0] - 0.5).abs() < 1e-12);
        let hands = check(&mut matrix(&[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]]));
        assert!(
            hands.value.abs() < 1e-12
                && hands.cols.iter().all(|weight| (weight - 1.0 / 3.0).abs() < 1e-12)
        );
        // The Eater guesses one of k cells: the Passer gets away with 1 - 1/k.
        for k in 2..=50 {
            let mut guess = Matrix::default();
            guess.reset(k, k);
            (0..k * k).for_each(|at| guess.set(at / k, at % k, f64::from(at / k != at % k)));
            let missed = 1.0 - f64::from(u32::try_from(k).unwrap()).recip();
            assert!((check(&mut guess).value - missed).abs() < 1e-12);
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
