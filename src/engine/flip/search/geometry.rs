//! Precomputed tables for a board of one size: corners, quadrants and stable tiles.

#![allow(clippy::inline_always)] // inlined into code compiled for one instruction set

use std::sync::OnceLock;

use crate::flip::model::bitboard::{self, Bitboard, Position};

const FIRST_COLUMN: Bitboard = 0x0101_0101_0101_0101;

/// Tables for an n x n board.
#[derive(Clone, Debug)]
pub struct BoardGeometry {
    /// The number of rows, n.
    pub size: u32,
    /// All squares.
    pub mask: Bitboard,
    /// The number of squares.
    pub square_count: i32,
    /// The four corners.
    pub corners: Bitboard,
    /// The squares of each set of quadrants. The index has a bit for each quadrant.
    pub quadrant_squares: [Bitboard; 16],
    /// The quadrant of each square, as a bit.
    quadrants: [u8; 64],
    /// The squares that are not on an edge.
    inner: Bitboard,
    edges: &'static EdgeStability,
}

impl BoardGeometry {
    /// Returns the tables for an n x n board, 4 <= n <= 8.
    pub fn new(size: u16) -> Self {
        let size = u32::from(size);
        let mask = bitboard::mask(size);
        let half = size / 2;
        let quadrants: [u8; 64] = std::array::from_fn(|at| {
            let low = u32::try_from(at / 8).is_ok_and(|row| row >= half);
            let right = u32::try_from(at % 8).is_ok_and(|col| col >= half);
            1 << (2 * u8::from(low) + u8::from(right))
        });
        let squares_of = |set: usize| {
            let squares = bitboard::indices(mask)
                .filter(|&at| usize::from(quadrants[at as usize]) & set != 0);
            squares.map(|at| 1_u64 << at).sum()
        };
        let last = size - 1;
        Self {
            size,
            mask,
            square_count: mask.count_ones().cast_signed(),
            corners: 1 | 1 << last | 1 << (8 * last) | 1 << (9 * last),
            quadrant_squares: std::array::from_fn(squares_of),
            quadrants,
            inner: (bitboard::mask(size - 2) << 9) & mask,
            edges: edge_stability(size),
        }
    }

    /// Returns the empty squares of a position.
    #[inline(always)]
    pub const fn empty(&self, position: Position) -> Bitboard {
        self.mask & !position.occupied()
    }

    /// Returns the legal moves of the side to move.
    #[inline(always)]
    pub const fn moves(&self, position: Position) -> Bitboard {
        position.moves(self.empty(position))
    }

    /// Returns the quadrant of the square with index `at`, as a bit.
    #[inline(always)]
    pub fn quadrant(&self, at: u32) -> usize {
        usize::from(self.quadrants[at as usize % 64])
    }

    /// Returns the quadrants that contain an odd number of the squares in `empty`, a bit each.
    #[inline(always)]
    pub fn parity(&self, empty: Bitboard) -> usize {
        let odd = |quadrant: usize| {
            let squares = self.quadrant_squares[1 << quadrant];
            ((empty & squares).count_ones() as usize & 1) << quadrant
        };
        odd(0) | odd(1) | odd(2) | odd(3)
    }

    /// Returns the score of a finished game for the side to move: the difference of tiles, with the
    /// empty squares given to the winner, as tournaments do.
    #[inline]
    pub fn final_score(&self, position: Position) -> i32 {
        let own = position.own.count_ones().cast_signed();
        let opp = position.opp.count_ones().cast_signed();
        let difference = own - opp;
        difference + difference.signum() * (self.square_count - own - opp)
    }

    /// Returns stable tiles of the side to move, which can never be flipped. Only those that are
    /// cheap to recognise are found, so some may be missing.
    #[inline(always)]
    pub fn stable_tiles(&self, position: Position) -> Bitboard {
        let mut stable = self.stable_on_edges(position);
        let [row, column, rising, falling] = full_lines(position.occupied() | !self.mask);
        let inner = position.own & self.inner;
        stable |= inner & row & column & rising & falling;
        if stable == 0 {
            return 0;
        }
        // An inner tile is safe in a direction if its line is full, or if a neighbour on the line
        // is a stable own tile.
        loop {
            let safe = |stride: u32, full: Bitboard| stable << stride | stable >> stride | full;
            let grown = stable
                | (inner & safe(1, row) & safe(8, column) & safe(9, rising) & safe(7, falling));
            if grown == stable {
                return stable;
            }
            stable = grown;
        }
    }

