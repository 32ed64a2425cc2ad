//! Boards up to 8 x 8 as bitboards. The square in row r and column c is bit 8 r + c whatever the
//! size, so the same code serves all sizes. A smaller board has no tiles outside its [`mask`].
//!
//! Legal moves are found by parallel-prefix (Kogge-Stone) fills, for two opposite directions at a
//! time; flips by carry propagation and leading-zero counts along the rays from a square. See
//! "Kogge-Stone Algorithm" and "Subtracting a Rook from a Blocking Piece" in the Chess Programming
//! Wiki.

/// A set of squares of a board up to 8 x 8, one bit each.
pub type Bitboard = u64;

/// A position from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The tiles of the side to move.
    pub own: Bitboard,
    /// The tiles of its opponent.
    pub opp: Bitboard,
}

#[allow(clippy::inline_always)] // inlined into code compiled for one instruction set
impl Position {
    /// The position with these tiles of the side to move and of its opponent.
    #[inline(always)]
    pub const fn new(own: Bitboard, opp: Bitboard) -> Self {
        Self { own, opp }
    }

    /// The starting position of an n x n board, 2 <= n <= 8. O is to move.
    pub const fn start(size: u32) -> Self {
        let top_left = 9 * ((size - 1) / 2);
        Self::new(1 << top_left | 1 << (top_left + 9), 1 << (top_left + 1) | 1 << (top_left + 8))
    }

    /// The squares with a tile.
    #[inline(always)]
    pub const fn occupied(self) -> Bitboard {
        self.own | self.opp
    }

    /// The legal moves of the side to move: the squares of `empty` from which a run of the
    /// opponent's tiles leads to an own tile.
    #[inline(always)]
    pub const fn moves(self, empty: Bitboard) -> Bitboard {
        moves(self.own, self.opp, empty)
    }

    /// The legal moves that the opponent would have if the side to move passed.
    #[inline(always)]
    pub const fn opponent_moves(self, empty: Bitboard) -> Bitboard {
        moves(self.opp, self.own, empty)
    }

    /// The tiles that a move to the empty square with index `at` flips: none if it is illegal.
    #[inline(always)]
    pub fn flips(self, at: u32) -> Bitboard {
        flips(self.own, self.opp, at)
    }

    /// The position after a pass.
    #[inline(always)]
    pub const fn pass(self) -> Self {
        Self::new(self.opp, self.own)
    }

    /// The position after a move to the square with index `at` that flips `flips`.
    #[inline(always)]
    pub const fn after(self, at: u32, flips: Bitboard) -> Self {
        Self::new(self.opp ^ flips, self.own ^ flips ^ 1 << at)
    }

    /// The position after a legal move to the square with index `at`.
    #[inline(always)]
    pub fn play(self, at: u32) -> Self {
        self.after(at, self.flips(at))
    }
}

/// The columns 1 to 6. A horizontal or diagonal run cannot cross the edge columns.
pub(in crate::flip) const INNER: Bitboard = 0x7E7E_7E7E_7E7E_7E7E;

/// The squares of an n x n board, n <= 8.
pub const fn mask(size: u32) -> Bitboard {
    let row = (1 << size) - 1;
    let mut all = 0;
    let mut i = 0;
    while i < size {
        all |= row << (8 * i);
        i += 1;
    }
    all
}

/// See [`Position::moves`].
#[inline]
const fn moves(own: Bitboard, opp: Bitboard, empty: Bitboard) -> Bitboard {
    let inner = opp & INNER;
    (along::<1>(own, inner)
        | along::<8>(own, opp)
        | along::<7>(own, inner)
        | along::<9>(own, inner))
        & empty
}

