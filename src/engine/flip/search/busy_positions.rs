//! The positions that the threads of a search are searching now. Other threads search others first.
//!
//! This is ABDADA (J.-C. Weill, "The ABDADA distributed minimax search algorithm", ICCA Journal,
//! 1996) without its counters.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 12;

/// The positions being searched now. A slot holds one key. If another overwrites it, two threads
/// may search the same position, which only costs time.
#[derive(Debug)]
pub struct BusyPositions(Box<[AtomicU64]>);

impl Default for BusyPositions {
    fn default() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }
}

impl BusyPositions {
    /// Whether a thread is searching the position with this [`busy_key`].
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// Marks the position as being searched.
    #[inline]
    pub fn add(&self, key: u64) {
        self.slot(key).store(key, Relaxed);
    }

    /// Marks the search of the position as ended.
    #[inline]
    pub fn remove(&self, key: u64) {
        let _ = self.slot(key).compare_exchange(key, 0, Relaxed, Relaxed);
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // less than `SLOTS`
    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[(key % SLOTS as u64) as usize]
    }
}

/// The key of a search to `depth` plies. `position_key` is the key in the transposition table.
#[inline]
pub const fn busy_key(position_key: u64, depth: u32) -> u64 {
    position_key.rotate_left(depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_busy_until_its_search_ends() {
        let busy = BusyPositions::default();
        let (here, there) = (0x1234_5678_9ABC_DEF0, 0x0FED_CBA9_8765_4321);
        busy.add(busy_key(here, 9));
        assert!(busy.contains(busy_key(here, 9)));
        assert!(!busy.contains(busy_key(here, 8)) && !busy.contains(busy_key(there, 9)));
        busy.remove(busy_key(there, 9));
        assert!(busy.contains(busy_key(here, 9)));
        busy.remove(busy_key(here, 9));
        assert!(!busy.contains(busy_key(here, 9)));
    }
}
