//! Stable tiles: tiles that cannot be flipped any more.

use super::BoardGeometry;
use crate::flip::model::bitboard::{Bitboard, Position};

const FIRST_COLUMN: Bitboard = 0x0101_0101_0101_0101;

/// See [`BoardGeometry::stable_tiles`].
#[inline(always)]
pub fn stable_tiles(geometry: &BoardGeometry, position: Position) -> Bitboard {
    let mut stable = stable_on_edges(geometry, position);
    let [row, column, rising, falling] = full_lines(position.occupied() | !geometry.mask);
    let inner = position.own & geometry.inner;
    stable |= inner & row & column & rising & falling;
    if stable == 0 {
        return 0;
    }
    // An inner tile is safe in a direction if its line is full, or if a neighbour on the line is a
    // stable own tile.
    loop {
        let safe = |stride: u32, full: Bitboard| stable << stride | stable >> stride | full;
        let grown =
            stable | (inner & safe(1, row) & safe(8, column) & safe(9, rising) & safe(7, falling));
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// Returns the stable tiles of the side to move on the four edges.
#[inline(always)]
fn stable_on_edges(geometry: &BoardGeometry, Position { own, opp }: Position) -> Bitboard {
    let last = geometry.size - 1;
    let stable = |own: u64, opp: u64| {
        u64::from(geometry.edges[(own & 0xFF) as usize][(opp & 0xFF) as usize])
    };
    let column = |tiles: Bitboard, col: u32| {
        // Gathers the bits of the column in the highest byte.
        ((tiles >> col) & FIRST_COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    let spread = |edge: u64| {
        // The inverse: moves bit k to bit 8 k.
        let nibbles = |low: u64| (low.wrapping_mul(0x0020_4081)) & 0x0101_0101;
        nibbles(edge & 0xF) | nibbles(edge >> 4) << 32
    };
    let on_row = |row: u32| stable(own >> (8 * row), opp >> (8 * row)) << (8 * row);
    let on_column = |col: u32| spread(stable(column(own, col), column(opp, col))) << col;
    on_row(0) | on_row(last) | on_column(0) | on_column(last)
}

/// Returns the squares on full rows, on full columns, and on full diagonals of either direction, as
/// four sets.
#[inline(always)]
fn full_lines(full: Bitboard) -> [Bitboard; 4] {
    let mut row = full;
    row &= row >> 1;
    row &= row >> 2;
    row &= row >> 4;
    row = (row & FIRST_COLUMN) * 0xFF;
    let mut column = full;
    column &= column.rotate_right(8);
    column &= column.rotate_right(16);
    column &= column.rotate_right(32);
    // Both ways along a diagonal, in steps of 1, 2 and 4 squares. Outside the board counts as full:
    // `edge` holds the squares for which the step leads outside.
    let diagonal = |stride: u32, edges: [Bitboard; 3]| {
        let mut up = full;
        let mut down = full;
        for (k, edge) in edges.into_iter().enumerate() {
            let step = stride << k;
            up &= (up << step) | edge;
            down &= (down >> step) | edge.reverse_bits();
        }
        up & down
    };
    let rising = diagonal(9, [0x0101_0101_0101_01FF, 0x0303_0303_0303_FFFF, 0x0F0F_0F0F_FFFF_FFFF]);
    let falling =
        diagonal(7, [0x8080_8080_8080_80FF, 0xC0C0_C0C0_C0C0_FFFF, 0xF0F0_F0F0_FFFF_FFFF]);
    [row, column, rising, falling]
}
