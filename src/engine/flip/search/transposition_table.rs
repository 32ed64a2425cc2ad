//! A transposition table: the results of searched nodes by position, shared by threads without
//! locks.
//!
//! A slot is two atomic words: the result, and the position's key combined with the result by
//! exclusive or. If two threads each write half of a slot, it matches no key and is ignored. (R.
//! Hyatt and T. Mann, "A lock-less transposition table implementation for parallel search", ICGA
//! Journal, 2002.)

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{busy_positions::BusyPositions, prefetch::prefetch};
use crate::flip::model::bitboard::Position;

/// The value of [`Entry::best`] and [`Entry::second`] that means no move.
pub const NO_MOVE: u8 = 64;

/// The lowest bit of the generation in a packed entry. It takes this bit and all above.
const GENERATION_SHIFT: u32 = 55;
/// The highest generation. After it the table is cleared.
const MAX_GENERATION: u64 = (1 << (u64::BITS - GENERATION_SHIFT)) - 1;

/// The stored result for a position. Scores are in hundredths of a tile for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// A lower bound of the score.
    pub lower: i16,
    /// An upper bound of the score.
    pub upper: i16,
    /// The depth of the search in plies, below 64.
    pub depth: u8,
    /// The selectivity of the search, from 0 (all moves were searched) to 7.
    pub selectivity: u8,
    /// The index of the best move's square, or [`NO_MOVE`].
    pub best: u8,
    /// The index of the previous best move's square, or [`NO_MOVE`].
    pub second: u8,
}

/// The result of searching a node, to be stored in the table.
#[derive(Clone, Copy, Debug)]
pub struct SearchedNode {
    /// The depth of the search in plies.
    pub depth: u32,
    /// The selectivity of the search, from 0 (all moves were searched) to 7.
    pub selectivity: u8,
    /// The window (alpha, beta) of the search. A score inside it is exact, one outside is a bound.
    pub window: (i32, i32),
    /// The score for the side to move, in hundredths of a tile.
    pub score: i32,
    /// The index of the best move's square, or [`NO_MOVE`].
    pub best: u8,
}

impl Entry {
    /// Returns whether the entry comes from a search that was at least this deep and not more
    /// selective.
    #[inline]
    pub fn suffices(self, depth: u32, selectivity: u8) -> bool {
        u32::from(self.depth) >= depth && self.selectivity <= selectivity
    }

    fn new(node: &SearchedNode) -> Self {
        let (alpha, beta) = node.window;
        let score = clamp_score(node.score);
        Self {
            lower: if node.score > alpha { score } else { i16::MIN },
            upper: if node.score < beta { score } else { i16::MAX },
            depth: u8::try_from(node.depth).unwrap_or(u8::MAX).min(63),
            selectivity: node.selectivity.min(7),
            best: node.best.min(NO_MOVE),
            second: NO_MOVE,
        }
    }

    /// Combines this entry with an older one of the same position. Bounds from equal searches
    /// tighten each other, and the old best move becomes the second.
    fn merged_with(mut self, older: Self) -> Self {
        if (older.depth, older.selectivity) == (self.depth, self.selectivity) {
            self.lower = self.lower.max(older.lower.min(self.upper));
            self.upper = self.upper.min(older.upper.max(self.lower));
        }
        if self.best == NO_MOVE {
            (self.best, self.second) = (older.best, older.second);
        } else if self.best == older.best {
            self.second = older.second;
        } else {
            self.second = older.best;
        }
        self
    }

