//! Precomputed tables for a board of one size.

#![allow(clippy::inline_always)] // inlined into code compiled for one instruction set

mod edge_stability;
mod stability;

use crate::flip::model::bitboard::{self, Bitboard, Position};
use edge_stability::{EdgeStability, edge_stability};

/// Tables for an n x n board.
#[derive(Clone, Debug)]
pub struct BoardGeometry {
    /// The number of rows, n.
    pub size: u32,
    /// All squares.
    pub mask: Bitboard,
    /// The number of squares.
    pub squares: i32,
    /// The four corners.
    pub corners: Bitboard,
    /// The squares of each set of quadrants. The index has a bit for each quadrant.
    pub quadrant_squares: [Bitboard; 16],
    /// The quadrant of each square, as a bit.
    quadrants: [u8; 64],
    /// The squares that are not on an edge.
    inner: Bitboard,
    /// Which tiles on an edge are stable.
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
            squares: mask.count_ones().cast_signed(),
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
        difference + difference.signum() * (self.squares - own - opp)
    }

    /// Returns tiles of the side to move that cannot be flipped any more. Only stable tiles that
    /// are cheap to recognise are found, so some may be missing.
    #[inline(always)]
    pub fn stable_tiles(&self, position: Position) -> Bitboard {
        stability::stable_tiles(self, position)
    }
}

#[cfg(test)]
mod tests;