    #[inline(always)]
    fn stable_on_edges(&self, Position { own, opp }: Position) -> Bitboard {
        let last = self.size - 1;
        let stable = |own: u64, opp: u64| {
            u64::from(self.edges[(own & 0xFF) as usize][(opp & 0xFF) as usize])
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
    // Both ways along a diagonal, in steps of 1, 2 and 4 squares. Squares outside the board count
    // as full: `edge` holds the squares from which the step leads outside.
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

/// The stable own tiles on an edge, indexed by the own tiles and the opponent's (a bit for each
/// square, the first square lowest).
type EdgeStability = Vec<[u8; 256]>;

/// Returns the table for edges of `size` squares, at most 8. It is computed once.
fn edge_stability(size: u32) -> &'static EdgeStability {
    static TABLES: [OnceLock<EdgeStability>; 9] = [const { OnceLock::new() }; 9];
    TABLES[size as usize % 9]
        .get_or_init(|| (EdgeSolver { size, solved: vec![[None; 256]; 256] }).solve_all())
}

/// Finds the stable tiles of both sides for each state of an edge.
struct EdgeSolver {
    size: u32,
    /// The stable tiles of the states solved so far, indexed by the tiles of both sides.
    solved: Vec<[Option<u8>; 256]>,
}

impl EdgeSolver {
    fn solve_all(mut self) -> EdgeStability {
        let mut edges = vec![[0; 256]; 256];
        for (own, by_opp) in edges.iter_mut().enumerate().take(1 << self.size) {
            for opp in (0..1 << self.size).filter(|opp| opp & own == 0) {
                by_opp[opp] = self.solve(own, opp) & low_byte(own);
            }
        }
        edges
    }

    /// Returns the tiles that keep their owner whatever moves follow. Only moves to squares of an
    /// edge can flip its tiles. Such a move is tried even if it flips no tile on the edge, because
    /// it may be legal by flipping tiles elsewhere.
    fn solve(&mut self, own: usize, opp: usize) -> u8 {
        if let Some(stable) = self.solved[own][opp] {
            return stable;
        }
        let mut stable = low_byte(own | opp);
        let squares = (0..self.size).map(|place| 1 << place);
        for square in squares.filter(|square| square & (own | opp) == 0) {
            let flips = enclosed(own, opp, square);
            stable &= !low_byte(flips) & self.solve(own | flips | square, opp & !flips);
            let flips = enclosed(opp, own, square);
            stable &= !low_byte(flips) & self.solve(own & !flips, opp | flips | square);
        }
        self.solved[own][opp] = Some(stable);
        stable
    }
}

/// Returns the tiles of `opp` between `square` and the nearest tiles of `own`, both ways along the
/// edge.
fn enclosed(own: usize, opp: usize, square: usize) -> usize {
    let run = |step: fn(usize) -> usize| {
        let (mut run, mut next) = (0, step(square));
        while next & opp != 0 {
            run |= next;
            next = step(next);
        }
        if next & own != 0 { run } else { 0 }
    };
    run(|square| square << 1) | run(|square| square >> 1)
}

#[allow(clippy::cast_possible_truncation)] // an edge has at most eight squares
const fn low_byte(edge: usize) -> u8 {
    edge as u8
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::RngExt;

    use super::*;
    use crate::{
        flip::{model::Side, search::testing::random_position},
        play::random,
    };

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_stable_tile_is_never_flipped(size in 4..=8_u16, empties in 1..=50_u32, seed: u64) {
            let mut position = random_position(size, empties, seed);
            let geometry = BoardGeometry::new(size);
            let mut rng = random::rng(seed, &[1]);
            let mut stable = [0; 2];
            while !position.is_over() {
                for (side, stable) in Side::BOTH.into_iter().zip(&mut stable) {
                    let bitboards = position.board.bitboards(side).unwrap();
                    let flipped = *stable & !bitboards.own;
                    prop_assert_eq!(flipped, 0, "a stable tile was flipped on\n{}", position.board);
                    *stable |= geometry.stable_tiles(bitboards);
                }
                let legal = position.legal();
                if !legal.is_empty() {
                    let square = legal[rng.random_range(0..legal.len())];
                    position.board.play(position.to_move, square);
                }
                position.to_move = position.to_move.other();
            }
        }
    }

    #[test]
    fn all_tiles_of_a_full_board_are_stable() {
        for size in 4..=8 {
            let geometry = BoardGeometry::new(size);
            let own = geometry.mask & 0x1234_5678_9ABC_DEF0;
            assert_eq!(geometry.stable_tiles(Position::new(own, geometry.mask ^ own)), own);
            let without_corners = Position::new(own & !geometry.corners, 0);
            assert_eq!(geometry.stable_tiles(without_corners) & geometry.inner, 0);
        }
    }

    #[test]
    fn the_quadrants_cover_the_board() {
        for size in 4..=8 {
            let geometry = BoardGeometry::new(size);
            assert_eq!(geometry.quadrant_squares[15], geometry.mask);
            for at in bitboard::indices(geometry.mask) {
                assert_eq!(geometry.parity(1 << at), geometry.quadrant(at));
                assert_ne!(geometry.quadrant_squares[geometry.quadrant(at)] & 1 << at, 0);
            }
        }
    }
}
