//! Boards up to 8 x 8 as bits: cell (row, col) is bit 8 row + col whatever the size, so all sizes
//! share one code.
//!
//! Moves are found by parallel-prefix (Kogge-Stone) fills, a direction pair at a time, flips by
//! carries and leading zeros along the rays of a cell; see the chess programming literature on fill
//! algorithms and on sliding pieces. A smaller board simply has no tiles outside its mask.

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
    (along::<1>(own, inner)
        | along::<8>(own, opp)
        | along::<7>(own, inner)
        | along::<9>(own, inner))
        & empty
}

/// The cells behind the runs of `opp` that start next to `own`, both ways along the direction with
/// this stride.
#[inline]
const fn along<const STRIDE: u32>(own: u64, opp: u64) -> u64 {
    let mut up = opp & (own << STRIDE);
    let mut down = opp & (own >> STRIDE);
    up |= opp & (up << STRIDE);
    down |= opp & (down >> STRIDE);
    let opp_up = opp & (opp << STRIDE);
    let opp_down = opp_up >> STRIDE;
    up |= opp_up & (up << (2 * STRIDE));
    down |= opp_down & (down >> (2 * STRIDE));
    up |= opp_up & (up << (2 * STRIDE));
    down |= opp_down & (down >> (2 * STRIDE));
    (up << STRIDE) | (down >> STRIDE)
}

/// For each cell the cells from it to the edge: four directions towards higher bits, then four
/// towards lower ones.
pub static RAYS: [[u64; 8]; 64] = rays();

#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)] // below 8
const fn rays() -> [[u64; 8]; 64] {
    const DIRECTIONS: [(i32, i32); 8] =
        [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];
    let mut rays = [[0; 8]; 64];
    let mut row = 0;
    while row < 8 {
        let mut col = 0;
        while col < 8 {
            let mut k = 0;
            while k < 8 {
                rays[8 * row + col][k] = ray(row as i32, col as i32, DIRECTIONS[k]);
                k += 1;
            }
            col += 1;
        }
        row += 1;
    }
    rays
}

const fn ray(mut row: i32, mut col: i32, (down, right): (i32, i32)) -> u64 {
    let mut cells = 0;
    loop {
        row += down;
        col += right;
        if row < 0 || row > 7 || col < 0 || col > 7 {
            return cells;
        }
        cells |= 1 << (8 * row + col);
    }
}

/// The tiles of `opp` that change owner when `own` moves to the empty cell with index `at` (0 if
/// none: no legal move).
#[inline]
pub fn flips(own: u64, opp: u64, at: u32) -> u64 {
    let rays = &RAYS[at as usize % 64];
    let up = |ray: usize| flips_up(own, opp, rays[ray]);
    let down = |ray: usize| flips_down(own, opp, rays[ray]);
    up(0) | up(1) | up(2) | up(3) | down(4) | down(5) | down(6) | down(7)
}

/// A carry runs along the opponent's tiles to the first other cell of a ray towards higher bits.
#[inline]
fn flips_up(own: u64, opp: u64, ray: u64) -> u64 {
    let closing = (opp | !ray).wrapping_add(1) & own & ray;
    closing.wrapping_sub(u64::from(closing != 0)) & ray
}

/// On a ray towards lower bits, the first cell that is not the opponent's is the highest one.
#[inline]
const fn flips_down(own: u64, opp: u64, ray: u64) -> u64 {
    // If all are the opponent's, cell 0 stands in: it is not `own` in the ray then.
    let first = (1 << 63) >> ((ray & !opp) | 1).leading_zeros();
    let closing = first & own & ray;
    (closing << 1).wrapping_neg() & ray
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

    #[test]
    fn the_runs_of_all_eight_directions_flip() {
        // opponents all around (3,3), own tiles behind them
        let ring = |distance: i32| -> u64 {
            (0..64)
                .filter(|at| {
                    let (down, right) = ((at / 8 - 3_i32).abs(), (at % 8 - 3_i32).abs());
                    down.max(right) == distance && (down == right || down * right == 0)
                })
                .map(|at| 1_u64 << at)
                .sum()
        };
        assert_eq!(flips(ring(3), ring(1) | ring(2), 27), ring(1) | ring(2));
        assert_eq!(flips(0, ring(1) | ring(2) | ring(3), 27), 0, "open runs stay");
        assert_eq!(moves(ring(3), ring(1) | ring(2), 1 << 27), 1 << 27);
    }

    #[test]
    fn runs_that_reach_the_corner_cells_close_there() {
        for (corner, step, at) in [(0, 9, 63), (63, -9, 0), (7, 7, 56), (56, -7, 7)] {
            let run: u64 = (1..7).map(|k| 1_u64 << (corner + k * step)).sum();
            assert_eq!(flips(1 << corner, run, at), run, "from {corner}");
        }
    }
}
