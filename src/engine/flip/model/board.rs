//! A board of any size.

use std::{fmt, str::FromStr};

use super::{
    Side, Square,
    bitboard::{self, Bitboard, Position},
    wide_board::WideBoard,
};
use crate::play::ActionError;

/// The minimum number of rows of a board.
pub const MIN_SIZE: u16 = 4;
/// The maximum number of rows of a board in fourcade. Reversi has no such limit.
pub const MAX_SIZE: u16 = 1024;
const MAX_BITBOARD_SIZE: u16 = 8;

/// A board of n x n squares: bitboards up to 8 x 8, an array beyond.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FlipBoard {
    /// A board up to 8 x 8.
    Small {
        /// The number of rows, n.
        size: u16,
        /// The tiles of O and of X.
        tiles: [Bitboard; 2],
    },
    /// A larger board.
    Wide(WideBoard),
}

impl FlipBoard {
    /// An n x n board without tiles.
    pub fn empty(size: u16) -> Self {
        if size <= MAX_BITBOARD_SIZE {
            Self::Small { size, tiles: [0; 2] }
        } else {
            Self::Wide(WideBoard::empty(size))
        }
    }

    /// An n x n board with the four tiles of the start: with c = (n - 1) / 2, rounded down, O on
    /// (c, c) and (c + 1, c + 1), X on (c, c + 1) and (c + 1, c).
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

    /// The bitboards with `side` to move, or `None` if the board is larger than 8 x 8.
    pub fn bitboards(&self, side: Side) -> Option<Position> {
        match self {
            Self::Small { tiles, .. } => {
                Some(Position::new(tiles[side.index()], tiles[side.other().index()]))
            }
            Self::Wide(_) => None,
        }
    }

    /// The number of rows, n.
    pub fn size(&self) -> u16 {
        match self {
            Self::Small { size, .. } => *size,
            Self::Wide(wide) => wide.size(),
        }
    }

    /// All squares in reading order.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + use<> {
        let size = self.size();
        (0..size).flat_map(move |row| (0..size).map(move |col| Square::new(row, col)))
    }

    /// Whether the board has this square.
    pub fn contains(&self, square: Square) -> bool {
        square.row < self.size() && square.col < self.size()
    }

    /// The owner of the tile on a square of the board, or `None` if the square is empty.
    pub fn at(&self, square: Square) -> Option<Side> {
        match self {
            Self::Small { tiles, .. } => {
                Side::BOTH.into_iter().find(|side| tiles[side.index()] & bit(square) != 0)
            }
            Self::Wide(wide) => wide.at(square),
        }
    }

    /// Puts a tile on a square of the board, or removes it.
    pub fn set(&mut self, square: Square, tile: Option<Side>) {
        match self {
            Self::Small { tiles, .. } => {
                for side in Side::BOTH {
                    tiles[side.index()] &= !bit(square);
                    if tile == Some(side) {
                        tiles[side.index()] |= bit(square);
                    }
                }
            }
            Self::Wide(wide) => wide.set(square, tile),
        }
    }

    /// The numbers of tiles of O and of X.
    pub fn counts(&self) -> [u32; 2] {
        match self {
            Self::Small { tiles, .. } => tiles.map(u64::count_ones),
            Self::Wide(wide) => wide.counts(),
        }
    }

    /// The lead of `side` in tiles at the end of a game, with the empty squares given to the
    /// winner.
    pub fn final_lead(&self, side: Side) -> i32 {
        let counts = self.counts().map(u32::cast_signed);
        let lead = counts[side.index()] - counts[side.other().index()];
        lead + lead.signum() * self.empties().cast_signed()
    }

    /// The number of empty squares.
    pub fn empties(&self) -> u32 {
        u32::from(self.size()).pow(2) - self.counts().iter().sum::<u32>()
    }

    /// The tiles that a move of `side` to `square` flips, in any order: none if it is illegal.
    pub fn flips(&self, side: Side, square: Square) -> Vec<Square> {
        match self {
            _ if !self.contains(square) => Vec::new(),
            Self::Small { tiles, .. } if (tiles[0] | tiles[1]) & bit(square) != 0 => Vec::new(),
            Self::Small { tiles, .. } => {
                let position = Position::new(tiles[side.index()], tiles[side.other().index()]);
                let flips = position.flips(square.index());
                bitboard::indices(flips).map(Square::from_index).collect()
            }
            Self::Wide(wide) => wide.flips(side, square),
        }
    }

    /// Whether `side` may move to `square`.
    pub fn is_legal(&self, side: Side, square: Square) -> bool {
        match self {
            _ if !self.contains(square) => false,
            Self::Small { .. } => self.moves(side) & bit(square) != 0,
            Self::Wide(wide) => wide.is_legal(side, square),
        }
    }

    /// The legal moves of `side` in reading order.
    pub fn legal(&self, side: Side) -> Vec<Square> {
        match self {
            Self::Small { .. } => {
                bitboard::indices(self.moves(side)).map(Square::from_index).collect()
            }
            Self::Wide(wide) => wide.legal(side).collect(),
        }
    }

    /// The first legal move of `side` in reading order, if any.
    pub fn first_legal(&self, side: Side) -> Option<Square> {
        match self {
            Self::Small { .. } => {
                bitboard::indices(self.moves(side)).map(Square::from_index).next()
            }
            Self::Wide(wide) => wide.legal(side).next(),
        }
    }

    /// The last legal move of `side` in reading order, if any.
    pub fn last_legal(&self, side: Side) -> Option<Square> {
        match self {
            Self::Small { .. } => {
                bitboard::indices(self.moves(side)).map(Square::from_index).last()
            }
            Self::Wide(wide) => wide.legal(side).next_back(),
        }
    }

    /// Moves `side` to `square` and returns the flipped tiles, or `None` if the move is illegal.
    pub fn play(&mut self, side: Side, square: Square) -> Option<Vec<Square>> {
        let flipped = self.flips(side, square);
        if flipped.is_empty() {
            return None;
        }
        for &changed in flipped.iter().chain([&square]) {
            self.set(changed, Some(side));
        }
        Some(flipped)
    }

    /// The legal moves of `side` on a board up to 8 x 8; none on a larger one.
    fn moves(&self, side: Side) -> Bitboard {
        let Some(position) = self.bitboards(side) else { return 0 };
        position.moves(bitboard::mask(self.size().into()) & !position.occupied())
    }
}

