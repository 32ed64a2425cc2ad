//! A board of any size, and a position: a board with the side to move.

use std::{fmt, str::FromStr};

use super::{MAX_SIZE, MIN_SIZE, Side, Square, bitboard, grid::Grid};
use crate::play::ActionError;

/// The largest board kept as bits.
const MOST_BITS: u16 = 8;

/// A board of n x n cells: bits up to 8 x 8, an array beyond.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FlipBoard {
    /// n <= 8: the tiles of O and of X, laid out as [`bits`] says.
    Bits {
        /// n.
        size: u16,
        /// The tiles of O and of X.
        tiles: [u64; 2],
    },
    /// Any n.
    Grid(Grid),
}

impl FlipBoard {
    /// A board without tiles.
    pub fn empty(size: u16) -> Self {
        if size <= MOST_BITS {
            Self::Bits { size, tiles: [0; 2] }
        } else {
            Self::Grid(Grid::empty(size))
        }
    }

    /// The four tiles of the start: with c = (n-1)/2, O on (c,c) and (c+1,c+1), X on (c,c+1) and
    /// (c+1,c).
    pub fn start(size: u16) -> Self {
        let mut board = Self::empty(size);
        let c = (size - 1) / 2;
        for (row, col, side) in
            [(c, c, Side::O), (c + 1, c + 1, Side::O), (c, c + 1, Side::X), (c + 1, c, Side::X)]
        {
            board.set(Square::new(row, col), Some(side));
        }
        board
    }

    /// The same board as an array, whatever its size.
    pub fn to_grid(&self) -> Grid {
        let mut grid = Grid::empty(self.size());
        for cell in self.cells() {
            grid.set(cell, self.at(cell));
        }
        grid
    }

    /// n.
    pub fn size(&self) -> u16 {
        match self {
            Self::Bits { size, .. } => *size,
            Self::Grid(grid) => grid.size(),
        }
    }

    /// All cells in reading order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Square> + use<> {
        let size = self.size();
        (0..size).flat_map(move |row| (0..size).map(move |col| Square::new(row, col)))
    }

    /// Whether the board has such a cell.
    pub fn has(&self, cell: Square) -> bool {
        cell.row < self.size() && cell.col < self.size()
    }

    /// What lies on a cell of the board.
    pub fn at(&self, cell: Square) -> Option<Side> {
        match self {
            Self::Bits { tiles, .. } => {
                Side::BOTH.into_iter().find(|s| tiles[s.index()] & bit(cell) != 0)
            }
            Self::Grid(grid) => grid.at(cell),
        }
    }

    /// Puts a tile on a cell of the board, or takes it off.
    pub fn set(&mut self, cell: Square, tile: Option<Side>) {
        match self {
            Self::Bits { tiles, .. } => {
                for side in Side::BOTH {
                    tiles[side.index()] &= !bit(cell);
                    if tile == Some(side) {
                        tiles[side.index()] |= bit(cell);
                    }
                }
            }
            Self::Grid(grid) => grid.set(cell, tile),
        }
    }

    /// The tiles of O and of X.
    pub fn counts(&self) -> [u32; 2] {
        match self {
            Self::Bits { tiles, .. } => tiles.map(u64::count_ones),
            Self::Grid(grid) => grid.counts(),
        }
    }

    /// The number of empty cells.
    pub fn empties(&self) -> u32 {
        u32::from(self.size()).pow(2) - self.counts().iter().sum::<u32>()
    }

    /// The tiles that change owner when `side` moves to `cell`, in no particular order; none if it
    /// may not.
    pub fn flips(&self, side: Side, cell: Square) -> Vec<Square> {
        match self {
            _ if !self.has(cell) => Vec::new(),
            Self::Bits { tiles, .. } if (tiles[0] | tiles[1]) & bit(cell) != 0 => Vec::new(),
            Self::Bits { tiles, .. } => {
                let flips = bitboard::flips(
                    tiles[side.index()],
                    tiles[side.other().index()],
                    bit(cell).trailing_zeros(),
                );
                bitboard::indices(flips).map(cell_of).collect()
            }
            Self::Grid(grid) => grid.flips(side, cell),
        }
    }

    /// Whether `side` may move to `cell`.
    pub fn is_legal(&self, side: Side, cell: Square) -> bool {
        match self {
            _ if !self.has(cell) => false,
            Self::Bits { .. } => self.moves(side) & bit(cell) != 0,
            Self::Grid(grid) => grid.is_legal(side, cell),
        }
    }

    /// The cells to which `side` may move, in reading order.
    pub fn legal(&self, side: Side) -> Vec<Square> {
        match self {
            Self::Bits { .. } => bitboard::indices(self.moves(side)).map(cell_of).collect(),
            Self::Grid(grid) => grid.legal(side).collect(),
        }
    }

    /// The first such cell in reading order.
    pub fn first_legal(&self, side: Side) -> Option<Square> {
        match self {
            Self::Bits { .. } => bitboard::indices(self.moves(side)).map(cell_of).next(),
            Self::Grid(grid) => grid.legal(side).next(),
        }
    }

    /// The last such cell in reading order.
    pub fn last_legal(&self, side: Side) -> Option<Square> {
        match self {
            Self::Bits { .. } => bitboard::indices(self.moves(side)).map(cell_of).last(),
            Self::Grid(grid) => grid.legal(side).next_back(),
        }
    }

    /// Moves `side` to `cell`; returns the tiles that changed owner, or nothing (and changes
    /// nothing) if it may not.
    pub fn play(&mut self, side: Side, cell: Square) -> Option<Vec<Square>> {
        let flipped = self.flips(side, cell);
        if flipped.is_empty() {
            return None;
        }
        for &changed in flipped.iter().chain([&cell]) {
            self.set(changed, Some(side));
        }
        Some(flipped)
    }

    fn moves(&self, side: Side) -> u64 {
        match self {
            Self::Bits { size, tiles } => {
                let empty = bitboard::mask(u32::from(*size)) & !(tiles[0] | tiles[1]);
                bitboard::moves(tiles[side.index()], tiles[side.other().index()], empty)
            }
            Self::Grid(_) => 0,
        }
    }
}

