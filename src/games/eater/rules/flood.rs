//! Which cells a path reaches: floods from row to row with bits, in time linear in the number of
//! rows.

use super::{Cell, Cells, EaterBoard, Role, cells::columns};

/// The cells of the runs of `cells` (adjacent bits) in which a seed lies. Seeds outside `cells`
/// don't count.
///
/// A carry runs up from the lowest seed of a run to its end; the way down is the same, mirrored.
/// Needs the highest bit of a word free.
#[inline]
pub const fn sideways(seeds: u64, cells: u64) -> u64 {
    let seeds = seeds & cells;
    let up = (cells & !cells.wrapping_add(seeds)) | seeds;
    let (mirrored, seeds) = (cells.reverse_bits() >> 1, seeds.reverse_bits() >> 1);
    let down = (mirrored & !mirrored.wrapping_add(seeds)) | seeds;
    up | (down << 1).reverse_bits()
}

/// The places in the next row to which a step leads from these: straight and both diagonals.
#[inline]
pub const fn onwards(row: u64) -> u64 {
    row | row << 1 | row >> 1
}

/// What is reached in `cells`, rows in the order of travel, when all of the first row is a start.
pub fn through(cells: impl IntoIterator<Item = u64>) -> Vec<u64> {
    let mut entries = u64::MAX;
    let pass = |row| {
        let reached = sideways(entries, row);
        entries = onwards(reached);
        reached
    };
    cells.into_iter().map(pass).collect()
}

/// Those of `cells` that lie on a path from the first row to the last one that visits no cell
/// twice.
///
/// Being reached from both ends is not enough: a pocket beside the way in and the way out is
/// entered and left by the same cells. In a run of a row, what lies between some way in and some
/// way out is on such a path.
pub fn on_paths(cells: &[u64]) -> Vec<u64> {
    let down = through(cells.iter().copied());
    let mut up = through(cells.iter().rev().copied());
    up.reverse();
    let row = |r: usize| {
        let entries = if r == 0 { cells[r] } else { onwards(down[r - 1]) & cells[r] };
        let exits = up.get(r + 1).map_or(cells[r], |&below| onwards(below) & cells[r]);
        let mut between = 0;
        let mut left = sideways(entries, cells[r]) & sideways(exits, cells[r]);
        while left != 0 {
            let run = sideways(left & left.wrapping_neg(), left);
            let (entries, exits) = (entries & run, exits & run);
            between |=
                span(lowest(entries), highest(exits)) | span(lowest(exits), highest(entries));
            left &= !run;
        }
        between
    };
    (0..cells.len()).map(row).collect()
}

const fn lowest(row: u64) -> u32 {
    row.trailing_zeros()
}

/// Of a row that is not empty.
const fn highest(row: u64) -> u32 {
    row.ilog2()
}

/// The bits from `first` to `last`, both included; none if they are in the wrong order.
const fn span(first: u32, last: u32) -> u64 {
    if first <= last { (u64::MAX >> (63 - last)) & (u64::MAX << first) } else { 0 }
}

/// The Passer's cells that are reached from the top, kept up to date as the Passer marks cells: for
/// a search, which need not flood the whole board again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    rows: Vec<u64>,
}

impl Reach {
    /// What the Passer has reached on this board.
    pub fn of(board: &EaterBoard) -> Self {
        Self { rows: through(board.rows(Role::Passer)) }
    }

    /// The rows' words, top row first.
    pub fn rows(&self) -> &[u64] {
        &self.rows
    }

    /// Whether the last row is reached: the Passer has won.
    pub fn is_connected(&self) -> bool {
        self.rows.last().is_some_and(|&row| row != 0)
    }

    /// Takes into account that the Passer has marked `cell` on `board` since. Returns whether the
    /// Passer has won.
    pub fn add(&mut self, board: &EaterBoard, cell: Cell) -> bool {
        let first = usize::from(cell.row);
        for row in first..self.rows.len() {
            let entries = if row == 0 { u64::MAX } else { onwards(self.rows[row - 1]) };
            let reached = sideways(entries, board.row(Role::Passer, row));
            if reached == self.rows[row] {
                break; // Further down nothing changes either.
            }
            self.rows[row] = reached;
        }
        self.is_connected()
    }
}

impl EaterBoard {
    /// The Passer's cells that are reached from the top row along its own cells.
    pub fn reached(&self) -> Cells {
        Cells::new(through(self.rows(Role::Passer)))
    }

    /// Whether the Passer has a path from top to bottom.
    pub fn is_connected(&self) -> bool {
        Reach::of(self).is_connected()
    }

    /// The cells that the Passer may still reach from the top: over its own and over empty cells.
    pub fn open(&self) -> Cells {
        Cells::new(through(self.ways()))
    }

    /// Whether the Passer may still connect (or has).
    pub fn can_connect(&self) -> bool {
        self.sealed().is_none()
    }

    /// The topmost row to which the Passer can't get any more, if there is one: the Eater is sure
    /// to win then.
    pub fn sealed(&self) -> Option<u16> {
        (0..).zip(through(self.ways())).find(|&(_, row)| row == 0).map(|(row, _)| row)
    }

    /// The cells, the Passer's own and empty ones, of all paths that the Passer may still complete.
    /// An empty cell that is not among them is dead: what is marked there changes nothing.
    pub fn live(&self) -> Cells {
        let ways: Vec<u64> = self.ways().collect();
        Cells::new(on_paths(&ways))
    }

    /// Row by row what is not the Eater's.
    fn ways(&self) -> impl DoubleEndedIterator<Item = u64> {
        let all = self.full_row();
        self.rows(Role::Eater).map(move |eaten| all & !eaten)
    }
}

/// The columns next to `col` in the same row that are in `row`, and the steps down from it that are
/// in `below`.
pub(super) fn steps(cell: Cell, row: u64, below: u64) -> impl Iterator<Item = Cell> {
    let around = onwards(1 << cell.col);
    let down = columns(around & below).map(move |col| Cell::new(cell.row + 1, col));
    let beside = columns(around & row & !(1 << cell.col)).map(move |col| Cell::new(cell.row, col));
    down.chain(beside)
}
