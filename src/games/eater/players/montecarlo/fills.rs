//! Boards filled up by chance, 64 at a time: how often the Passer connects, and which cells decide
//! it.

use rand::Rng as _;

use crate::{
    games::eater::rules::{Cell, Cells, EaterBoard, Role},
    play::Rng,
};

/// What many random fillings of a board show. In each, every live empty cell becomes the Passer's
/// or the Eater's, as a coin falls.
#[derive(Clone, Debug, Default)]
pub struct Fills {
    size: usize,
    /// How many there were.
    count: u32,
    /// In how many of them the Passer connects.
    connected: u32,
    /// For each cell, row by row: in how many the Passer does not, but would with this one more
    /// cell.
    decisive: Vec<u32>,
    /// For each cell: whether the Passer has connected without it.
    spared: Vec<bool>,
}

/// The words of a filling, a bit for each of 64 boards: the Passer's cells, and what it reaches of
/// them.
struct Words {
    size: usize,
    own: Vec<u64>,
}

impl Fills {
    /// Fills the board `times` x 64 times. `live` are its live cells.
    pub fn of(board: &EaterBoard, live: &Cells, times: u32, rng: &mut Rng) -> Self {
        let size = usize::from(board.size());
        let cells = size * size;
        let mut fills =
            Self { size, decisive: vec![0; cells], spared: vec![false; cells], ..Self::default() };
        let mut words = Words { size, own: vec![0; cells] };
        for _ in 0..times {
            words.fill(board, live, rng);
            fills.look(&words);
        }
        fills
    }

    /// In what share of the fillings the Passer connects; never quite 0 or 1.
    pub fn share(&self) -> f64 {
        (f64::from(self.connected) + 0.5) / (f64::from(self.count) + 1.0)
    }

    /// How likely it is that an empty cell decides who wins, when all other ones are filled by
    /// chance.
    pub fn decides(&self, cell: Cell) -> f64 {
        // Counted are the fillings in which the cell is the Eater's: half of all.
        2.0 * f64::from(self.decisive[self.index(cell)]) / f64::from(self.count)
    }

    /// Whether the Passer has been seen to connect without this cell. If not, the cell may be a
    /// neck.
    pub fn spares(&self, cell: Cell) -> bool {
        self.spared[self.index(cell)]
    }

    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * self.size + usize::from(cell.col)
    }

    /// Counts 64 fillings.
    fn look(&mut self, words: &Words) {
        let size = self.size;
        let down = words.reach(0..size);
        let up = words.reach((0..size).rev());
        let connected = down[size * (size - 1)..].iter().fold(0, |all, word| all | word);
        for cell in 0..words.own.len() {
            let (row, col) = (cell / size, cell % size);
            let beside = |reached: &[u64]| {
                let left = if col > 0 { reached[cell - 1] } else { 0 };
                let right = if col + 1 < size { reached[cell + 1] } else { 0 };
                left | right
            };
            let from_top =
                if row > 0 { around(&down[(row - 1) * size..row * size], col) } else { u64::MAX };
            let from_bottom = if row + 1 < size {
                around(&up[(row + 1) * size..(row + 2) * size], col)
            } else {
                u64::MAX
            };
            let joins = (from_top | beside(&down)) & (from_bottom | beside(&up));
            self.decisive[cell] += (joins & !words.own[cell] & !connected).count_ones();
            self.spared[cell] |= connected & !words.own[cell] != 0;
        }
        self.count += 64;
        self.connected += connected.count_ones();
    }
}

impl Words {
    fn fill(&mut self, board: &EaterBoard, live: &Cells, rng: &mut Rng) {
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

    /// What is reached of the Passer's cells, travelling over these rows.
    fn reach(&self, rows: impl Iterator<Item = usize>) -> Vec<u64> {
        let size = self.size;
        let mut reached = vec![0; self.own.len()];
        let mut before: Option<usize> = None;
        for row in rows {
            let at = row * size;
            let mut run = 0;
            for col in 0..size {
                let entering =
                    before.map_or(u64::MAX, |before| around(&reached[before..before + size], col));
                run = self.own[at + col] & (entering | run);
                reached[at + col] = run;
            }
            run = 0;
            for cell in (at..at + size).rev() {
                run = self.own[cell] & (reached[cell] | run);
                reached[cell] = run;
            }
            before = Some(at);
        }
        reached
    }
}

/// What leads from a row to this column of the next one.
fn around(row: &[u64], col: usize) -> u64 {
    row[col.saturating_sub(1)..row.len().min(col + 2)].iter().fold(0, |all, word| all | word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::random;

    /// All ways to fill the empty cells: the share that connects, and for each cell how often it
    /// decides.
    fn all_fillings(board: &EaterBoard) -> (f64, Vec<f64>) {
        let free: Vec<Cell> = board.free().iter().collect();
        let fill = |bits: u32| {
            let mut filled = board.clone();
            for (bit, &cell) in free.iter().enumerate() {
                filled
                    .set(cell, Some(if bits >> bit & 1 == 1 { Role::Passer } else { Role::Eater }));
            }
            filled.is_connected()
        };
        let all = 1 << free.len();
        let share = |count: usize| f64::from(u32::try_from(count).unwrap()) / f64::from(all);
        let decides = |bit: usize| {
            share((0..all).filter(|bits| fill(bits | 1 << bit) != fill(bits & !(1 << bit))).count())
        };
        (share((0..all).filter(|&bits| fill(bits)).count()), (0..free.len()).map(decides).collect())
    }

    #[test]
    fn the_shares_are_those_of_all_fillings() {
        let mut rng = random::rng(1, &[]);
        for board in
            ["...\n...\n...", "P.E\n...\n.PE", "E...\nEPP.\n.E.E\n..P.", ".EP.\nP..E\n..E.\n.PP."]
        {
            let board: EaterBoard = board.parse().unwrap();
            let fills = Fills::of(&board, &board.live(), 1000, &mut rng);
            let (share, decides) = all_fillings(&board);
            // four standard errors of 64,000 (and of half as many)
            assert!((fills.share() - share).abs() < 4.0 * 0.5 / 252.0, "{} {share}", fills.share());
            for (cell, expected) in board.free().iter().zip(decides) {
                let found = fills.decides(cell);
                assert!(
                    (found - expected).abs() < 4.0 * 0.5 / 178.0,
                    "{cell}: {found} {expected}\n{board}"
                );
            }
        }
    }

    #[test]
    fn a_neck_is_never_spared() {
        let board: EaterBoard = "....\nE.EE\n....\n....".parse().unwrap();
        let fills = Fills::of(&board, &board.live(), 10, &mut random::rng(1, &[]));
        let necks: Vec<Cell> = board.free().iter().filter(|&cell| !fills.spares(cell)).collect();
        assert_eq!(necks, [Cell::new(1, 1)]);
    }
}
