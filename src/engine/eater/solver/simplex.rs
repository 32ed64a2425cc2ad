//! The simplex method for the linear programs of matrix games (Dantzig 1951).

/// Below this, numbers in a tableau with entries from 1 to 2 are rounding errors.
const EPSILON: f64 = 1e-12;

/// A simplex tableau for the linear program "maximise sum(y) under A y <= 1, y >= 0", where all
/// entries of A are within 1..=2. There is no first phase, because y = 0 is feasible. The memory is
/// reused for the next program.
#[derive(Clone, Debug, Default)]
pub struct Tableau {
    /// The number of rows of A: the constraints.
    rows: usize,
    /// The number of columns of A: the variables without slack variables.
    cols: usize,
    /// The tableau row by row; the last row holds the reduced costs.
    entries: Vec<f64>,
    /// The basic variable of each row.
    basis: Vec<usize>,
}

impl Tableau {
    /// Solves the program with the entries `a(row, col)` of A.
    pub fn solve(&mut self, rows: usize, cols: usize, a: impl Fn(usize, usize) -> f64) {
        (self.rows, self.cols) = (rows, cols);
        let width = self.width();
        self.entries.clear();
        self.entries.resize((rows + 1) * width, 0.0);
        for row in 0..rows {
            for col in 0..cols {
                self.entries[row * width + col] = a(row, col);
            }
            self.entries[row * width + cols + row] = 1.0;
            self.entries[row * width + width - 1] = 1.0;
        }
        self.entries[rows * width..][..cols].fill(-1.0);
        self.basis.clear();
        self.basis.extend(cols..cols + rows);
        let mut steps = 0;
        while let Some(col) = self.entering_column(steps > 8 * width) {
            // The entries of A are positive, so some row always limits y.
            let Some(row) = self.leaving_row(col) else { break };
            self.pivot(row, col);
            steps += 1;
        }
    }

    /// The optimum, sum(y).
    pub fn optimum(&self) -> f64 {
        self.entries[self.entries.len() - 1]
    }

    /// The optimal y.
    pub fn primal(&self) -> Vec<f64> {
        let mut y = vec![0.0; self.cols];
        for (row, &variable) in self.basis.iter().enumerate() {
            if variable < self.cols {
                y[variable] = self.entries[row * self.width() + self.width() - 1];
            }
        }
        y
    }

    /// The optimal solution of the dual program.
    pub fn dual(&self) -> Vec<f64> {
        let costs = self.rows * self.width();
        (0..self.rows).map(|row| self.entries[costs + self.cols + row]).collect()
    }

    /// The number of columns: variables, a slack variable per row, and the right-hand side.
    fn width(&self) -> usize {
        self.cols + self.rows + 1
    }

    /// The column with the lowest reduced cost, or `None` at the optimum. Bland's rule (1977),
    /// which prevents cycles, takes the first column with a negative reduced cost instead.
    fn entering_column(&self, use_blands_rule: bool) -> Option<usize> {
        let costs = &self.entries[self.rows * self.width()..][..self.width() - 1];
        let mut negative = costs.iter().enumerate().filter(|&(_, &cost)| cost < -EPSILON);
        let entering = if use_blands_rule {
            negative.next()
        } else {
            negative.min_by(|a, b| a.1.total_cmp(b.1))
        };
        entering.map(|(col, _)| col)
    }

    /// The row that limits the entering variable most; in a tie, the one with the lowest variable.
    fn leaving_row(&self, col: usize) -> Option<usize> {
        let width = self.width();
        let mut best: Option<(f64, usize)> = None;
        for row in 0..self.rows {
            let weight = self.entries[row * width + col];
            if weight > EPSILON {
                let ratio = self.entries[row * width + width - 1] / weight;
                let is_better = best.is_none_or(|(best_ratio, best_row)| {
                    ratio < best_ratio - EPSILON
                        || (ratio <= best_ratio + EPSILON && self.basis[row] < self.basis[best_row])
                });
                if is_better {
                    best = Some((ratio, row));
                }
            }
        }
        best.map(|(_, row)| row)
    }

    fn pivot(&mut self, row: usize, col: usize) {
        let width = self.width();
        let inverse = self.entries[row * width + col].recip();
        for entry in &mut self.entries[row * width..][..width] {
            *entry *= inverse;
        }
        let (before, rest) = self.entries.split_at_mut(row * width);
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
