//! A small table of one thread's own for positions near the end: it stays in the processor's cache,
//! while a place in the great table is waited for longer than such a position takes to search.

use super::super::table::NO_MOVE;

/// How many entries it has: 512 KiB of them.
const SIZE: usize = 1 << 15;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    lower: i8,
    upper: i8,
    best: u8,
}

/// Nothing (and nothing wrong about the position that has this key).
const NOTHING: Entry = Entry { key: 0, lower: -LIMIT, upper: LIMIT, best: NO_MOVE };
/// More than any score.
const LIMIT: i8 = 100;

/// What is known of a position.
pub struct Near {
    /// Its score is at least this.
    pub lower: i32,
    /// Its score is at most this.
    pub upper: i32,
    /// The index of the best move's cell, if it is below 64.
    pub best: u32,
}

/// The table: each position has one place in it, and the newest takes it.
#[derive(Debug)]
pub struct NearTable(Vec<Entry>);

impl Default for NearTable {
    fn default() -> Self {
        Self::new()
    }
}

impl NearTable {
    /// An empty one.
    pub fn new() -> Self {
        Self(vec![NOTHING; SIZE])
    }

    /// Forgets everything.
    pub fn renew(&mut self) {
        self.0.fill(NOTHING);
    }

    /// What is known of the position with this key.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Near {
        let entry = self.0.get(place(key)).filter(|entry| entry.key == key).unwrap_or(&NOTHING);
        Near { lower: entry.lower.into(), upper: entry.upper.into(), best: entry.best.into() }
    }

    /// Keeps what a search of the window between `alpha` and `alpha + 1` found.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // scores and indices are at most 64
    pub fn put(&mut self, key: u64, alpha: i32, value: i32, best: u32) {
        let Some(entry) = self.0.get_mut(place(key)) else { return };
        if entry.key != key {
            *entry = Entry { key, ..NOTHING };
        }
        *(if value > alpha { &mut entry.lower } else { &mut entry.upper }) = value as i8;
        entry.best = best as u8;
    }
}

#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // the low bits are wanted
fn place(key: u64) -> usize {
    key as usize % SIZE
}
