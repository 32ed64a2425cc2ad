//! Boards up to 8 x 8 as bits: cell (row, col) is bit 8 row + col whatever the size, so all sizes share one code.
//!
//! Moves and flips are found by parallel-prefix (Kogge-Stone) fills, a direction pair at a time; see the chess
//! programming literature on fill algorithms. A smaller board simply has no tiles outside its mask.

/// The columns 1 to 6: runs of opponent tiles that go sideways can't cross the edge columns.
const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The cells of an n x n board.
pub const fn mask(size: u32) -> u64 {
    let row = (1 << size) - 1;
    let mut all = 0;
    let mut i = 0;
    while i < size {
        all |= row << (8 * i);
        i += 1;
    }
    all
}

/// The cells to which `own` can move: the empty ones (of `empty`) that end a run of `opp` tiles.
#[inline]
pub const fn moves(own: u64, opp: u64, empty: u64) -> u64 {
    let inner = opp & INNER;
    (along::<1>(own, inner) | along::<8>(own, opp) | along::<7>(own, inner) | along::<9>(own, inner)) & empty
}

/// The cells behind the runs of `opp` that start next to `own`, both ways along the direction with this stride.
#[inline]
const fn along<const STRIDE: u32>(own: u64, opp: u64) -> u64 {
    let mut up = opp & (own << STRIDE);
    let mut down = opp & (own >> STRIDE);
    up |= opp & (up << STRIDE);
    down |= opp & (down >> STRIDE);
    let opp_up = opp & (opp << STRIDE);
    let opp_down = opp & (opp >> STRIDE);
    up |= opp_up & (up << (2 * STRIDE));
    down |= opp_down & (down >> (2 * STRIDE));
    up |= opp_up & (up << (2 * STRIDE));
    down |= opp_down & (down >> (2 * STRIDE));
    (up << STRIDE) | (down >> STRIDE)
}

/// The tiles of `opp` that change owner when `own` moves to the cell with index `at` (0 if none: no legal move).
#[inline]
pub const fn flips(own: u64, opp: u64, at: u32) -> u64 {
    let cell = 1 << at;
    let inner = opp & INNER;
    flips_along::<1>(own, inner, cell)
        | flips_along::<8>(own, opp, cell)
        | flips_along::<7>(own, inner, cell)
        | flips_along::<9>(own, inner, cell)
}

#[inline]
const fn flips_along<const STRIDE: u32>(own: u64, opp: u64, cell: u64) -> u64 {
    let mut up = opp & (cell << STRIDE);
    let mut down = opp & (cell >> STRIDE);
    up |= opp & (up << STRIDE);
    down |= opp & (down >> STRIDE);
    let opp_up = opp & (opp << STRIDE);
    let opp_down = opp & (opp >> STRIDE);
    up |= opp_up & (up << (2 * STRIDE));
    down |= opp_down & (down >> (2 * STRIDE));
    up |= opp_up & (up << (2 * STRIDE));
    down |= opp_down & (down >> (2 * STRIDE));
    let closed_up = if (up << STRIDE) & own != 0 { up } else { 0 };
    let closed_down = if (down >> STRIDE) & own != 0 { down } else { 0 };
    closed_up | closed_down
}

/// The set bits' indices, lowest first.
pub fn indices(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let at = set.trailing_zeros();
            set &= set - 1;
            at
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_have_n_times_n_cells() {
        for size in 1..=8 {
            assert_eq!(mask(size).count_ones(), size * size);
        }
        assert_eq!(mask(8), u64::MAX);
    }

    #[test]
    fn a_run_does_not_wrap_around_the_edge() {
        // own at (0,5), opponent at (0,6) and (0,7): the run ends at the edge, not at (1,0)
        let (own, opp) = (1 << 5, 0b11 << 6);
        assert_eq!(moves(own, opp, !(own | opp)), 0);
        // own at (1,0) could only close that run across the edge
        assert_eq!(flips(1 << 8, 0b11 << 6, 5), 0);
    }
}
