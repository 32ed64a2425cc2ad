//! A transposition table: what the search found out about positions, kept for one decision.

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// This is it.
    Exact,
}

impl Bound {
    /// What a search of the window between `alpha` and `beta` that ended with this value has shown.
    pub fn of(value: i32, alpha: i32, beta: i32) -> Self {
        if value >= beta {
            Self::Lower
        } else if value > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its value for the side to move, in the units of whoever stored it.
    pub value: i16,
    /// What kind of value.
    pub bound: Bound,
    /// How many plies were searched.
    pub depth: u8,
    /// The best move: the index of its cell.
    pub best: u8,
}

impl Known {
    /// With this value, which is clamped to what fits.
    #[allow(clippy::cast_possible_truncation)] // clamped; depths and indices are below 256
    pub fn new(value: i32, bound: Bound, depth: u32, best: u32) -> Self {
        let value = value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        Self { value, bound, depth: depth.min(255) as u8, best: best as u8 }
    }

    /// Whether the value, searched to `depth`, settles the window between `alpha` and `beta`.
    pub fn settles(self, depth: u32, alpha: i32, beta: i32) -> bool {
        let value = i32::from(self.value);
        u32::from(self.depth) >= depth
            && match self.bound {
                Bound::Upper => value <= alpha,
                Bound::Lower => value >= beta,
                Bound::Exact => true,
            }
    }
}

/// The most entries of a table (16 bytes each).
const MOST: u64 = 1 << 20;
/// The fewest.
const LEAST: u64 = 1 << 10;

/// A table of 16 KiB to 16 MiB. Entries of another decision count as empty, so that no answer depends on what was
/// searched before, and nothing needs to be wiped.
#[derive(Debug, Default)]
pub struct Table {
    /// A position's key, and what is known packed with the number of the decision. All zero: nothing.
    entries: Vec<[u64; 2]>,
    mask: u64,
    decision: u16,
}

impl Table {
    /// How many entries so many bytes hold.
    pub fn entries_in(bytes: usize) -> u64 {
        // What is over a power of two can't be used.
        let entries = (bytes / size_of::<[u64; 2]>()) as u64;
        entries.checked_ilog2().map_or(0, |power| 1 << power)
    }

    /// Forgets everything, for a decision that will look at about so many positions.
    pub fn renew(&mut self, positions: u64) {
        let size = positions.clamp(LEAST, MOST).next_power_of_two();
        // A larger table than wanted is used in part: where entries fall must depend on the budget alone.
        self.mask = size - 1;
        if (self.entries.len() as u64) < size || self.decision == u16::MAX {
            self.entries = Vec::new();
            self.entries = vec![[0; 2]; usize::try_from(size).unwrap_or(1)];
            self.decision = 0;
        }
        self.decision += 1;
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Known> {
        let [held, packed] = self.entries[self.index(key)];
        (held == key && packed & 0xFFFF == u64::from(self.decision)).then(|| unpack(packed))
    }

    /// Keeps what is known, unless the place is taken by a deeper search of another position.
    #[inline]
    pub fn put(&mut self, key: u64, known: Known) {
        let decision = u64::from(self.decision);
        let index = self.index(key);
        let entry = &mut self.entries[index];
        let [held, packed] = *entry;
        let taken = packed & 0xFFFF == decision && held != key;
        if !taken || unpack(packed).depth <= known.depth {
            *entry = [key, pack(known) | decision];
        }
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // The mask is below the length, which is a usize.
        usize::try_from(key & self.mask).unwrap_or(0)
    }
}

fn pack(known: Known) -> u64 {
    let [low, high] = known.value.to_le_bytes();
    let bound = match known.bound {
        Bound::Upper => 0,
        Bound::Lower => 1,
        Bound::Exact => 2,
    };
    u64::from_le_bytes([0, 0, low, high, known.depth, known.best, bound, 0])
}

fn unpack(packed: u64) -> Known {
    let [_, _, low, high, depth, best, bound, _] = packed.to_le_bytes();
    let bound = match bound {
        0 => Bound::Upper,
        1 => Bound::Lower,
        _ => Bound::Exact,
    };
    Known { value: i16::from_le_bytes([low, high]), bound, depth, best }
}

/// A position's key: its two words mixed (multiply and shift, as `MurmurHash3`'s finaliser does). `salt` keeps values
/// of different units apart.
#[inline]
pub fn key(own: u64, opp: u64, salt: u64) -> u64 {
    let mut key = own.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ opp.rotate_left(32).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    key ^= key >> 33;
    key = (key ^ salt).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    key ^ (key >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got_until_the_next_decision() {
        let mut table = Table::default();
        table.renew(2000);
        let known = Known { value: -1234, bound: Bound::Lower, depth: 7, best: 63 };
        table.put(key(1, 2, 0), known);
        assert_eq!(table.get(key(1, 2, 0)), Some(known));
        assert_eq!(table.get(key(2, 1, 0)), None);
        assert_eq!(table.get(key(1, 2, 1)), None);
        table.renew(2000);
        assert_eq!(table.get(key(1, 2, 0)), None);
    }

    #[test]
    fn a_deeper_search_keeps_its_place() {
        let mut table = Table::default();
        table.renew(0);
        let known = |depth| Known { value: 0, bound: Bound::Exact, depth, best: 0 };
        let (first, second) = (5, 5 + (1 << 40));
        table.put(first, known(6));
        table.put(second, known(5));
        assert_eq!((table.get(first), table.get(second)), (Some(known(6)), None));
        table.put(second, known(6));
        assert_eq!((table.get(first), table.get(second)), (None, Some(known(6))));
    }

    #[test]
    fn a_bound_settles_only_its_side_of_the_window() {
        let known = |bound| Known { value: 10, bound, depth: 4, best: 0 };
        assert!(known(Bound::Exact).settles(4, 0, 20) && !known(Bound::Exact).settles(5, 0, 20));
        assert!(known(Bound::Upper).settles(4, 10, 20) && !known(Bound::Upper).settles(4, 9, 20));
        assert!(known(Bound::Lower).settles(4, 0, 10) && !known(Bound::Lower).settles(4, 0, 11));
    }
}