fn bit(square: Square) -> Bitboard {
    1 << square.index()
}

/// Draws the board row by row: `.` for an empty square, `O` and `X` for tiles.
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

/// Reads the format of [`Display`](fmt::Display). White space around lines is ignored.
impl FromStr for FlipBoard {
    type Err = ActionError;

    fn from_str(drawing: &str) -> Result<Self, ActionError> {
        let rows: Vec<_> = drawing.trim().lines().map(str::trim).collect();
        let size =
            u16::try_from(rows.len()).ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
        let size = size.ok_or_else(|| {
            let rows = rows.len();
            ActionError::new(format!("a board has {MIN_SIZE} to {MAX_SIZE} rows, not {rows}"))
        })?;
        let mut board = Self::empty(size);
        for (row, line) in (0..size).zip(&rows) {
            if line.chars().count() != rows.len() {
                return Err(ActionError::new(format!(
                    "row {row} of the board must be as long as the board is high"
                )));
            }
            for (col, tile) in (0..size).zip(line.chars()) {
                let tile = match tile {
                    '.' => None,
                    'O' => Some(Side::O),
                    'X' => Some(Side::X),
                    _ => {
                        return Err(ActionError::new(format!(
                            "{tile:?} is not a tile: draw the board with . O X"
                        )));
                    }
                };
                board.set(Square::new(row, col), tile);
            }
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_squares_count_for_the_winner() {
        let leads = |drawing: &str| {
            let board: FlipBoard = drawing.parse().unwrap();
            Side::BOTH.map(|side| board.final_lead(side))
        };
        assert_eq!(leads("OOO.\n....\n....\n...X"), [14, -14]);
        assert_eq!(leads("OO..\n....\n....\n..XX"), [0, 0]);
    }

    #[test]
    fn the_start_is_in_the_middle_of_even_and_odd_boards() {
        assert_eq!(FlipBoard::start(4).to_string(), "....\n.OX.\n.XO.\n....\n");
        assert_eq!(FlipBoard::start(5).to_string(), ".....\n.....\n..OX.\n..XO.\n.....\n");
    }

    #[test]
    fn a_drawn_board_can_be_read_back() {
        for size in [4, 8, 9, 30] {
            let board = FlipBoard::start(size);
            assert_eq!(board.to_string().parse(), Ok(board));
        }
        for (drawing, message) in [
            ("", "a board has 4 to 1024 rows, not 0"),
            ("...\n...\n...", "a board has 4 to 1024 rows, not 3"),
            (&".\n".repeat(1025), "a board has 4 to 1024 rows, not 1025"),
            ("....\n.OX.\n.XO\n....", "row 2 of the board must be as long as the board is high"),
            ("....\n.OX.\n.Xo.\n....", "'o' is not a tile: draw the board with . O X"),
        ] {
            assert_eq!(drawing.parse::<FlipBoard>().unwrap_err().to_string(), message);
        }
    }
}