fn bit(cell: Square) -> u64 {
    1 << (8 * cell.row + cell.col)
}

/// The cell with this index on a board of bits.
#[allow(clippy::cast_possible_truncation)] // below 64
pub fn cell_of(index: u32) -> Square {
    Square::new((index / 8) as u16, (index % 8) as u16)
}

/// The bit of a cell in boards up to 8 x 8.
pub fn index_of(cell: Square) -> u32 {
    u32::from(8 * cell.row + cell.col)
}

/// `.OX`, row by row.
impl fmt::Display for FlipBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.size() {
            for col in 0..self.size() {
                f.write_str(match self.at(Square::new(row, col)) {
                    None => ".",
                    Some(Side::O) => "O",
                    Some(Side::X) => "X",
                })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// The board drawn like that; white space at the ends of lines does not matter.
impl FromStr for FlipBoard {
    type Err = ActionError;

    fn from_str(drawn: &str) -> Result<Self, ActionError> {
        let rows: Vec<_> = drawn.trim().lines().map(str::trim).collect();
        let size =
            u16::try_from(rows.len()).ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
        let size = size.ok_or_else(|| ActionError::new("a drawn board needs 4 rows or more"))?;
        let mut board = Self::empty(size);
        for (row, drawn) in (0..size).zip(&rows) {
            if drawn.chars().count() != rows.len() {
                return Err(ActionError::new(format!(
                    "row {row} of a drawn board is not as long as the board is high"
                )));
            }
            for (col, tile) in (0..size).zip(drawn.chars()) {
                let tile = match tile {
                    '.' => None,
                    'O' => Some(Side::O),
                    'X' => Some(Side::X),
                    _ => {
                        return Err(ActionError::new(format!(
                            "{tile:?} is no tile: a board is drawn with . O X"
                        )));
                    }
                };
                board.set(Square::new(row, col), tile);
            }
        }
        Ok(board)
    }
}

/// A board and whose move it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The board.
    pub board: FlipBoard,
    /// Who moves (perhaps to pass).
    pub to_move: Side,
}

impl Position {
    /// The start on an n x n board: O moves.
    pub fn start(size: u16) -> Self {
        Self { board: FlipBoard::start(size), to_move: Side::O }
    }

    /// Where the side to move may move, in reading order; if empty it must pass.
    pub fn legal(&self) -> Vec<Square> {
        self.board.legal(self.to_move)
    }

    /// Whether neither side can move.
    pub fn is_over(&self) -> bool {
        Side::BOTH.iter().all(|&side| self.board.first_legal(side).is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_its_place_on_even_and_odd_boards() {
        assert_eq!(FlipBoard::start(4).to_string(), "....\n.OX.\n.XO.\n....\n");
        assert_eq!(FlipBoard::start(5).to_string(), ".....\n.....\n..OX.\n..XO.\n.....\n");
    }

    #[test]
    fn a_drawing_is_read_as_it_is_written() {
        for size in [4, 8, 9, 30] {
            let board = FlipBoard::start(size);
            assert_eq!(board.to_string().parse(), Ok(board));
        }
        for (drawn, why) in [
            ("", "a drawn board needs 4 rows or more"),
            ("....\n.OX.\n.XO\n....", "row 2 of a drawn board is not as long as the board is high"),
            ("....\n.OX.\n.Xo.\n....", "'o' is no tile: a board is drawn with . O X"),
        ] {
            assert_eq!(drawn.parse::<FlipBoard>().unwrap_err().to_string(), why);
        }
    }
}
