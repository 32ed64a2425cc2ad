//! How cheap the Passer's remaining paths are, and which cells they share.

use crate::games::eater::rules::{Cell, EaterBoard, Role};

/// The weights of all paths that the Passer may still complete, summed up.
///
/// A path weighs z to the power of its price, the number of empty cells on it (its own cells are
/// free); so with a small z the cheapest paths count for nearly all, and many of them for more than
/// few. In a row a path runs one way, left or right. The sums are carried from row to row in time
/// linear in the number of cells.
#[derive(Clone, Debug)]
pub struct Flow {
    size: usize,
    /// For each cell, row by row, the sum over the paths that visit it.
    through: Vec<f64>,
}

/// One sweep over the rows: for each cell the weights of what comes to it from the starting edge.
struct Sweep {
    /// Before its own weight counts, from the row before.
    entering: Vec<f64>,
    /// Up to the cell and with it, having run to the right (or not at all) in its row.
    rightwards: Vec<f64>,
    /// Likewise to the left.
    leftwards: Vec<f64>,
    /// The sum over all that reach the last row.
    total: f64,
}

impl Flow {
    /// The sum over all paths alone.
    pub fn total(board: &EaterBoard, z: f64) -> f64 {
        let size = usize::from(board.size());
        Sweep::over(0..size, &weights(board, z), size).total
    }

    /// The sums for all cells.
    pub fn of(board: &EaterBoard, z: f64) -> Self {
        let size = usize::from(board.size());
        let weights = weights(board, z);
        let down = Sweep::over(0..size, &weights, size);
        let up = Sweep::over((0..size).rev(), &weights, size);
        let through = |cell: usize| {
            let weight = weights[cell];
            if weight == 0.0 {
                return 0.0;
            }
            // The cell's weight is in both halves; who neither comes nor goes sideways is in both
            // products.
            let runs = down.rightwards[cell] * up.leftwards[cell]
                + down.leftwards[cell] * up.rightwards[cell];
            runs / weight - down.entering[cell] * weight * up.entering[cell]
        };
        Self { size, through: (0..weights.len()).map(through).collect() }
    }

    /// The sum over the paths that visit a cell of the board.
    pub fn through(&self, cell: Cell) -> f64 {
        self.through[usize::from(cell.row) * self.size + usize::from(cell.col)]
    }
}

impl Sweep {
    fn over(rows: impl Iterator<Item = usize>, weights: &[f64], size: usize) -> Self {
        let blank = || vec![0.0; weights.len()];
        let mut sweep =
            Self { entering: blank(), rightwards: blank(), leftwards: blank(), total: 0.0 };
        // What leaves each cell of the row before, with a blank one at either end; every cell of
        // the first is a start.
        let mut left = vec![0.0; size + 2];
        for (count, row) in rows.enumerate() {
            let at = row * size;
            for col in 0..size {
                sweep.entering[at + col] =
                    if count == 0 { 1.0 } else { left[col] + left[col + 1] + left[col + 2] };
            }
            let mut run = 0.0;
            for (cell, weight) in (at..).zip(&weights[at..at + size]) {
                run = weight * (sweep.entering[cell] + run);
                sweep.rightwards[cell] = run;
            }
            run = 0.0;
            for (cell, weight) in (at..at + size).zip(&weights[at..at + size]).rev() {
                run = weight * (sweep.entering[cell] + run);
                sweep.leftwards[cell] = run;
                left[cell - at + 1] = sweep.rightwards[cell] + run - weight * sweep.entering[cell];
            }
        }
        sweep.total = left.iter().sum();
        sweep
    }
}

/// The weight of each cell, row by row.
fn weights(board: &EaterBoard, z: f64) -> Vec<f64> {
    let size = board.size();
    let weigh = |row: u16, col: u16| {
        let has = |side| board.row(side, usize::from(row)) >> col & 1 == 1;
        if has(Role::Passer) {
            1.0
        } else if has(Role::Eater) {
            0.0
        } else {
            z
        }
    };
    (0..size).flat_map(|row| (0..size).map(move |col| weigh(row, col))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All paths from this cell on, by walking them: their weight, and what each visits.
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
            if board.has(next) && !path.contains(&next) {
                path.push(next);
                walk(board, z, path, weight, found);
                path.pop();
            }
        }
    }

    #[test]
    fn the_sums_are_those_over_all_paths() {
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
            let flow = Flow::of(&board, 0.3);
            let total: f64 = paths.iter().map(|(_, weight)| weight).sum();
            assert!((Flow::total(&board, 0.3) - total).abs() < 1e-12, "{board}");
            for cell in board.cells() {
                let sum: f64 = paths
                    .iter()
                    .filter(|(path, _)| path.contains(&cell))
                    .map(|(_, weight)| weight)
                    .sum();
                assert!((flow.through(cell) - sum).abs() < 1e-12, "{cell}\n{board}");
            }
        }
    }
}
