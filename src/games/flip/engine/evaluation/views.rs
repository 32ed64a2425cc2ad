//! A board of 8 x 8 seen from its eight sides.

/// Left and right change places.
#[inline]
pub const fn mirrored(board: u64) -> u64 {
    let board = ((board >> 1) & 0x5555_5555_5555_5555) | ((board & 0x5555_5555_5555_5555) << 1);
    let board = ((board >> 2) & 0x3333_3333_3333_3333) | ((board & 0x3333_3333_3333_3333) << 2);
    ((board >> 4) & 0x0F0F_0F0F_0F0F_0F0F) | ((board & 0x0F0F_0F0F_0F0F_0F0F) << 4)
}

/// Top and bottom change places.
#[inline]
pub const fn upended(board: u64) -> u64 {
    board.swap_bytes()
}

/// Rows and columns change places: swaps of ever larger blocks across the main diagonal.
#[inline]
pub const fn transposed(board: u64) -> u64 {
    const fn swapped<const BY: u32>(board: u64, mask: u64) -> u64 {
        let different = (board ^ (board >> BY)) & mask;
        board ^ different ^ (different << BY)
    }
    let board = swapped::<7>(board, 0x00AA_00AA_00AA_00AA);
    let board = swapped::<14>(board, 0x0000_CCCC_0000_CCCC);
    swapped::<28>(board, 0x0000_0000_F0F0_F0F0)
}

/// As it is, upended, mirrored, both; then the same of the transposed board.
#[inline]
pub const fn all(board: u64) -> [u64; 8] {
    let (mirror, across) = (mirrored(board), transposed(board));
    let both = mirrored(across);
    [board, upended(board), mirror, upended(mirror), across, upended(across), both, upended(both)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_go_where_they_should() {
        for row in 0..8 {
            for col in 0..8 {
                let bit = |row: u32, col: u32| 1_u64 << (8 * row + col);
                let cell = bit(row, col);
                assert_eq!(mirrored(cell), bit(row, 7 - col));
                assert_eq!(upended(cell), bit(7 - row, col));
                assert_eq!(transposed(cell), bit(col, row));
            }
        }
    }

    #[test]
    fn a_board_without_symmetry_has_eight_views() {
        let views: std::collections::HashSet<_> = all(0b10).into_iter().collect();
        assert_eq!(views.len(), 8);
    }
}
