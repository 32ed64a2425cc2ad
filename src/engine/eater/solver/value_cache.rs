//! A bounded cache of position values.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
    io::{self, Read, Write},
};

use super::canonical::PositionKey;

/// The memory of a slot: a key, a value and a control byte of the hash table.
const SLOT_BYTES: usize = 25;

const DEFAULT_BYTES: usize = 55_000_000;

/// Minimum number of slots for recent values. It is low so that small positions stay cheap.
const MIN_RECENT_SLOTS: usize = 1 << 8;
/// Maximum number of slots for recent values (1.5 MB).
const MAX_RECENT_SLOTS: usize = 1 << 16;

/// The magic number of a file of values. The last byte is the version.
const MAGIC_NUMBER: [u8; 8] = *b"eaterv\r\x01";

/// A cache of values by key, in two generations.
///
/// When the young generation is full, it replaces the old one, whose values are dropped. A value
/// that is looked up in the old generation moves to the young one.
#[derive(Debug)]
pub struct ValueCache {
    max_generation_len: usize,
    young: HashMap<PositionKey, f64, BuildHasherDefault<KeyHasher>>,
    old: HashMap<PositionKey, f64, BuildHasherDefault<KeyHasher>>,
    /// A direct-mapped cache of recent values by labelled key, which is much faster to compute.
    recent: Vec<(PositionKey, f64)>,
}

impl Default for ValueCache {
    fn default() -> Self {
        Self::with_memory(DEFAULT_BYTES)
    }
}

impl ValueCache {
    pub fn with_memory(bytes: usize) -> Self {
        let slots = (bytes / (2 * SLOT_BYTES)).max(MIN_RECENT_SLOTS);
        Self {
            // A hash table grows when seven eighths of its slots, a power of two, are taken.
            max_generation_len: (1 << slots.ilog2()) / 8 * 7,
            young: HashMap::default(),
            old: HashMap::default(),
            recent: Vec::new(),
        }
    }

    /// The value stored under a canonical key.
    pub fn get(&mut self, key: PositionKey) -> Option<f64> {
        if let Some(&value) = self.young.get(&key) {
            return Some(value);
        }
        let value = *self.old.get(&key)?;
        self.insert(key, value);
        Some(value)
    }

    /// Stores a value under a canonical key.
    pub fn insert(&mut self, key: PositionKey, value: f64) {
        if self.young.len() >= self.max_generation_len {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, value);
    }

    /// The recent value stored under a labelled key.
    pub fn get_recent(&self, key: PositionKey) -> Option<f64> {
        let (stored_key, value) = self.recent.get(self.slot(key))?;
        (*stored_key == key).then_some(*value)
    }

    /// Stores a recent value under a labelled key, until another key needs its slot.
    pub fn insert_recent(&mut self, key: PositionKey, value: f64) {
        let wanted_slots = (16 * self.young.len()).clamp(MIN_RECENT_SLOTS, MAX_RECENT_SLOTS);
        if self.recent.len() < wanted_slots {
            let slots = (2 * self.recent.len()).max(MIN_RECENT_SLOTS);
            // No undecided position has the default key.
            self.recent = vec![(PositionKey::default(), 0.0); slots];
        }
        let slot = self.slot(key);
        self.recent[slot] = (key, value);
    }

    #[allow(clippy::cast_possible_truncation)] // Only the low bits are needed.
    fn slot(&self, key: PositionKey) -> usize {
        key.0 as usize & self.recent.len().wrapping_sub(1)
    }

    /// Writes all values: the magic number, their number, and for each value its key and the value,
    /// all as little-endian words of eight bytes.
    pub fn write(&self, writer: &mut dyn Write) -> io::Result<()> {
        let old = self.old.iter().filter(|(key, _)| !self.young.contains_key(key));
        let entries = old.chain(&self.young);
        writer.write_all(&MAGIC_NUMBER)?;
        writer.write_all(&(entries.clone().count() as u64).to_le_bytes())?;
        for (&PositionKey(first, second), value) in entries {
            writer.write_all(&first.to_le_bytes())?;
            writer.write_all(&second.to_le_bytes())?;
            writer.write_all(&value.to_bits().to_le_bytes())?;
        }
        Ok(())
    }

    /// Adds the values of a file that [`Self::write`] has written. Returns their number.
    pub fn read(&mut self, reader: &mut dyn Read) -> io::Result<u64> {
        let invalid = |message| io::Error::new(io::ErrorKind::InvalidData, message);
        let mut read_word = || {
            let mut word = [0; 8];
            reader.read_exact(&mut word).map(|()| word)
        };
        if read_word()? != MAGIC_NUMBER {
            return Err(invalid("it does not contain values of Eater's solver"));
        }
        let count = u64::from_le_bytes(read_word()?);
        for _ in 0..count {
            let [first, second, value] =
                [read_word()?, read_word()?, read_word()?].map(u64::from_le_bytes);
            let value = f64::from_bits(value);
            if !(0.0..=1.0).contains(&value) {
                return Err(invalid("a value is not within 0 and 1"));
            }
            self.insert(PositionKey(first, second), value);
        }
        Ok(count)
    }

    pub fn clear(&mut self) {
        self.young = HashMap::default();
        self.old = HashMap::default();
        self.recent = Vec::new();
    }
}

/// A hasher for keys. They are hashes themselves, so a simple combination of their words is enough.
#[derive(Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_values_are_dropped_first() {
        let mut cache = ValueCache::with_memory((2 * SLOT_BYTES) << 12);
        let max_len = (1 << 12) / 8 * 7;
        assert_eq!(ValueCache::default().max_generation_len, (1 << 20) / 8 * 7);
        let key = |number: usize| PositionKey(number as u64 * 0x9E37_79B9, 1);
        for number in 0..max_len + max_len / 2 {
            cache.insert(key(number), 1.0);
            if number % 100 == 0 {
                assert!(cache.get(key(7)).is_some() || number < 7, "a value in use is kept");
            }
        }
        assert_eq!(cache.get(key(max_len - 1)), Some(1.0));
        for number in max_len * 2..max_len * 3 {
            cache.insert(key(number), 2.0);
        }
        let last = key(max_len * 3 - 1);
        assert_eq!((cache.get(key(8)), cache.get(last)), (None, Some(2.0)));
        assert!(cache.young.len() <= max_len && cache.old.len() <= max_len);
        cache.clear();
        assert_eq!(cache.get(last), None);
    }

    #[test]
    fn values_are_written_and_read() {
        let mut cache = ValueCache::with_memory(1 << 20);
        for number in 0..100_u32 {
            cache.insert(PositionKey(number.into(), 7), f64::from(number) / 100.0);
        }
        let mut file = Vec::new();
        cache.write(&mut file).unwrap();
        let mut copy = ValueCache::with_memory(1 << 20);
        assert_eq!(copy.read(&mut file.as_slice()).unwrap(), 100);
        assert_eq!(copy.get(PositionKey(42, 7)), Some(0.42));
        assert!(copy.read(&mut &file[..file.len() - 1]).is_err(), "the last value is cut off");
        let last = file.len() - 1;
        file[last] = 0xFF;
        assert!(copy.read(&mut file.as_slice()).is_err(), "a value is not within 0 and 1");
        file[0] = b'x';
        assert!(copy.read(&mut file.as_slice()).is_err(), "the magic number is wrong");
    }
}
