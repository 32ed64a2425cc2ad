//! A transposition table: what searches found out about positions, shared by threads without locks.
//!
//! An entry is two atomic words. The first one holds the position's key mixed with the second one
//! (exclusive or), so an entry of which two threads wrote a half each fits no key and is not
//! believed. (Hyatt and Mann, "A lock-less transposition table implementation for parallel search",
//! 2002.)

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// No move: in [`Known::best`] and [`Known::second`].
pub const NO_MOVE: u8 = 64;

/// What is known of a position. Values are for the side to move, in hundredths of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The value is at least this.
    pub lower: i16,
    /// The value is at most this.
    pub upper: i16,
    /// How many plies were searched: below 64.
    pub depth: u8,
    /// How boldly moves were left out: 0 (none) to 7.
    pub selectivity: u8,
    /// The best move: the index of its cell, or [`NO_MOVE`].
    pub best: u8,
    /// The best move before `best` was found.
    pub second: u8,
}

/// What a search found.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// How many plies it looked ahead.
    pub depth: u32,
    /// How boldly it left moves out: 0 (none) to 7.
    pub selectivity: u8,
    /// The window it searched: a value in it is exact, one outside a bound.
    pub window: (i32, i32),
    /// The value, for the side to move, in hundredths of a tile.
    pub value: i32,
    /// The index of the best move's cell, or [`NO_MOVE`].
    pub best: u8,
}

impl Known {
    /// Whether it is as sure as a search to `depth` with this selectivity.
    #[inline]
    pub fn suffices(self, depth: u32, selectivity: u8) -> bool {
        u32::from(self.depth) >= depth && self.selectivity <= selectivity
    }

    /// What `finding` says alone.
    fn new(finding: &Finding) -> Self {
        let (alpha, beta) = finding.window;
        let value = clamped(finding.value);
        Self {
            lower: if finding.value > alpha { value } else { i16::MIN },
            upper: if finding.value < beta { value } else { i16::MAX },
            depth: u8::try_from(finding.depth).unwrap_or(u8::MAX).min(63),
            selectivity: finding.selectivity.min(7),
            best: finding.best.min(NO_MOVE),
            second: NO_MOVE,
        }
    }

    /// With what was known before of the same position.
    fn after(mut self, before: Self) -> Self {
        if (before.depth, before.selectivity) == (self.depth, self.selectivity) {
            self.lower = self.lower.max(before.lower.min(self.upper));
            self.upper = self.upper.min(before.upper.max(self.lower));
        }
        if self.best == NO_MOVE {
            (self.best, self.second) = (before.best, before.second);
        } else if self.best == before.best {
            self.second = before.second;
        } else {
            self.second = before.best;
        }
        self
    }

