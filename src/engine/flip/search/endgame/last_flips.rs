//! The number of tiles that the very last move of a game flips. All other squares hold tiles then,
//! so the tiles of one side determine the number.

use crate::flip::model::bitboard::Bitboard;

/// The number of flips in a line of eight, indexed by the place of the move and the own tiles in
/// the line. All other places are the opponent's, or outside the board.
static FLIPS_IN_LINE: [[u8; 256]; 8] = flips_in_line();

#[allow(clippy::cast_possible_truncation)] // at most 6
const fn flips_in_line() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let (mut down, mut up) = (place, place + 1);
            while down > 0 && own >> (down - 1) & 1 == 0 {
                down -= 1;
            }
            while up < 8 && own >> up & 1 == 0 {
                up += 1;
            }
            if down > 0 {
                table[place][own] += (place - down) as u8;
            }
            if up < 8 {
                table[place][own] += (up - place - 1) as u8;
            }
            own += 1;
        }
        place += 1;
    }
    table
}

/// The two diagonals through each square: towards higher rows and columns, and towards higher rows
/// and lower columns.
static DIAGONALS: [[Bitboard; 2]; 64] = diagonals();

const fn diagonals() -> [[Bitboard; 2]; 64] {
    let mut table = [[0; 2]; 64];
    let mut at = 0;
    while at < 64 {
        let mut other = 0;
        while other < 64 {
            if at / 8 + other % 8 == other / 8 + at % 8 {
                table[at][0] |= 1 << other;
            }
            if at / 8 + at % 8 == other / 8 + other % 8 {
                table[at][1] |= 1 << other;
            }
            other += 1;
        }
        at += 1;
    }
    table
}

/// Returns the number of tiles that the owner of `own` flips with a move to the square with index
/// `at`, if every other square of the board holds a tile. Outside a small board there are no own
/// tiles, so no run ends there.
#[inline(always)]
pub fn last_flips(own: Bitboard, at: u32) -> u32 {
    const FIRST_COLUMN: Bitboard = 0x0101_0101_0101_0101;
    let at = at as usize % 64;
    let (row, col) = (at / 8, at % 8);
    let [rising, falling] = DIAGONALS[at];
    // Multiplications gather the bits of a line in the highest byte: those of a column in the order
    // of the rows, those of a diagonal in the order of the columns.
    let column = ((own >> col) & FIRST_COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let by_column = |line: Bitboard| (own & line).wrapping_mul(FIRST_COLUMN) >> 56;
    let count = |place: usize, line: u64| u32::from(FLIPS_IN_LINE[place][(line & 0xFF) as usize]);
    count(col, own >> (8 * row))
        + count(row, column)
        + count(col, by_column(rising))
        + count(col, by_column(falling))
}
