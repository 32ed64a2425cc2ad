//! The patterns: groups of cells whose contents together are worth something. Each is looked at
//! from several sides.
//!
//! Such patterns with a weight for each of their contents are due to M. Buro, "From simple features
//! to sophisticated evaluation functions" (1999).

use super::views;

/// A group of cells.
#[derive(Debug)]
pub struct Pattern {
    /// For people.
    pub name: &'static str,
    /// Its cells (8 row + column) in the first view, in the order of their digits, the lowest
    /// first.
    pub cells: &'static [u8],
    /// The numbers of the views (see [`views::all`]) from which it is looked at.
    pub views: &'static [usize],
}

impl Pattern {
    /// How many contents it can have: each cell is empty, own or the opponent's.
    pub const fn contents(&self) -> usize {
        let (mut contents, mut cell) = (1, 0);
        while cell < self.cells.len() {
            contents *= 3;
            cell += 1;
        }
        contents
    }
}

const SIDES: &[usize] = &[0, 1, 4, 5];
const CORNERS: &[usize] = &[0, 1, 2, 3];
const SLANTS: &[usize] = &[0, 1, 2, 4];
const ALL: &[usize] = &[0, 1, 2, 3, 4, 5, 6, 7];

const fn pattern(name: &'static str, cells: &'static [u8], views: &'static [usize]) -> Pattern {
    Pattern { name, cells, views }
}

/// All patterns. What [`visit`] reads is the same.
pub static PATTERNS: [Pattern; COUNT] = [
    pattern("edge with both X squares", &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14], SIDES),
    pattern("second row", &[8, 9, 10, 11, 12, 13, 14, 15], SIDES),
    pattern("third row", &[16, 17, 18, 19, 20, 21, 22, 23], SIDES),
    pattern("fourth row", &[24, 25, 26, 27, 28, 29, 30, 31], SIDES),
    pattern("corner of 3 x 3", &[0, 1, 2, 8, 9, 10, 16, 17, 18], CORNERS),
    pattern("corner of 2 x 5", &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], ALL),
    pattern("diagonal of 8", &[0, 9, 18, 27, 36, 45, 54, 63], &[0, 2]),
    pattern("diagonal of 7", &[1, 10, 19, 28, 37, 46, 55], SLANTS),
    pattern("diagonal of 6", &[2, 11, 20, 29, 38, 47], SLANTS),
    pattern("diagonal of 5", &[3, 12, 21, 30, 39], SLANTS),
    pattern("diagonal of 4", &[4, 13, 22, 31], SLANTS),
];

/// How many patterns there are.
pub const COUNT: usize = 11;

/// The number that these bits are when they are read as digits of base 3, for up to ten of them.
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

/// The diagonal that starts in the first row at column `FROM`, as bits in a row.
#[inline]
const fn diagonal<const FROM: u32>(view: u64) -> u64 {
    const MAIN: u64 = 0x8040_2010_0804_0201;
    // Its cells lie in different columns: adding all rows up puts them side by side.
    let cells = view & (MAIN << FROM) & (u64::MAX >> (8 * FROM));
    cells.wrapping_mul(0x0101_0101_0101_0101) >> (56 + FROM)
}

/// Calls `visit` with the number of each pattern and what is in it (a number below
/// [`Pattern::contents`]), once for each of its views: 46 times.
#[inline]
pub fn visit(own: u64, opp: u64, mut visit: impl FnMut(usize, usize)) {
    let (own, opp) = (views::all(own), views::all(opp));
    let mut look = |pattern: usize, sides: &[usize], bits: fn(u64) -> u64| {
        for &side in sides {
            let digits = |view: u64| usize::from(DIGITS[(bits(view) & 1023) as usize]);
            visit(pattern, digits(own[side]) + 2 * digits(opp[side]));
        }
    };
    look(0, SIDES, |view| (view & 0xFF) | (view >> 1 & 0x100) | (view >> 5 & 0x200));
    look(1, SIDES, |view| view >> 8 & 0xFF);
    look(2, SIDES, |view| view >> 16 & 0xFF);
    look(3, SIDES, |view| view >> 24 & 0xFF);
    look(4, CORNERS, |view| (view & 0o7) | (view >> 5 & 0o70) | (view >> 10 & 0o700));
    look(5, ALL, |view| (view & 0x1F) | (view >> 3 & 0x3E0));
    look(6, &[0, 2], diagonal::<0>);
    look(7, SLANTS, diagonal::<1>);
    look(8, SLANTS, diagonal::<2>);
    look(9, SLANTS, diagonal::<3>);
    look(10, SLANTS, diagonal::<4>);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_read_are_the_cells_of_the_table(cells: u64, owners: u64) {
            let (own, opp) = (cells & owners, cells & !owners);
            let mut wanted = Vec::new();
            for (number, pattern) in PATTERNS.iter().enumerate() {
                for &view in pattern.views {
                    let digit = |&cell: &u8| {
                        let at = |board: u64| views::all(board)[view] >> cell & 1;
                        usize::try_from(at(own) + 2 * at(opp)).unwrap()
                    };
                    wanted.push((number, pattern.cells.iter().rev().fold(0, |sum, cell| 3 * sum + digit(cell))));
                }
            }
            let mut read = Vec::new();
            visit(own, opp, |pattern, content| read.push((pattern, content)));
            prop_assert_eq!(read, wanted);
        }
    }
}
