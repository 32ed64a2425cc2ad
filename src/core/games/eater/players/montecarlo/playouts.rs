//! Random playouts, 64 at a time: how often the Passer connects, and which cells decide it.

use rand::Rng as _;

use crate::{
    games::eater::rules::{Cell, CellSet, EaterBoard, Role},
    play::Rng,
};

/// The statistics of many random playouts of a board. In each playout every live empty cell becomes
/// the Passer's or the Eater's with equal probability.
#[derive(Clone, Debug, Default)]
pub struct Playouts {
    size: usize,
    /// The number of playouts.
    count: u32,
    /// The number of playouts in which the Passer connects.
    connected: u32,
    /// For each cell, row by row: the number of playouts in which the Passer does not connect, but
    /// would with this additional cell.
    decisive: Vec<u32>,
    /// For each cell: whether the Passer has connected without it in a playout.
    connected_without: Vec<bool>,
}

/// A batch of 64 playouts: for each cell, row by row, a word with one bit per playout that says
/// whether the cell is the Passer's.
struct PlayoutBatch {
    size: usize,
    own: Vec<u64>,
}

impl Playouts {
    /// Runs `batches` x 64 playouts of a board with these live cells.
    pub fn run(board: &EaterBoard, live: &CellSet, batches: u32, rng: &mut Rng) -> Self {
        let size = usize::from(board.size());
        let cells = size * size;
        let mut playouts = Self {
            size,
            decisive: vec![0; cells],
            connected_without: vec![false; cells],
            ..Self::default()
        };
        let mut batch = PlayoutBatch { size, own: vec![0; cells] };
        for _ in 0..batches {
            batch.fill(board, live, rng);
            playouts.add(&batch);
        }
        playouts
    }

    /// Returns the share of playouts in which the Passer connects, smoothed so that it is never
    /// exactly 0 or 1.
    pub fn connection_rate(&self) -> f64 {
        (f64::from(self.connected) + 0.5) / (f64::from(self.count) + 1.0)
    }

    /// Returns the criticality of an empty cell: the probability that it decides who wins when all
    /// other cells are filled at random.
    pub fn criticality(&self, cell: Cell) -> f64 {
        // A cell is counted as decisive only in playouts where it is the Eater's, which are half
        // of all.
        2.0 * f64::from(self.decisive[self.index(cell)]) / f64::from(self.count)
    }

    /// Returns whether the Passer has connected without this cell in a playout. If not, the cell
    /// may be a cut cell.
    pub fn has_connected_without(&self, cell: Cell) -> bool {
        self.connected_without[self.index(cell)]
    }

    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * self.size + usize::from(cell.col)
    }

    /// Adds a batch to the statistics.
    fn add(&mut self, batch: &PlayoutBatch) {
        let size = self.size;
        let down = batch.flood(0..size);
        let up = batch.flood((0..size).rev());
        let connected = down[size * (size - 1)..].iter().fold(0, |all, word| all | word);
        for cell in 0..batch.own.len() {
            let (row, col) = (cell / size, cell % size);
            let beside = |reached: &[u64]| {
                let left = if col > 0 { reached[cell - 1] } else { 0 };
                let right = if col + 1 < size { reached[cell + 1] } else { 0 };
                left | right
            };
            let from_top =
                if row > 0 { entries(&down[(row - 1) * size..row * size], col) } else { u64::MAX };
            let from_bottom = if row + 1 < size {
                entries(&up[(row + 1) * size..(row + 2) * size], col)
            } else {
                u64::MAX
            };
            let joins = (from_top | beside(&down)) & (from_bottom | beside(&up));
            self.decisive[cell] += (joins & !batch.own[cell] & !connected).count_ones();
            self.connected_without[cell] |= connected & !batch.own[cell] != 0;
        }
        self.count += 64;
        self.connected += connected.count_ones();
    }
}