    fn pack(self, generation: u64) -> u64 {
        u64::from(self.lower.cast_unsigned())
            | u64::from(self.upper.cast_unsigned()) << 16
            | u64::from(self.depth) << 32
            | u64::from(self.selectivity) << 38
            | u64::from(self.best) << 41
            | u64::from(self.second) << 48
            | generation << GENERATION_SHIFT
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // each part is masked or cut on purpose
    fn unpack(word: u64) -> Self {
        Self {
            lower: (word as u16).cast_signed(),
            upper: ((word >> 16) as u16).cast_signed(),
            depth: (word >> 32) as u8 & 0x3F,
            selectivity: (word >> 38) as u8 & 7,
            best: (word >> 41) as u8 & 0x7F,
            second: (word >> 48) as u8 & 0x7F,
        }
    }
}

#[allow(clippy::cast_possible_truncation)] // clamped
fn clamp_score(score: i32) -> i16 {
    score.clamp(i32::from(i16::MIN) + 1, i32::from(i16::MAX) - 1) as i16
}

/// A table of at least this many bytes must return its memory to the system when it is freed.
const LARGE_BYTES: usize = 1 << 20;
/// The minimum memory in bytes that such a table reserves. The allocator of glibc maps blocks of
/// more than 32 MiB separately and unmaps them when they are freed; smaller ones may stay in the
/// process for ever. Reserved memory that is never written isn't used.
const RESERVED_BYTES: usize = 33 << 20;

#[derive(Debug, Default)]
struct Slot {
    /// The key combined with `word` by exclusive or.
    check: AtomicU64,
    /// The packed entry. Generations count from 1, so zero is an empty slot.
    word: AtomicU64,
}

impl Slot {
    /// Returns the key and the packed entry. They are meaningful only if the key is the expected
    /// one.
    #[inline]
    fn load(&self) -> (u64, u64) {
        let word = self.word.load(Relaxed);
        (self.check.load(Relaxed) ^ word, word)
    }

    #[inline]
    fn store(&self, key: u64, word: u64) {
        self.check.store(key ^ word, Relaxed);
        self.word.store(word, Relaxed);
    }
}

/// Two slots for the positions that share a place. The first keeps the deeper search, the second is
/// always replaced.
#[derive(Debug, Default)]
#[repr(align(32))]
struct Bucket([Slot; 2]);

/// The table. Each decision is a new generation of entries. Those of earlier generations count as
/// empty unless they are kept ([`TranspositionTable::keep_entries`]), so no answer depends on what
/// was searched before.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    mask: u64,
    generation: u64,
    /// The oldest generation with entries that count.
    oldest_kept: u64,
    /// The positions being searched, if several threads share the table.
    busy: Option<BusyPositions>,
}

impl Default for TranspositionTable {
    fn default() -> Self {
        let buckets = vec![Bucket::default()];
        Self { buckets, mask: 0, generation: 1, oldest_kept: 1, busy: None }
    }
}

impl TranspositionTable {
    /// The size of an entry in bytes.
    pub const ENTRY_BYTES: usize = size_of::<Slot>();

    /// Forgets all entries and prepares for a decision with at most `bytes` of memory, rounded down
    /// to a power of two.
    ///
    /// If the table is larger already, only a part of it is used: the place of a position depends
    /// on `bytes` alone.
    pub fn reset(&mut self, bytes: usize) {
        let max_count = (bytes / size_of::<Bucket>()).max(1);
        let count = 1 << max_count.ilog2();
        if self.buckets.len() < count {
            self.buckets = Vec::new(); // frees the old memory before allocating the new
            let is_large = count * size_of::<Bucket>() >= LARGE_BYTES;
            let reserved = if is_large { RESERVED_BYTES / size_of::<Bucket>() } else { 0 };
            self.buckets.reserve_exact(count.max(reserved));
            self.buckets.resize_with(count, Bucket::default);
            self.generation = 0;
        } else if self.generation == MAX_GENERATION {
            self.buckets.fill_with(Bucket::default);
            self.generation = 0;
        }
        self.mask = count as u64 - 1;
        self.generation += 1;
        self.oldest_kept = self.generation;
    }

    /// Prepares for a decision that may use the entries stored so far, with at most `bytes` of
    /// memory or as much as the table has. New entries replace the kept ones.
    ///
    /// The entries are forgotten if the table is less than half as large as it would be after
    /// [`Self::reset`].
    pub fn keep_entries(&mut self, bytes: usize) {
        let used_bytes = usize::try_from(self.mask + 1).unwrap_or(0) * size_of::<Bucket>();
        if self.generation == MAX_GENERATION || 4 * used_bytes <= bytes {
            self.reset(bytes);
        } else {
            self.generation += 1;
        }
    }

