//! A move in the list of moves to search.

use crate::games::flip::rules::bitboard::{Bitboard, Position};

/// A legal move with its flips and its rank in the move ordering.
#[derive(Clone, Copy, Debug, Default)]
pub struct OrderedMove {
    /// Its rank: moves with lower numbers are searched first.
    pub order: i32,
    /// The index of its square.
    pub at: u32,
    /// The tiles that it flips.
    pub flips: Bitboard,
}

impl OrderedMove {
    /// Returns the move to the square with index `at`, with rank 0.
    #[inline]
    pub fn new(position: Position, at: u32) -> Self {
        Self { order: 0, at, flips: position.flips(at) }
    }

    /// Returns the move to the square with index `at` that flips `flips`, with rank 0.
    #[inline]
    pub const fn with_flips(at: u32, flips: Bitboard) -> Self {
        Self { order: 0, at, flips }
    }

    /// Returns the position after the move.
    #[allow(clippy::inline_always)] // inlined into code compiled for one instruction set
    #[inline(always)]
    pub const fn apply(self, position: Position) -> Position {
        position.after(self.at, self.flips)
    }

    /// Returns the index of its square as the transposition table stores it.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // below 64
    pub const fn square(self) -> u8 {
        self.at as u8
    }
}
