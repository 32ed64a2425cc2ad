//! A small transposition table for positions near the end of the game, one for each thread. It
//! stays in the processor's cache: reading the large table would take longer than searching such a
//! position.

use super::{
    super::super::{prefetch::prefetch, transposition_table::NO_MOVE},
    INFINITY,
};

/// The number of entries, 512 KiB in all. With a larger table, fewer positions are searched, but
/// less of the cache is left for the weights of the evaluation, and the search takes longer.
const SIZE: usize = 1 << 15;

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    lower: i8,
    upper: i8,
    best: u8,
}

#[allow(clippy::cast_possible_truncation)] // INFINITY is 100
const EMPTY: Entry = Entry { key: 0, lower: -INFINITY as i8, upper: INFINITY as i8, best: NO_MOVE };

/// The stored bounds of a position's score in tiles, and its best move.
pub struct StoredResult {
    pub lower: i32,
    pub upper: i32,
    /// The index of the best move's square, or [`NO_MOVE`].
    pub best: u32,
}

/// Each position has one slot, and a new entry always replaces the old one.
#[derive(Debug)]
pub struct LocalTable(Vec<Entry>);

impl Default for LocalTable {
    fn default() -> Self {
        Self::new()
    }
}

impl LocalTable {
    /// Returns an empty table.
    pub fn new() -> Self {
        Self(vec![EMPTY; SIZE])
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.0.fill(EMPTY);
    }

    /// Returns the stored bounds and best move of the position with this key, or infinite bounds if
    /// there is no entry.
    #[inline(always)]
    pub fn get(&self, key: u64) -> StoredResult {
        let entry = self.0.get(slot(key)).filter(|entry| entry.key == key).unwrap_or(&EMPTY);
        StoredResult {
            lower: entry.lower.into(),
            upper: entry.upper.into(),
            best: entry.best.into(),
        }
    }

    /// Loads the entry of the position with this key into the processor's cache, for a later call
    /// of [`Self::get`].
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        if let Some(entry) = self.0.get(slot(key)) {
            prefetch(entry);
        }
    }

    /// Stores the result of a search of the window between `alpha` and `alpha + 1`. `best` is the
    /// index of the best move's square.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // scores and indices are at most 64
    pub fn put(&mut self, key: u64, alpha: i32, score: i32, best: u32) {
        let Some(entry) = self.0.get_mut(slot(key)) else { return };
        if entry.key != key {
            *entry = Entry { key, ..EMPTY };
        }
        if score > alpha {
            entry.lower = score as i8;
        } else {
            entry.upper = score as i8;
        }
        entry.best = best as u8;
    }
}

#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // only the low bits count
fn slot(key: u64) -> usize {
    key as usize % SIZE
}