impl PlayoutBatch {
    /// Fills the live empty cells of a board at random.
    fn fill(&mut self, board: &EaterBoard, live: &CellSet, rng: &mut Rng) {
        for row in 0..self.size {
            let own = board.row(Role::Passer, row);
            let live = live.rows()[row];
            for col in 0..self.size {
                self.own[row * self.size + col] = if own >> col & 1 == 1 {
                    u64::MAX
                } else if live >> col & 1 == 1 {
                    rng.next_u64()
                } else {
                    0
                };
            }
        }
    }

    /// Floods the Passer's cells over `rows` in this order, from every cell of the first one.
    /// Returns the playouts in which each cell is reached.
    fn flood(&self, rows: impl Iterator<Item = usize>) -> Vec<u64> {
        let size = self.size;
        let mut reached = vec![0; self.own.len()];
        let mut previous: Option<usize> = None;
        for row in rows {
            let start = row * size;
            let mut run = 0;
            for col in 0..size {
                let entering = previous
                    .map_or(u64::MAX, |previous| entries(&reached[previous..previous + size], col));
                run = self.own[start + col] & (entering | run);
                reached[start + col] = run;
            }
            run = 0;
            for cell in (start..start + size).rev() {
                run = self.own[cell] & (reached[cell] | run);
                reached[cell] = run;
            }
            previous = Some(start);
        }
        reached
    }
}

/// Returns the playouts in which a cell in column `col` can be entered from a reached cell of the
/// neighbouring row.
#[inline]
fn entries(row: &[u64], col: usize) -> u64 {
    row[col.saturating_sub(1)..row.len().min(col + 2)].iter().fold(0, |all, word| all | word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::random;

    /// Returns the share of all fillings of the empty cells in which the Passer connects, and the
    /// criticality of each empty cell.
    fn all_fillings(board: &EaterBoard) -> (f64, Vec<f64>) {
        let free: Vec<Cell> = board.empty_cells().iter().collect();
        let connects = |bits: u32| {
            let mut filled = board.clone();
            for (bit, &cell) in free.iter().enumerate() {
                filled
                    .set(cell, Some(if bits >> bit & 1 == 1 { Role::Passer } else { Role::Eater }));
            }
            filled.is_connected()
        };
        let all = 1 << free.len();
        let share = |count: usize| f64::from(u32::try_from(count).unwrap()) / f64::from(all);
        let criticality = |bit: usize| {
            share(
                (0..all)
                    .filter(|bits| connects(bits | 1 << bit) != connects(bits & !(1 << bit)))
                    .count(),
            )
        };
        (
            share((0..all).filter(|&bits| connects(bits)).count()),
            (0..free.len()).map(criticality).collect(),
        )
    }

    #[test]
    fn the_statistics_agree_with_all_fillings() {
        let mut rng = random::rng(1, &[]);
        for board in
            ["...\n...\n...", "P.E\n...\n.PE", "E...\nEPP.\n.E.E\n..P.", ".EP.\nP..E\n..E.\n.PP."]
        {
            let board: EaterBoard = board.parse().unwrap();
            let playouts = Playouts::run(&board, &board.live_cells(), 1000, &mut rng);
            let (rate, criticalities) = all_fillings(&board);
            // The tolerances are four standard errors: for 64,000 playouts, and for half as many.
            let found = playouts.connection_rate();
            assert!((found - rate).abs() < 4.0 * 0.5 / 252.0, "{found} {rate}");
            for (cell, expected) in board.empty_cells().iter().zip(criticalities) {
                let found = playouts.criticality(cell);
                assert!(
                    (found - expected).abs() < 4.0 * 0.5 / 178.0,
                    "{cell}: {found} {expected}\n{board}"
                );
            }
        }
    }

    #[test]
    fn the_passer_never_connects_without_a_cut_cell() {
        let board: EaterBoard = "....\nE.EE\n....\n....".parse().unwrap();
        let playouts = Playouts::run(&board, &board.live_cells(), 10, &mut random::rng(1, &[]));
        let cut_cells: Vec<Cell> = board
            .empty_cells()
            .iter()
            .filter(|&cell| !playouts.has_connected_without(cell))
            .collect();
        assert_eq!(cut_cells, [Cell::new(1, 1)]);
    }
}