    /// In one word, with the number of the decision.
    fn pack(self, decision: u64) -> u64 {
        u64::from(self.lower.cast_unsigned())
            | u64::from(self.upper.cast_unsigned()) << 16
            | u64::from(self.depth) << 32
            | u64::from(self.selectivity) << 38
            | u64::from(self.best) << 41
            | u64::from(self.second) << 48
            | decision << 55
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // each part is masked or meant to be cut
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
fn clamped(value: i32) -> i16 {
    value.clamp(i32::from(i16::MIN) + 1, i32::from(i16::MAX) - 1) as i16
}

/// The last number of a decision; then the table is wiped.
const LAST_DECISION: u64 = (1 << 9) - 1;

#[derive(Debug, Default)]
struct Entry {
    /// The key, exclusive or `word`.
    check: AtomicU64,
    /// What is known, packed with the number of the decision. Zero: nothing (decisions count from
    /// 1).
    word: AtomicU64,
}

impl Entry {
    /// The word of the position with this key, or of any other one.
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

/// Two entries: the first one keeps the deeper search, the second one takes whatever comes.
#[derive(Debug, Default)]
#[repr(align(32))]
struct Bucket([Entry; 2]);

/// The table. Entries of another decision count as empty, so that no answer depends on what was
/// searched before.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    mask: u64,
    decision: u64,
}

impl Default for Table {
    fn default() -> Self {
        Self { buckets: vec![Bucket::default()], mask: 0, decision: 1 }
    }
}

impl Table {
    /// The bytes of an entry.
    pub const ENTRY: usize = size_of::<Entry>();

    /// Forgets everything, for a decision that gets at most so many bytes (a power of two is used).
    ///
    /// A larger table than wanted is kept, and used in part: where entries fall depends on `bytes`
    /// alone.
    pub fn renew(&mut self, bytes: usize) {
        let wanted = (bytes / size_of::<Bucket>()).max(1);
        let count = 1 << wanted.ilog2();
        if self.buckets.len() < count {
            self.buckets = Vec::new(); // given back before more is asked for
            self.buckets.resize_with(count, Bucket::default);
            self.decision = 0;
        } else if self.decision == LAST_DECISION {
            self.buckets.fill_with(Bucket::default);
            self.decision = 0;
        }
        self.mask = count as u64 - 1;
        self.decision += 1;
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Known> {
        let [first, second] = &self.bucket(key).0;
        self.read(first, key).or_else(|| self.read(second, key))
    }

    /// Keeps what was found of the position with this key, together with what is known.
    #[inline]
    pub fn put(&self, key: u64, finding: &Finding) {
        let [first, second] = &self.bucket(key).0;
        let mut known = Known::new(finding);
        for entry in [first, second] {
            if let Some(before) = self.read(entry, key) {
                // A deeper search is worth more than a newer one, unless that is bolder.
                if !before.suffices(finding.depth + 1, finding.selectivity) {
                    known = known.after(before);
                    entry.store(key, known.pack(self.decision));
                }
                return;
            }
        }
        let (old_key, old) = first.load();
        if !self.is_of_now(old) || Known::unpack(old).depth <= known.depth {
            if self.is_of_now(old) {
                second.store(old_key, old);
            }
            first.store(key, known.pack(self.decision));
        } else {
            second.store(key, known.pack(self.decision));
        }
    }

    #[inline]
    fn read(&self, entry: &Entry, key: u64) -> Option<Known> {
        let (held, word) = entry.load();
        (held == key && self.is_of_now(word)).then(|| Known::unpack(word))
    }

    #[inline]
    fn is_of_now(&self, word: u64) -> bool {
        word >> 55 == self.decision
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The mask is below the length, which is a usize.
        &self.buckets[usize::try_from(key & self.mask).unwrap_or(0)]
    }
}

/// A position's key: its two words mixed (multiply and shift, as `MurmurHash3`'s finaliser does).
/// `salt` keeps values that must not meet apart.
#[inline]
pub fn key(own: u64, opp: u64, salt: u64) -> u64 {
    let mut key = own.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ opp.rotate_left(32).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    key ^= key >> 33;
    key = (key ^ salt).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    key ^ (key >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(depth: u32, value: i32, best: u8) -> Finding {
        Finding { depth, selectivity: 0, window: (-10_000, 10_000), value, best }
    }

    fn table(bytes: usize) -> Table {
        let mut table = Table::default();
        table.renew(bytes);
        table
    }

    #[test]
    fn what_is_put_is_got_until_the_next_decision() {
        let mut table = table(1 << 16);
        let found =
            Finding { depth: 17, selectivity: 5, window: (-300, -299), value: -1234, best: 63 };
        table.put(key(1, 2, 0), &found);
        let known = Known {
            lower: i16::MIN,
            upper: -1234,
            depth: 17,
            selectivity: 5,
            best: 63,
            second: NO_MOVE,
        };
        assert_eq!(table.get(key(1, 2, 0)), Some(known));
        assert_eq!(table.get(key(2, 1, 0)), None);
        assert_eq!(table.get(key(1, 2, 1)), None);
        for _ in 0..2 * LAST_DECISION {
            table.renew(1 << 16);
            assert_eq!(table.get(key(1, 2, 0)), None);
        }
    }

    #[test]
    fn the_place_of_a_position_depends_on_the_wanted_size_alone() {
        let (small, mut large) = (table(64), table(1 << 16));
        large.renew(64);
        for table in [small, large] {
            for key in 0..10 {
                table.put(key, &finding(u32::try_from(key).unwrap(), 0, 0));
            }
            let kept: Vec<_> = (0..10).filter(|&key| table.get(key).is_some()).collect();
            assert_eq!(kept, [6, 7, 8, 9], "two buckets of two");
        }
    }

    #[test]
    fn the_deeper_search_and_the_newer_one_are_kept() {
        let table = table(64);
        for (key, depth) in [(2, 6), (4, 9), (6, 5), (8, 8)] {
            table.put(key, &finding(depth, 0, 0));
        }
        let depths = [2, 4, 6, 8].map(|key| table.get(key).map(|known| known.depth));
        assert_eq!(depths, [None, Some(9), None, Some(8)]);
    }

    #[test]
    fn bounds_of_the_same_search_come_together() {
        let table = table(1 << 10);
        let found = |value, window, best| Finding { depth: 9, selectivity: 1, window, value, best };
        table.put(7, &found(300, (100, 101), 20));
        table.put(7, &found(500, (600, 601), NO_MOVE));
        let known = table.get(7).unwrap();
        assert_eq!((known.lower, known.upper, known.best, known.second), (300, 500, 20, NO_MOVE));
        table.put(7, &found(450, (440, 441), 30));
        let known = table.get(7).unwrap();
        assert_eq!((known.lower, known.upper, known.best, known.second), (450, 500, 30, 20));
        assert!(known.suffices(9, 1) && known.suffices(8, 3));
        assert!(!known.suffices(10, 1) && !known.suffices(9, 0));
    }

    #[test]
    fn a_shallower_or_bolder_search_does_not_replace_a_better_one() {
        let table = table(1 << 10);
        table.put(7, &Finding { selectivity: 0, ..finding(9, 100, 1) });
        table.put(7, &Finding { selectivity: 0, ..finding(8, 200, 2) });
        assert_eq!(table.get(7).map(|known| known.lower), Some(100));
        table.put(7, &Finding { selectivity: 2, ..finding(12, 300, 3) });
        table.put(7, &Finding { selectivity: 0, ..finding(9, 400, 4) });
        assert_eq!(
            table.get(7).map(|known| (known.lower, known.second)),
            Some((400, 3)),
            "surer, if not as deep"
        );
    }

    #[test]
    fn a_torn_entry_is_not_believed() {
        let table = table(1 << 10);
        table.put(7, &finding(9, 100, 1));
        let other = Known::new(&finding(3, -5, 2)).pack(table.decision);
        table.bucket(7).0[0].word.store(other, Relaxed);
        assert_eq!(table.get(7), None);
    }
}