/// The squares behind the runs of `opp` that start next to `own`, both ways along the direction in
/// which neighbouring squares are `STRIDE` bits apart.
#[inline]
const fn along<const STRIDE: u32>(own: Bitboard, opp: Bitboard) -> Bitboard {
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

/// The rays from each square to the edge of the 8 x 8 board, without the square itself: four
/// towards higher bits, then four towards lower bits.
pub static RAYS: [[Bitboard; 8]; 64] = rays();

#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)] // below 8
const fn rays() -> [[Bitboard; 8]; 64] {
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

const fn ray(mut row: i32, mut col: i32, (down, right): (i32, i32)) -> Bitboard {
    let mut squares = 0;
    loop {
        row += down;
        col += right;
        if row < 0 || row > 7 || col < 0 || col > 7 {
            return squares;
        }
        squares |= 1 << (8 * row + col);
    }
}

/// See [`Position::flips`].
#[inline]
fn flips(own: Bitboard, opp: Bitboard, at: u32) -> Bitboard {
    let rays = &RAYS[at as usize % 64];
    let up = |ray: usize| flips_up(own, opp, rays[ray]);
    let down = |ray: usize| flips_down(own, opp, rays[ray]);
    up(0) | up(1) | up(2) | up(3) | down(4) | down(5) | down(6) | down(7)
}

/// The flips on a ray towards higher bits. A carry runs over the opponent's tiles.
#[inline]
fn flips_up(own: Bitboard, opp: Bitboard, ray: Bitboard) -> Bitboard {
    let closing = (opp | !ray).wrapping_add(1) & own & ray;
    closing.wrapping_sub(u64::from(closing != 0)) & ray
}

/// The flips on a ray towards lower bits. The highest other bit ends the opponent's tiles.
#[inline]
const fn flips_down(own: Bitboard, opp: Bitboard, ray: Bitboard) -> Bitboard {
    // If the opponent owns the whole ray, this is square 0, which is not an own tile on the ray.
    let first = (1 << 63) >> ((ray & !opp) | 1).leading_zeros();
    let closing = first & own & ray;
    (closing << 1).wrapping_neg() & ray
}

/// The indices of the squares in a set, lowest first.
pub fn indices(mut set: Bitboard) -> impl Iterator<Item = u32> {
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
    use crate::flip::model::FlipPosition;

    #[test]
    fn a_mask_has_n_times_n_squares() {
        for size in 1..=8 {
            assert_eq!(mask(size).count_ones(), size * size);
        }
        assert_eq!(mask(8), u64::MAX);
    }

    #[test]
    fn a_run_does_not_wrap_around_the_edge() {
        // Own at (0,5), opponent at (0,6) and (0,7): the run ends at the edge, not at (1,0).
        let position = Position::new(1 << 5, 0b11 << 6);
        assert_eq!(position.moves(!position.occupied()), 0);
        // Own at (1,0) could close that run only across the edge.
        assert_eq!(flips(1 << 8, 0b11 << 6, 5), 0);
    }

    #[test]
    fn runs_flip_in_all_eight_directions() {
        // Rings 1 and 2 around (3,3) hold the opponent's tiles, ring 3 own tiles.
        let ring = |distance: i32| -> Bitboard {
            (0..64)
                .filter(|at| {
                    let (down, right) = ((at / 8 - 3_i32).abs(), (at % 8 - 3_i32).abs());
                    down.max(right) == distance && (down == right || down * right == 0)
                })
                .map(|at| 1_u64 << at)
                .sum()
        };
        assert_eq!(flips(ring(3), ring(1) | ring(2), 27), ring(1) | ring(2));
        assert_eq!(
            flips(0, ring(1) | ring(2) | ring(3), 27),
            0,
            "a run without an own tile at its end stays"
        );
        assert_eq!(moves(ring(3), ring(1) | ring(2), 1 << 27), 1 << 27);
    }

    #[test]
    fn a_run_can_close_on_a_corner() {
        for (corner, step, at) in [(0, 9, 63), (63, -9, 0), (7, 7, 56), (56, -7, 7)] {
            let run: u64 = (1..7).map(|k| 1_u64 << (corner + k * step)).sum();
            assert_eq!(flips(1 << corner, run, at), run, "from {corner}");
        }
    }

    #[test]
    fn the_starting_position_is_the_same_as_on_a_flip_board() {
        for size in 4..=8 {
            let start = FlipPosition::start(size);
            assert_eq!(Some(Position::start(size.into())), start.bitboards());
        }
    }
}
