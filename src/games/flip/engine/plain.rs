//! What a position on a board of any size up to 8 x 8 is worth, by features that good players look
//! at.

use super::{endgame::Shape, judge::Judge};
use crate::games::flip::rules::bitboard;

/// What an own feature is worth (and the opponent's costs), in hundredths of a tile: on the full
/// board of empty cells and with none left, in proportion between.
struct Weights {
    corner: (i32, i32),
    /// Diagonally next to an empty corner.
    x_square: (i32, i32),
    /// On the edge next to an empty corner.
    c_square: (i32, i32),
    /// A tile on the edge, joined to an own corner by own tiles: it stays.
    anchored: (i32, i32),
    /// A legal move.
    mobility: (i32, i32),
    /// A place beside opponent tiles: a move to come.
    room: (i32, i32),
    tile: (i32, i32),
    /// The last move on an odd number of empty cells.
    parity: (i32, i32),
}

static WEIGHTS: Weights = Weights {
    corner: (800, 500),
    x_square: (-300, -150),
    c_square: (-140, -60),
    anchored: (140, 140),
    mobility: (70, 60),
    room: (35, 20),
    tile: (-15, 40),
    parity: (0, 150),
};

/// The places of a board of one size.
#[derive(Clone, Debug)]
pub struct Places {
    /// The board.
    pub shape: Shape,
    /// The four corners.
    pub corners: u64,
    /// Each corner with its neighbours on the edges and its neighbour on the diagonal.
    around: [(u64, u64, u64); 4],
    rows: u64,
    cols: u64,
    /// How promising a cell is at first sight.
    pub promise: [i8; 64],
}

impl Places {
    /// Those of an n x n board, 4 <= n <= 8.
    pub fn new(size: u16) -> Self {
        let n = u32::from(size);
        let bit = |row: u32, col: u32| 1_u64 << (8 * row + col);
        let mask = bitboard::mask(n);
        let ends = [(0, 1), (n - 1, n - 2)];
        let around = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(down, right)| {
            let ((row, next_row), (col, next_col)) = (ends[down], ends[right]);
            (bit(row, col), bit(next_row, col) | bit(row, next_col), bit(next_row, next_col))
        });
        let corners = around.iter().map(|&(corner, ..)| corner).sum();
        let rows = mask & (0xFF | 0xFF << (8 * (n - 1)));
        let cols = mask & (0x0101_0101_0101_0101 | 0x0101_0101_0101_0101 << (n - 1));
        let mut places =
            Self { shape: Shape::new(size), corners, around, rows, cols, promise: [0; 64] };
        places.promise = std::array::from_fn(|at| places.promise_of(1 << at));
        places
    }

    fn promise_of(&self, cell: u64) -> i8 {
        let near =
            |pick: fn(&(u64, u64, u64)) -> u64| self.around.iter().any(|a| pick(a) & cell != 0);
        if self.corners & cell != 0 {
            12
        } else if near(|&(_, _, x)| x) {
            -8
        } else if near(|&(_, c, _)| c) {
            -4
        } else if (self.rows | self.cols) & cell != 0 {
            3
        } else {
            1
        }
    }

    /// What the position is worth for the owner of `own`, who can move to `moves`, in hundredths of
    /// a tile.
    pub fn evaluate(&self, own: u64, opp: u64, moves: u64) -> i32 {
        let empty = self.shape.mask & !(own | opp);
        let (left, all) = (count(empty), count(self.shape.mask));
        let weigh = |(early, late): (i32, i32), difference: i32| {
            (early * left + late * (all - left)) * difference / all
        };
        let against = |own: u64, opp: u64| count(own) - count(opp);
        let mut value = weigh(WEIGHTS.mobility, against(moves, bitboard::moves(opp, own, empty)))
            + weigh(WEIGHTS.room, against(beside(opp) & empty, beside(own) & empty))
            + weigh(WEIGHTS.tile, against(own, opp));
        let taken = (own | opp) & self.corners;
        if taken != 0 {
            value += weigh(WEIGHTS.corner, against(own & self.corners, opp & self.corners))
                + weigh(WEIGHTS.anchored, against(self.anchored(own), self.anchored(opp)));
        }
        if taken != self.corners {
            for &(corner, c_squares, x_square) in &self.around {
                if taken & corner == 0 {
                    value += weigh(WEIGHTS.c_square, against(own & c_squares, opp & c_squares))
                        + weigh(WEIGHTS.x_square, against(own & x_square, opp & x_square));
                }
            }
        }
        if left & 1 == 1 {
            value += weigh(WEIGHTS.parity, 1);
        }
        // No more than a win of all cells.
        value.clamp(-100 * self.shape.cells, 100 * self.shape.cells)
    }

    /// The tiles of `own` on the edges that are joined to a corner of `own` along the edge, without
    /// the corners.
    fn anchored(&self, own: u64) -> u64 {
        let mut held = own & self.corners;
        if held == 0 {
            return 0;
        }
        loop {
            let (row, col) = (held & self.rows, held & self.cols);
            let next = ((row << 1 | row >> 1) & self.rows) | ((col << 8 | col >> 8) & self.cols);
            let grown = held | (next & own);
            if grown == held {
                return held & !self.corners;
            }
            held = grown;
        }
    }
}

impl Judge for Places {
    #[inline]
    fn judge(&self, own: u64, opp: u64, legal: u64) -> i32 {
        self.evaluate(own, opp, legal)
    }
}

/// The cells next to those of `set` (and perhaps beyond the edge of a small board).
fn beside(set: u64) -> u64 {
    let west_east = (set & 0x7F7F_7F7F_7F7F_7F7F) << 1 | (set & 0xFEFE_FEFE_FEFE_FEFE) >> 1;
    let three = set | west_east;
    west_east | three << 8 | three >> 8
}

fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchored_tiles_hang_together_with_an_own_corner() {
        let places = Places::new(8);
        // the top row from the left corner up to a gap, and down the left side
        let own = 0b1011_0111 | 1 << 8 | 1 << 16 | 1 << 32;
        assert_eq!(places.anchored(own), 0b0110 | 1 << 8 | 1 << 16);
        assert_eq!(places.anchored(own & !1 & !(1 << 7)), 0);
    }

    #[test]
    fn what_is_good_for_one_is_bad_for_the_other() {
        let places = Places::new(8);
        let moves = |own: u64, opp: u64| bitboard::moves(own, opp, !(own | opp));
        let (own, opp) = (1 | 1 << 27 | 1 << 36 | 1 << 2, 1 << 28 | 1 << 35 | 1 << 29 | 1 << 1);
        let value = places.evaluate(own, opp, moves(own, opp));
        assert!(value > 0);
        assert_eq!(places.evaluate(opp, own, moves(opp, own)), -value);
    }
}