    /// Sets whether several threads search the same position with this table.
    pub fn set_shared(&mut self, is_shared: bool) {
        self.busy = is_shared.then(BusyPositions::default);
    }

    /// The positions being searched, if several threads share the table.
    #[inline]
    pub fn busy_positions(&self) -> Option<&BusyPositions> {
        self.busy.as_ref()
    }

    /// The size of the allocated memory in bytes.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Returns the entry of the position with this key, if this decision has stored one or it was
    /// kept.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let [first, second] = &self.bucket(key).0;
        self.read(first, key).or_else(|| self.read(second, key))
    }

    /// Loads the place of the position with this key into the processor's cache, for a later call
    /// of [`Self::get`].
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// Stores the result of a search of the position with this key. An older entry of the position
    /// is merged with it. If that comes from a deeper search that is not more selective, it stays
    /// instead, as a new one.
    #[inline]
    pub fn put(&self, key: u64, node: &SearchedNode) {
        let [first, second] = &self.bucket(key).0;
        let entry = Entry::new(node);
        for slot in [first, second] {
            if let Some(older) = self.read(slot, key) {
                if older.suffices(node.depth + 1, node.selectivity) {
                    slot.store(key, older.pack(self.generation));
                } else {
                    slot.store(key, entry.merged_with(older).pack(self.generation));
                }
                return;
            }
        }
        let (old_key, old_word) = first.load();
        let is_current = self.is_current(old_word);
        if !is_current || Entry::unpack(old_word).depth <= entry.depth {
            if is_current {
                second.store(old_key, old_word);
            }
            first.store(key, entry.pack(self.generation));
        } else {
            second.store(key, entry.pack(self.generation));
        }
    }

    #[inline]
    fn read(&self, slot: &Slot, key: u64) -> Option<Entry> {
        let (stored_key, word) = slot.load();
        (stored_key == key && word >> GENERATION_SHIFT >= self.oldest_kept)
            .then(|| Entry::unpack(word))
    }

    /// Returns whether a packed entry was stored by this decision.
    #[inline]
    fn is_current(&self, word: u64) -> bool {
        word >> GENERATION_SHIFT == self.generation
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // Cannot fail: the mask is below the length.
        &self.buckets[usize::try_from(key & self.mask).unwrap_or(0)]
    }
}

