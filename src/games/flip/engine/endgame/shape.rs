//! What the endgame knows of a board of one size.

use super::stable::{Edges, edges};
use crate::games::flip::rules::bitboard;

/// The shape of an n x n board.
#[derive(Clone, Debug)]
pub struct Shape {
    /// All cells.
    pub mask: u64,
    /// How many there are.
    pub cells: i32,
    /// The four corners.
    pub corners: u64,
    /// The cells of the quarters in a set of quarters, a bit each.
    pub odd_cells: [u64; 16],
    /// The quarter of each cell, as a bit.
    quarters: [u8; 64],
    /// The cells that are not on an edge.
    pub inner: u64,
    /// The cells of an edge.
    pub size: u32,
    /// Which tiles on an edge are stable.
    pub edges: &'static Edges,
}

impl Shape {
    /// That of an n x n board, 4 <= n <= 8.
    pub fn new(size: u16) -> Self {
        let n = u32::from(size);
        let mask = bitboard::mask(n);
        let half = n / 2;
        let quarters: [u8; 64] = std::array::from_fn(|at| {
            let low = u32::try_from(at / 8).is_ok_and(|row| row >= half);
            let right = u32::try_from(at % 8).is_ok_and(|col| col >= half);
            1 << (2 * u8::from(low) + u8::from(right))
        });
        let of_quarters = |set: usize| {
            let cells =
                bitboard::indices(mask).filter(|&at| usize::from(quarters[at as usize]) & set != 0);
            cells.map(|at| 1_u64 << at).sum()
        };
        let last = n - 1;
        Self {
            mask,
            cells: mask.count_ones().cast_signed(),
            corners: 1 | 1 << last | 1 << (8 * last) | 1 << (9 * last),
            odd_cells: std::array::from_fn(of_quarters),
            quarters,
            inner: (bitboard::mask(n - 2) << 9) & mask,
            size: n,
            edges: edges(n),
        }
    }

    /// The quarter in which a cell is, as a bit.
    #[inline(always)]
    pub fn quarter(&self, at: u32) -> usize {
        usize::from(self.quarters[at as usize % 64])
    }

    /// The quarters with an odd number of these cells, a bit each.
    #[inline(always)]
    pub fn parity(&self, empty: u64) -> usize {
        let odd = |quarter: usize| {
            ((empty & self.odd_cells[1 << quarter]).count_ones() as usize & 1) << quarter
        };
        odd(0) | odd(1) | odd(2) | odd(3)
    }

    /// The score of a finished game: tiles more than the opponent, the empty cells counted to the
    /// winner (as tournaments do).
    #[inline]
    pub fn final_score(&self, own: u64, opp: u64) -> i32 {
        let [mine, theirs] = [own, opp].map(|set| set.count_ones().cast_signed());
        let difference = mine - theirs;
        difference + difference.signum() * (self.cells - mine - theirs)
    }
}
