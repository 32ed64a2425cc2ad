//! The patterns: groups of squares whose configuration has a weight. Each is read from several
//! symmetric images of the board.
//!
//! Patterns with a weight for each configuration are due to M. Buro, "From simple features to
//! sophisticated evaluation functions", 1999.

use super::symmetry;
use crate::games::flip::rules::bitboard::{Bitboard, Position};

/// A group of squares that is evaluated together.
#[derive(Debug)]
pub struct Pattern {
    /// A descriptive name.
    pub name: &'static str,
    /// The indices of its squares (8 row + column) on the board itself, in the order of their
    /// ternary digits, the lowest first.
    pub squares: &'static [u8],
    /// The numbers of the images (see [`symmetry::images`]) from which it is read.
    pub images: &'static [usize],
}

impl Pattern {
    /// Returns the number of its configurations: each square is empty, own or the opponent's.
    pub const fn configurations(&self) -> usize {
        let (mut configurations, mut square) = (1, 0);
        while square < self.squares.len() {
            configurations *= 3;
            square += 1;
        }
        configurations
    }
}

const SIDES: &[usize] = &[0, 1, 4, 5];
const CORNERS: &[usize] = &[0, 1, 2, 3];
const DIAGONALS: &[usize] = &[0, 1, 2, 4];
const ALL: &[usize] = &[0, 1, 2, 3, 4, 5, 6, 7];

const fn pattern(name: &'static str, squares: &'static [u8], images: &'static [usize]) -> Pattern {
    Pattern { name, squares, images }
}

/// All patterns. [`visit`] reads exactly these, in this order.
pub static PATTERNS: [Pattern; COUNT] = [
    pattern("edge with both X squares", &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14], SIDES),
    pattern("second row", &[8, 9, 10, 11, 12, 13, 14, 15], SIDES),
    pattern("third row", &[16, 17, 18, 19, 20, 21, 22, 23], SIDES),
    pattern("fourth row", &[24, 25, 26, 27, 28, 29, 30, 31], SIDES),
    pattern("corner of 3 x 3", &[0, 1, 2, 8, 9, 10, 16, 17, 18], CORNERS),
    pattern("corner of 2 x 5", &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], ALL),
    pattern("diagonal of 8", &[0, 9, 18, 27, 36, 45, 54, 63], &[0, 2]),
    pattern("diagonal of 7", &[1, 10, 19, 28, 37, 46, 55], DIAGONALS),
    pattern("diagonal of 6", &[2, 11, 20, 29, 38, 47], DIAGONALS),
    pattern("diagonal of 5", &[3, 12, 21, 30, 39], DIAGONALS),
    pattern("diagonal of 4", &[4, 13, 22, 31], DIAGONALS),
];

/// The number of patterns.
pub const COUNT: usize = 11;

/// The value of each number of ten bits when its bits are read as ternary digits.
static DIGITS: [u16; 1024] = {
    let mut digits = [0; 1024];
    let mut bits = 0;
    while bits < 512 {
        digits[2 * bits] = 3 * digits[bits];
        digits[2 * bits + 1] = 3 * digits[bits] + 1;
        bits += 1;
    }
    digits
};

/// Returns the diagonal that starts in the first row at column `FROM`, as consecutive bits.
#[inline]
const fn diagonal<const FROM: u32>(board: Bitboard) -> u64 {
    const MAIN: Bitboard = 0x8040_2010_0804_0201;
    // Its squares lie in different columns: the sum of all rows puts them side by side.
    let squares = board & (MAIN << FROM) & (u64::MAX >> (8 * FROM));
    squares.wrapping_mul(0x0101_0101_0101_0101) >> (56 + FROM)
}

/// Calls `visit` with the number of each pattern and its configuration (a number below
/// [`Pattern::configurations`]), once for each image of the pattern: 46 times in all.
#[inline]
pub fn visit(position: Position, mut visit: impl FnMut(usize, usize)) {
    let (own, opp) = (symmetry::images(position.own), symmetry::images(position.opp));
    let mut read = |pattern: usize, images: &[usize], bits: fn(Bitboard) -> u64| {
        for &image in images {
            let digits = |board: Bitboard| usize::from(DIGITS[(bits(board) & 1023) as usize]);
            visit(pattern, digits(own[image]) + 2 * digits(opp[image]));
        }
    };
    read(0, SIDES, |board| (board & 0xFF) | (board >> 1 & 0x100) | (board >> 5 & 0x200));
    read(1, SIDES, |board| board >> 8 & 0xFF);
    read(2, SIDES, |board| board >> 16 & 0xFF);
    read(3, SIDES, |board| board >> 24 & 0xFF);
    read(4, CORNERS, |board| (board & 0o7) | (board >> 5 & 0o70) | (board >> 10 & 0o700));
    read(5, ALL, |board| (board & 0x1F) | (board >> 3 & 0x3E0));
    read(6, &[0, 2], diagonal::<0>);
    read(7, DIAGONALS, diagonal::<1>);
    read(8, DIAGONALS, diagonal::<2>);
    read(9, DIAGONALS, diagonal::<3>);
    read(10, DIAGONALS, diagonal::<4>);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_visited_configurations_are_those_of_the_table(tiles: u64, owners: u64) {
            let (own, opp) = (tiles & owners, tiles & !owners);
            let mut expected = Vec::new();
            for (number, pattern) in PATTERNS.iter().enumerate() {
                for &image in pattern.images {
                    let digit = |&square: &u8| {
                        let at = |board: Bitboard| symmetry::images(board)[image] >> square & 1;
                        usize::try_from(at(own) + 2 * at(opp)).unwrap()
                    };
                    let squares = pattern.squares.iter().rev();
                    expected.push((number, squares.fold(0, |sum, square| 3 * sum + digit(square))));
                }
            }
            let mut visited = Vec::new();
            visit(Position::new(own, opp), |pattern, configuration| {
                visited.push((pattern, configuration));
            });
            prop_assert_eq!(visited, expected);
        }
    }
}
