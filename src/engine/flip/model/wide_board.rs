//! A simple board of any size, stored as an array. The bitboards are tested against it.

use super::{Side, Square};

/// The eight directions as steps of row and column.
pub const DIRECTIONS: [(isize, isize); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A board of n x n squares, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WideBoard {
    size: u16,
    squares: Vec<Option<Side>>,
    /// The first and the last row that may hold a legal move: the rows with tiles, and one more on
    /// each side.
    rows: (u16, u16),
    /// The first and the last such column.
    cols: (u16, u16),
    counts: [u32; 2],
}

impl WideBoard {
    /// An n x n board without tiles.
    pub fn empty(size: u16) -> Self {
        let squares = vec![None; usize::from(size) * usize::from(size)];
        Self { size, squares, rows: (size, 0), cols: (size, 0), counts: [0; 2] }
    }

    /// The number of rows, n.
    pub fn size(&self) -> u16 {
        self.size
    }

    /// The owner of the tile on a square of the board, or `None` if the square is empty.
    pub fn at(&self, square: Square) -> Option<Side> {
        self.squares[self.index(square)]
    }

    /// The numbers of tiles of O and of X.
    pub fn counts(&self) -> [u32; 2] {
        self.counts
    }

    /// Puts a tile on a square of the board, or removes it.
    pub fn set(&mut self, square: Square, tile: Option<Side>) {
        let index = self.index(square);
        if let Some(side) = self.squares[index] {
            self.counts[side.index()] -= 1;
        }
        if let Some(side) = tile {
            self.counts[side.index()] += 1;
            let around = |(first, last): (u16, u16), at: u16| {
                (first.min(at.saturating_sub(1)), last.max((at + 1).min(self.size - 1)))
            };
            (self.rows, self.cols) = (around(self.rows, square.row), around(self.cols, square.col));
        }
        self.squares[index] = tile;
    }

    /// The tiles that a move of `side` to `square` flips: none if the move is illegal.
    pub fn flips(&self, side: Side, square: Square) -> Vec<Square> {
        let mut flipped = Vec::new();
        if self.at(square).is_none() {
            for direction in DIRECTIONS {
                let length = self.run(side, square, direction);
                flipped.extend(self.ray(square, direction).take(length));
            }
        }
        flipped
    }

    /// Whether `side` may move to `square`.
    pub fn is_legal(&self, side: Side, square: Square) -> bool {
        self.at(square).is_none()
            && DIRECTIONS.iter().any(|&direction| self.run(side, square, direction) > 0)
    }

    /// The legal moves of `side` in reading order.
    pub fn legal(&self, side: Side) -> impl DoubleEndedIterator<Item = Square> {
        let (rows, cols) = (self.rows, self.cols);
        (rows.0..=rows.1)
            .flat_map(move |row| (cols.0..=cols.1).map(move |col| Square::new(row, col)))
            .filter(move |&square| self.is_legal(side, square))
    }

    /// The number of opponent's tiles between `square` and the next tile of `side` in a direction:
    /// 0 if there is a gap or no such tile.
    fn run(&self, side: Side, square: Square, direction: (isize, isize)) -> usize {
        let mut length = 0;
        for next in self.ray(square, direction) {
            match self.at(next) {
                Some(owner) if owner == side => return length,
                Some(_) => length += 1,
                None => return 0,
            }
        }
        0
    }

    /// The squares from `square`, exclusive, to the edge in a direction.
    fn ray(
        &self,
        square: Square,
        (down, right): (isize, isize),
    ) -> impl Iterator<Item = Square> + use<> {
        let size = usize::from(self.size);
        let (mut row, mut col) = (usize::from(square.row), usize::from(square.col));
        std::iter::from_fn(move || {
            // A step beyond the first row or column wraps around to a huge number.
            row = row.wrapping_add_signed(down);
            col = col.wrapping_add_signed(right);
            #[allow(clippy::cast_possible_truncation)] // on the board, whose size is a u16
            (row < size && col < size).then(|| Square::new(row as u16, col as u16))
        })
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.row) * usize::from(self.size) + usize::from(square.col)
    }
}
