//! What the threads of a search are searching just now, so that each prefers something else.
//!
//! This is ABDADA (J.-C. Weill, "The ABDADA distributed minimax search algorithm", ICCA Journal,
//! 1996) without its counters.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of places of [`BusyPositions`].
const BUSY_PLACES: usize = 1 << 12;

/// The positions that threads are searching just now. A place holds a single key, and a lost one
/// only costs time: two threads then search the same.
#[derive(Debug)]
pub struct BusyPositions(Box<[AtomicU64]>);

impl Default for BusyPositions {
    fn default() -> Self {
        Self((0..BUSY_PLACES).map(|_| AtomicU64::new(0)).collect())
    }
}

impl BusyPositions {
    /// Returns whether a thread is searching the position with this key ([`busy_key`]).
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        self.place(key).load(Relaxed) == key
    }

    /// Notes that this thread begins to search the position.
    #[inline]
    pub fn add(&self, key: u64) {
        self.place(key).store(key, Relaxed);
    }

    /// Notes that the search of the position has ended.
    #[inline]
    pub fn remove(&self, key: u64) {
        let _ = self.place(key).compare_exchange(key, 0, Relaxed, Relaxed);
    }

    #[inline]
    fn place(&self, key: u64) -> &AtomicU64 {
        // Less than the number of places.
        &self.0[usize::try_from(key % BUSY_PLACES as u64).unwrap_or(0)]
    }
}

/// Returns the key of the search to `depth` plies of the position with this key in the
/// transposition table.
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
