//! Bit-parallel random playouts: the rate at which the Passer connects, and the cells that decide
//! it.

use std::ops::{BitAnd, BitOr, Not};

use rand::Rng as _;

use crate::{
    eater::model::{Cell, CellSet, EaterBoard, Role},
    play::Rng,
};

/// The statistics of random playouts of a board, in which each live empty cell becomes the Passer's
/// or the Eater's with equal probability.
#[derive(Clone, Debug, Default)]
pub struct Playouts {
    size: usize,
    count: u32,
    connected: u32,
    /// For each cell, the number of playouts in which the Passer would connect only with it.
    decisive: Vec<u32>,
    /// For each cell, whether the Passer has connected without it in a playout.
    connected_without: Vec<bool>,
}

/// The number of words in a [`PlayoutSet`].
const WORDS: usize = 4;

/// A set of playouts of a batch. A batch has one for each bit of the set. Operations compile to
/// vector instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PlayoutSet([u64; WORDS]);

impl PlayoutSet {
    const NONE: Self = Self([0; WORDS]);
    const ALL: Self = Self([u64::MAX; WORDS]);

    /// The set with these bits for the first half of the playouts, complemented for the second
    /// half.
    #[inline]
    const fn antithetic([first, second]: [u64; 2]) -> Self {
        Self([first, second, !first, !second])
    }

    #[inline]
    const fn count(self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }
}

impl BitOr for PlayoutSet {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }
}

impl BitAnd for PlayoutSet {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }
}

impl Not for PlayoutSet {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

/// A batch of playouts.
struct PlayoutBatch {
    size: usize,
    /// The number of columns, including an empty one on both sides, so that every cell has
    /// neighbours.
    stride: usize,
    /// The playouts in which a cell is the Passer's, by [`Self::index`].
    own: Vec<PlayoutSet>,
}

impl Playouts {
    pub fn run(board: &EaterBoard, live: &CellSet, batches: u32, rng: &mut Rng) -> Self {
        let size = usize::from(board.size());
        let cells = size * size;
        let mut playouts = Self {
            size,
            decisive: vec![0; cells],
            connected_without: vec![false; cells],
            ..Self::default()
        };
        let mut batch = PlayoutBatch::new(size);
        for _ in 0..batches {
            batch.fill(board, live, rng);
            playouts.add(&batch);
        }
        playouts
    }

    /// The share of playouts in which the Passer connects, smoothed to be never exactly 0 or 1.
    pub fn connection_rate(&self) -> f64 {
        (f64::from(self.connected) + 0.5) / (f64::from(self.count) + 1.0)
    }

    /// The probability that an empty cell decides who wins if all others are filled at random.
    pub fn criticality(&self, cell: Cell) -> f64 {
        // A cell is counted as decisive only in playouts in which it is the Eater's, half of them.
        2.0 * f64::from(self.decisive[self.index(cell)]) / f64::from(self.count)
    }

    /// Whether the Passer has connected without this cell in a playout, so that it is no cut cell.
    pub fn has_connected_without(&self, cell: Cell) -> bool {
        self.connected_without[self.index(cell)]
    }

    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * self.size + usize::from(cell.col)
    }

    fn add(&mut self, batch: &PlayoutBatch) {
        let (size, stride) = (self.size, batch.stride);
        let down = batch.flood(0..size);
        let up = batch.flood((0..size).rev());
        let mut connected = PlayoutSet::NONE;
        for &reached in &down[stride * (size - 1)..] {
            connected = connected | reached;
        }
        for row in 0..size {
            for col in 0..size {
                let at = batch.index(row, col);
                let from_top =
                    if row > 0 { entered_from(&down, at - stride) } else { PlayoutSet::ALL };
                let from_bottom =
                    if row + 1 < size { entered_from(&up, at + stride) } else { PlayoutSet::ALL };
                let would_join = (from_top | down[at - 1] | down[at + 1])
                    & (from_bottom | up[at - 1] | up[at + 1]);
                let without_cell = !batch.own[at];
                let cell = row * size + col;
                self.decisive[cell] += (would_join & without_cell & !connected).count();
                self.connected_without[cell] |= connected & without_cell != PlayoutSet::NONE;
            }
        }
        self.count += PlayoutSet::ALL.count();
        self.connected += connected.count();
    }
}

impl PlayoutBatch {
    fn new(size: usize) -> Self {
        let stride = size + 2;
        Self { size, stride, own: vec![PlayoutSet::NONE; size * stride] }
    }

    fn index(&self, row: usize, col: usize) -> usize {
        row * self.stride + col + 1
    }

    /// Fills the live empty cells of a board at random. Half of the playouts complement the other
    /// half (antithetic sampling), which reduces the variance.
    fn fill(&mut self, board: &EaterBoard, live: &CellSet, rng: &mut Rng) {
        for row in 0..self.size {
            let own = board.row(Role::Passer, row);
            let live = live.rows()[row];
            for col in 0..self.size {
                let at = self.index(row, col);
                self.own[at] = if own >> col & 1 == 1 {
                    PlayoutSet::ALL
                } else if live >> col & 1 == 1 {
                    PlayoutSet::antithetic([rng.next_u64(), rng.next_u64()])
                } else {
                    PlayoutSet::NONE
                };
            }
        }
    }

    /// Floods the Passer's cells over `rows` in order, from every cell of the first one. Returns
    /// for each cell the playouts in which it is reached. Like `flood` of the model, but for all
    /// playouts at once.
    fn flood(&self, rows: impl Iterator<Item = usize>) -> Vec<PlayoutSet> {
        let mut reached = vec![PlayoutSet::NONE; self.own.len()];
        let mut previous: Option<usize> = None;
        for row in rows {
            let mut run = PlayoutSet::NONE;
            for col in 0..self.size {
                let at = self.index(row, col);
                let entries = previous.map_or(PlayoutSet::ALL, |previous| {
                    entered_from(&reached, self.index(previous, col))
                });
                run = self.own[at] & (entries | run);
                reached[at] = run;
            }
            run = PlayoutSet::NONE;
            for col in (0..self.size).rev() {
                let at = self.index(row, col);
                run = self.own[at] & (reached[at] | run);
                reached[at] = run;
            }
            previous = Some(row);
        }
        reached
    }
}

/// The playouts in which the next row can be entered near a cell: this one or one beside it is
/// reached.
#[inline]
fn entered_from(reached: &[PlayoutSet], at: usize) -> PlayoutSet {
    reached[at - 1] | reached[at] | reached[at + 1]
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
            let playouts = Playouts::run(&board, &board.live_cells(), 250, &mut rng);
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
    fn each_empty_cell_is_the_passers_in_half_of_the_playouts() {
        let board: EaterBoard = "..P\n...\n.E.".parse().unwrap();
        let mut batch = PlayoutBatch::new(3);
        batch.fill(&board, &board.live_cells(), &mut random::rng(1, &[]));
        let counts = [[128, 128, 256], [128, 128, 128], [128, 0, 128]];
        for cell in board.cells() {
            let (row, col) = (usize::from(cell.row), usize::from(cell.col));
            assert_eq!(batch.own[batch.index(row, col)].count(), counts[row][col]);
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
