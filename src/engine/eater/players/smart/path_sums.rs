//! Weighted sums over the Passer's remaining paths.

use crate::eater::model::{Cell, EaterBoard, Role};

/// The total weight of the paths that the Passer may still complete, through each cell.
///
/// The weight of a path is z^n, where n is the number of its empty cells. With a small z, the paths
/// with the fewest empty cells dominate the sum. Within a row, a path runs only left or only right,
/// so the sums can be computed row by row, in time linear in the number of cells.
#[derive(Clone, Debug)]
pub struct PathSums {
    size: usize,
    /// For each cell, row by row: the sum over the paths through it.
    through: Vec<f64>,
}

/// One sweep over the rows: the sums over the partial paths from the starting edge to each cell.
struct Sweep {
    /// The paths that enter the cell from the previous row, without the cell's own weight.
    entering: Vec<f64>,
    /// The paths that end in the cell after running to the right, or not at all, in its row.
    rightwards: Vec<f64>,
    /// The paths that end in the cell after running to the left, or not at all, in its row.
    leftwards: Vec<f64>,
    /// The sum over all paths to the last row of the sweep.
    total: f64,
}

impl PathSums {
    /// The sum over all paths, without the sums through each cell.
    pub fn total(board: &EaterBoard, z: f64) -> f64 {
        let size = usize::from(board.size());
        Sweep::over(0..size, &cell_weights(board, z), size).total
    }

    pub fn of(board: &EaterBoard, z: f64) -> Self {
        let size = usize::from(board.size());
        let weights = cell_weights(board, z);
        let down = Sweep::over(0..size, &weights, size);
        let up = Sweep::over((0..size).rev(), &weights, size);
        let through = |cell: usize| {
            let weight = weights[cell];
            if weight == 0.0 {
                return 0.0;
            }
            // Both factors of a product include the cell's weight, and both products include the
            // paths that do not run along the row.
            let both_ways = down.rightwards[cell] * up.leftwards[cell]
                + down.leftwards[cell] * up.rightwards[cell];
            both_ways / weight - down.entering[cell] * weight * up.entering[cell]
        };
        Self { size, through: (0..weights.len()).map(through).collect() }
    }

    pub fn through(&self, cell: Cell) -> f64 {
        self.through[usize::from(cell.row) * self.size + usize::from(cell.col)]
    }
}

impl Sweep {
    fn over(rows: impl Iterator<Item = usize>, weights: &[f64], size: usize) -> Self {
        let zeros = || vec![0.0; weights.len()];
        let mut sweep =
            Self { entering: zeros(), rightwards: zeros(), leftwards: zeros(), total: 0.0 };
        // The sums over the partial paths that end in each cell of the previous row, padded with a
        // zero at both ends. A path may start in any cell of the first row.
        let mut ending = vec![0.0; size + 2];
        for (rows_before, row) in rows.enumerate() {
            let start = row * size;
            for col in 0..size {
                sweep.entering[start + col] = if rows_before == 0 {
                    1.0
                } else {
                    ending[col] + ending[col + 1] + ending[col + 2]
                };
            }
            let mut run = 0.0;
            for (cell, weight) in (start..).zip(&weights[start..start + size]) {
                run = weight * (sweep.entering[cell] + run);
                sweep.rightwards[cell] = run;
            }
            run = 0.0;
            for (cell, weight) in (start..start + size).zip(&weights[start..start + size]).rev() {
                run = weight * (sweep.entering[cell] + run);
                sweep.leftwards[cell] = run;
                ending[cell - start + 1] =
                    sweep.rightwards[cell] + run - weight * sweep.entering[cell];
            }
        }
        sweep.total = ending.iter().sum();
        sweep
    }
}

fn cell_weights(board: &EaterBoard, z: f64) -> Vec<f64> {
    let size = board.size();
    let weight = |row: u16, col: u16| {
        let has = |role| board.row(role, usize::from(row)) >> col & 1 == 1;
        if has(Role::Passer) {
            1.0
        } else if has(Role::Eater) {
            0.0
        } else {
            z
        }
    };
    (0..size).flat_map(|row| (0..size).map(move |col| weight(row, col))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Appends all paths that continue `path` to `found`, with their cells and weights.
    fn walk(
        board: &EaterBoard,
        z: f64,
        path: &mut Vec<Cell>,
        weight: f64,
        found: &mut Vec<(Vec<Cell>, f64)>,
    ) {
        let cell = path[path.len() - 1];
        let weight = match board.at(cell) {
            Some(Role::Eater) => return,
            Some(Role::Passer) => weight,
            None => weight * z,
        };
        if cell.row + 1 == board.size() {
            found.push((path.clone(), weight));
        }
        let steps = [(0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        for (down, right) in steps {
            let Some(col) = cell.col.checked_add_signed(right) else { continue };
            let next = Cell::new(cell.row + down, col);
            if board.contains(next) && !path.contains(&next) {
                path.push(next);
                walk(board, z, path, weight, found);
                path.pop();
            }
        }
    }

    #[test]
    fn the_sums_agree_with_an_enumeration_of_all_paths() {
        for board in [
            "...\n...\n...",
            "P.E\n...\n.PE",
            "....\nEPP.\n.E..\n..P.",
            "E..\nPE.\n.EE",
            "EEE\n...\n...",
        ] {
            let board: EaterBoard = board.parse().unwrap();
            let mut paths = Vec::new();
            for col in 0..board.size() {
                walk(&board, 0.3, &mut vec![Cell::new(0, col)], 1.0, &mut paths);
            }
            let sums = PathSums::of(&board, 0.3);
            let total: f64 = paths.iter().map(|(_, weight)| weight).sum();
            assert!((PathSums::total(&board, 0.3) - total).abs() < 1e-12, "{board}");
            for cell in board.cells() {
                let sum: f64 = paths
                    .iter()
                    .filter(|(path, _)| path.contains(&cell))
                    .map(|(_, weight)| weight)
                    .sum();
                assert!((sums.through(cell) - sum).abs() < 1e-12, "{cell}\n{board}");
            }
        }
    }
}
