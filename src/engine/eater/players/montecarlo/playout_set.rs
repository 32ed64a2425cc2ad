//! One bit for each playout of a batch.

use std::ops::{BitAnd, BitOr, Not};

/// The number of words with 64 playouts each. The compiler turns operations on all of them into
/// vector instructions.
const WORDS: usize = 4;

/// The playouts of a batch in which something is the case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutSet([u64; WORDS]);

impl PlayoutSet {
    /// The number of playouts in a batch.
    pub const COUNT: u32 = 256;
    /// None of the playouts.
    pub const NONE: Self = Self([0; WORDS]);
    /// All playouts.
    pub const ALL: Self = Self([u64::MAX; WORDS]);

    /// Creates the set with these bits for the first half of the playouts, and the opposite ones
    /// for the second half.
    #[inline]
    pub const fn antithetic([first, second]: [u64; 2]) -> Self {
        Self([first, second, !first, !second])
    }

    /// Returns the number of playouts in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }
}

impl BitOr for PlayoutSet {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }
}

impl BitAnd for PlayoutSet {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }
}

impl Not for PlayoutSet {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}
