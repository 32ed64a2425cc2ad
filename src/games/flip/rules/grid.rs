//! Boards of any size as an array: plain and general. The boards of bits are tested against it.

use super::{Side, Square};

/// The eight directions as steps of row and column.
pub const DIRECTIONS: [(i32, i32); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A board of n x n cells, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    size: u16,
    cells: Vec<Option<Side>>,
    /// The rows and columns that may hold a move: where tiles are, and one around (first, last).
    rows: (u16, u16),
    cols: (u16, u16),
    counts: [u32; 2],
}

impl Grid {
    /// An empty board.
    pub fn empty(size: u16) -> Self {
        let cells = vec![None; usize::from(size) * usize::from(size)];
        Self { size, cells, rows: (size, 0), cols: (size, 0), counts: [0; 2] }
    }

    /// Its size n.
    pub fn size(&self) -> u16 {
        self.size
    }

    /// What lies on a cell of the board.
    pub fn at(&self, cell: Square) -> Option<Side> {
        self.cells[self.index(cell)]
    }

    /// The tiles of O and X.
    pub fn counts(&self) -> [u32; 2] {
        self.counts
    }

    /// Puts a tile on a cell, or takes it off.
    pub fn set(&mut self, cell: Square, tile: Option<Side>) {
        let index = self.index(cell);
        if let Some(side) = self.cells[index] {
            self.counts[side.index()] -= 1;
        }
        if let Some(side) = tile {
            self.counts[side.index()] += 1;
            let around = |(first, last): (u16, u16), at: u16| {
                (first.min(at.saturating_sub(1)), last.max((at + 1).min(self.size - 1)))
            };
            (self.rows, self.cols) = (around(self.rows, cell.row), around(self.cols, cell.col));
        }
        self.cells[index] = tile;
    }

    /// The tiles that change owner when `side` moves to `cell`; none if the move is not legal.
    pub fn flips(&self, side: Side, cell: Square) -> Vec<Square> {
        let mut flipped = Vec::new();
        if self.at(cell).is_none() {
            for direction in DIRECTIONS {
                let length = self.run(side, cell, direction);
                flipped.extend(self.ray(cell, direction).take(length));
            }
        }
        flipped
    }

    /// Whether `side` may move to `cell`.
    pub fn is_legal(&self, side: Side, cell: Square) -> bool {
        self.at(cell).is_none()
            && DIRECTIONS.iter().any(|&direction| self.run(side, cell, direction) > 0)
    }

    /// The cells to which `side` may move, in reading order.
    pub fn legal(&self, side: Side) -> impl DoubleEndedIterator<Item = Square> {
        let (rows, cols) = (self.rows, self.cols);
        (rows.0..=rows.1)
            .flat_map(move |row| (cols.0..=cols.1).map(move |col| Square::new(row, col)))
            .filter(move |&cell| self.is_legal(side, cell))
    }

    /// How many opponent tiles lie between `cell` and the next own tile in a direction, without a
    /// gap.
    fn run(&self, side: Side, cell: Square, direction: (i32, i32)) -> usize {
        let mut length = 0;
        for next in self.ray(cell, direction) {
            match self.at(next) {
                Some(owner) if owner == side => return length,
                Some(_) => length += 1,
                None => return 0,
            }
        }
        0
    }

    /// The cells of the board from `cell` on in a direction, `cell` left out.
    fn ray(&self, cell: Square, (down, right): (i32, i32)) -> impl Iterator<Item = Square> {
        let size = i32::from(self.size);
        let (mut row, mut col) = (i32::from(cell.row), i32::from(cell.col));
        std::iter::from_fn(move || {
            row += down;
            col += right;
            let inside = (0..size).contains(&row) && (0..size).contains(&col);
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // inside the board
            inside.then(|| Square::new(row as u16, col as u16))
        })
    }

    fn index(&self, cell: Square) -> usize {
        usize::from(cell.row) * usize::from(self.size) + usize::from(cell.col)
    }
}