/// Returns the key of a position: its two bitboards mixed by multiplications and shifts, as in the
/// finaliser of `MurmurHash3`.
#[inline]
pub const fn key(position: Position) -> u64 {
    let mut key = position.own.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ position.opp.rotate_left(32).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    key ^= key >> 33;
    key = key.wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    key ^ (key >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(depth: u32, score: i32, best: u8) -> SearchedNode {
        SearchedNode { depth, selectivity: 0, window: (-10_000, 10_000), score, best }
    }

    fn table(bytes: usize) -> TranspositionTable {
        let mut table = TranspositionTable::default();
        table.reset(bytes);
        table
    }

    #[test]
    fn an_entry_can_be_read_until_the_next_decision() {
        let mut table = table(1 << 16);
        let position = Position::new(1, 2);
        let node = SearchedNode {
            depth: 17,
            selectivity: 5,
            window: (-300, -299),
            score: -1234,
            best: 63,
        };
        table.put(key(position), &node);
        let entry = Entry {
            lower: i16::MIN,
            upper: -1234,
            depth: 17,
            selectivity: 5,
            best: 63,
            second: NO_MOVE,
        };
        assert_eq!(table.get(key(position)), Some(entry));
        assert_eq!(table.get(key(position.pass())), None);
        for _ in 0..2 * MAX_GENERATION {
            table.reset(1 << 16);
            assert_eq!(table.get(key(position)), None);
        }
    }

    #[test]
    fn kept_entries_can_be_read_and_are_replaced_first() {
        let mut table = table(64);
        for (key, depth) in [(2, 9), (4, 8)] {
            table.put(key, &node(depth, 0, 0));
        }
        let depths = |table: &TranspositionTable| {
            [2, 4, 6].map(|key| table.get(key).map(|entry| entry.depth))
        };
        table.keep_entries(64);
        assert_eq!(depths(&table), [Some(9), Some(8), None]);
        table.put(6, &node(1, 0, 0));
        assert_eq!(depths(&table), [None, Some(8), Some(1)], "kept ones go first");
        table.keep_entries(64 << 2);
        assert_eq!(depths(&table), [None; 3], "a much larger table is a new one");
        table.put(2, &node(1, 0, 0));
        table.reset(64);
        assert_eq!(depths(&table), [None; 3]);
    }

    #[test]
    fn a_kept_entry_that_is_still_useful_is_renewed() {
        let mut table = table(64);
        table.put(2, &node(9, 0, 0));
        table.keep_entries(64);
        table.put(2, &node(3, 50, 1));
        table.put(4, &node(1, 0, 0));
        assert_eq!(table.get(2).map(|entry| (entry.depth, entry.lower)), Some((9, 0)));
    }

    #[test]
    fn entries_can_be_kept_for_any_number_of_decisions() {
        let mut table = table(1 << 10);
        for number in 0..3 * MAX_GENERATION {
            table.keep_entries(1 << 10);
            assert_eq!(table.get(number), None);
            table.put(number, &node(5, 0, 0));
            assert!(table.get(number).is_some());
        }
    }

    #[test]
    fn the_place_of_a_position_depends_on_the_given_size_alone() {
        let (small, mut large) = (table(64), table(1 << 16));
        large.reset(64);
        for table in [small, large] {
            for key in 0..10 {
                table.put(key, &node(u32::try_from(key).unwrap(), 0, 0));
            }
            let kept: Vec<_> = (0..10).filter(|&key| table.get(key).is_some()).collect();
            assert_eq!(kept, [6, 7, 8, 9], "two buckets of two");
        }
    }

    #[test]
    fn a_bucket_keeps_the_deepest_search_and_the_newest() {
        let table = table(64);
        for (key, depth) in [(2, 6), (4, 9), (6, 5), (8, 8)] {
            table.put(key, &node(depth, 0, 0));
        }
        let depths = [2, 4, 6, 8].map(|key| table.get(key).map(|entry| entry.depth));
        assert_eq!(depths, [None, Some(9), None, Some(8)]);
    }

    #[test]
    fn bounds_from_equal_searches_are_merged() {
        let table = table(1 << 10);
        let node =
            |score, window, best| SearchedNode { depth: 9, selectivity: 1, window, score, best };
        table.put(7, &node(300, (100, 101), 20));
        table.put(7, &node(500, (600, 601), NO_MOVE));
        let entry = table.get(7).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best, entry.second), (300, 500, 20, NO_MOVE));
        table.put(7, &node(450, (440, 441), 30));
        let entry = table.get(7).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best, entry.second), (450, 500, 30, 20));
        assert!(entry.suffices(9, 1) && entry.suffices(8, 3));
        assert!(!entry.suffices(10, 1) && !entry.suffices(9, 0));
    }

    #[test]
    fn a_shallower_or_more_selective_search_does_not_replace_a_better_one() {
        let table = table(1 << 10);
        table.put(7, &SearchedNode { selectivity: 0, ..node(9, 100, 1) });
        table.put(7, &SearchedNode { selectivity: 0, ..node(8, 200, 2) });
        assert_eq!(table.get(7).map(|entry| entry.lower), Some(100));
        table.put(7, &SearchedNode { selectivity: 2, ..node(12, 300, 3) });
        table.put(7, &SearchedNode { selectivity: 0, ..node(9, 400, 4) });
        assert_eq!(
            table.get(7).map(|entry| (entry.lower, entry.second)),
            Some((400, 3)),
            "a less selective search replaces a deeper one"
        );
    }

    #[test]
    fn a_torn_entry_is_ignored() {
        let table = table(1 << 10);
        table.put(7, &node(9, 100, 1));
        let other = Entry::new(&node(3, -5, 2)).pack(table.generation);
        table.bucket(7).0[0].word.store(other, Relaxed);
        assert_eq!(table.get(7), None);
    }
}
