//! The values that are known, in a bounded space.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

use super::canon::Key;

/// The most entries of a generation: what a table of 2^20 places holds before it grows (26 MB).
const MOST: usize = (1 << 20) / 8 * 7;

/// Places of the short memory: few at first, so that small positions cost little, then up to 1.5
/// MB.
const RECENT: [usize; 2] = [1 << 8, 1 << 16];

/// Known values by key, at most 55 MB in all. Two generations: when the young one is full it
/// becomes the old one, and what was old is forgotten, unless it has been asked for since.
#[derive(Debug, Default)]
pub struct Memo {
    young: HashMap<Key, f64, BuildHasherDefault<Words>>,
    old: HashMap<Key, f64, BuildHasherDefault<Words>>,
    /// Values by the key of an ending as its cells are named, which is found much faster; each key
    /// has one place.
    recent: Vec<(Key, f64)>,
}

impl Memo {
    /// The value under a key.
    pub fn get(&mut self, key: Key) -> Option<f64> {
        if let Some(&value) = self.young.get(&key) {
            return Some(value);
        }
        let value = *self.old.get(&key)?;
        self.put(key, value);
        Some(value)
    }

    /// Keeps a value.
    pub fn put(&mut self, key: Key, value: f64) {
        if self.young.len() >= MOST {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, value);
    }

    /// The value lately kept under a plain key.
    pub fn get_recent(&self, key: Key) -> Option<f64> {
        let (known, value) = self.recent.get(self.place(key))?;
        (*known == key).then_some(*value)
    }

    /// Keeps a value under a plain key for a while.
    pub fn put_recent(&mut self, key: Key, value: f64) {
        if self.recent.len() < (16 * self.young.len()).clamp(RECENT[0], RECENT[1]) {
            let places = (2 * self.recent.len()).max(RECENT[0]);
            self.recent = vec![(Key::default(), 0.0); places]; // No open ending has this key.
        }
        let place = self.place(key);
        self.recent[place] = (key, value);
    }

    /// The one place of a plain key in the short memory.
    #[allow(clippy::cast_possible_truncation)] // the low bits are wanted
    fn place(&self, key: Key) -> usize {
        key.0 as usize & self.recent.len().wrapping_sub(1)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

/// Keys are hashes already: any mixture of their words will do.
#[derive(Debug, Default)]
struct Words(u64);

impl Hasher for Words {
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
    fn the_oldest_is_forgotten_first() {
        let mut memo = Memo::default();
        let key = |number: usize| Key(number as u64 * 0x9E37_79B9, 1);
        for number in 0..MOST + MOST / 2 {
            memo.put(key(number), 1.0);
            if number % 1000 == 0 {
                assert!(memo.get(key(7)).is_some() || number < 7, "asked for all the time");
            }
        }
        assert_eq!(memo.get(key(MOST - 1)), Some(1.0));
        for number in MOST * 2..MOST * 3 {
            memo.put(key(number), 2.0);
        }
        assert_eq!((memo.get(key(8)), memo.get(key(MOST * 3 - 1))), (None, Some(2.0)));
        assert!(memo.young.len() <= MOST && memo.old.len() <= MOST);
        memo.clear();
        assert_eq!(memo.get(key(MOST * 3 - 1)), None);
    }
}
