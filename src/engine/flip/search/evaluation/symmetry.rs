//! The eight symmetries of a board of 8 x 8.

use crate::flip::model::bitboard::Bitboard;

/// Returns the board with left and right exchanged.
#[inline]
const fn mirrored(board: Bitboard) -> Bitboard {
    let board = ((board >> 1) & 0x5555_5555_5555_5555) | ((board & 0x5555_5555_5555_5555) << 1);
    let board = ((board >> 2) & 0x3333_3333_3333_3333) | ((board & 0x3333_3333_3333_3333) << 2);
    ((board >> 4) & 0x0F0F_0F0F_0F0F_0F0F) | ((board & 0x0F0F_0F0F_0F0F_0F0F) << 4)
}

/// Returns the board with top and bottom exchanged.
#[inline]
const fn upended(board: Bitboard) -> Bitboard {
    board.swap_bytes()
}

/// Returns the board with rows and columns exchanged, by swaps of ever larger blocks across the
/// main diagonal.
#[inline]
const fn transposed(board: Bitboard) -> Bitboard {
    #[inline]
    const fn swapped<const BY: u32>(board: Bitboard, mask: Bitboard) -> Bitboard {
        let different = (board ^ (board >> BY)) & mask;
        board ^ different ^ (different << BY)
    }
    let board = swapped::<7>(board, 0x00AA_00AA_00AA_00AA);
    let board = swapped::<14>(board, 0x0000_CCCC_0000_CCCC);
    swapped::<28>(board, 0x0000_0000_F0F0_F0F0)
}

/// Returns the board itself, upended, mirrored, and both upended and mirrored; then the same four
/// images of the transposed board.
#[inline]
pub const fn images(board: Bitboard) -> [Bitboard; 8] {
    let (mirror, transpose) = (mirrored(board), transposed(board));
    let transpose_mirror = mirrored(transpose);
    [
        board,
        upended(board),
        mirror,
        upended(mirror),
        transpose,
        upended(transpose),
        transpose_mirror,
        upended(transpose_mirror),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_square_goes_to_its_image() {
        for row in 0..8 {
            for col in 0..8 {
                let bit = |row: u32, col: u32| 1_u64 << (8 * row + col);
                let square = bit(row, col);
                assert_eq!(mirrored(square), bit(row, 7 - col));
                assert_eq!(upended(square), bit(7 - row, col));
                assert_eq!(transposed(square), bit(col, row));
            }
        }
    }

    #[test]
    fn a_board_without_symmetry_has_eight_images() {
        let images: std::collections::HashSet<_> = images(0b10).into_iter().collect();
        assert_eq!(images.len(), 8);
    }
}
