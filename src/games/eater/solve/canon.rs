//! Names for the cells of an ending that depend on its shape alone, and so the key under which it
//! is known.
//!
//! Cells get colours: first by the sizes of their sets, then again and again by the colours of
//! those with which they share sets (colour refinement). While two cells have the same colour, one
//! of them gets a colour of its own and the others follow. At last the colours' order names the
//! cells. Endings that differ in names only nearly always get the same key; those that differ in
//! more never do (up to 128 bits of hash), since the key is made of all renamed sets.

use super::ending::{Ending, MOST_CELLS, Set, bits};

/// 128 bits that stand for an ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Key(pub u64, pub u64);

type Colours = [u64; MOST_CELLS as usize];

/// The key of an ending with its cells as they are named.
pub fn plain_key(ending: &Ending) -> Key {
    key(ending.sets().iter().copied())
}

/// The key of an ending whatever the names of its cells.
pub fn key_of_shape(ending: &Ending) -> Key {
    let mut places: Colours = [0; MOST_CELLS as usize];
    for (place, cell) in names(ending).enumerate() {
        places[cell as usize] = 1 << place;
    }
    let renamed = |set: Set| bits(set).fold(0, |sum: u64, cell| sum | places[cell as usize]);
    key(ending.sets().iter().map(|&set| renamed(set)))
}

/// The order of the sets does not matter: their hashes are added up.
fn key(sets: impl Iterator<Item = impl Into<u64>>) -> Key {
    sets.fold(Key::default(), |Key(a, b), set| {
        let hash = mix(set.into().wrapping_add(1));
        Key(a.wrapping_add(hash), b.wrapping_add(mix(hash ^ SECOND)))
    })
}

const SECOND: u64 = 0xD1B5_4A32_D192_ED03;
const SINGLED_OUT: u64 = 0x8CB9_2BA7_2F3D_8DD7;

/// The live cells in the order of their colours, all of which differ at last.
fn names(ending: &Ending) -> impl Iterator<Item = u32> {
    let mut colours: Colours = [0; MOST_CELLS as usize];
    for &set in ending.sets() {
        let size = mix(u64::from(set.count_ones()));
        for cell in bits(set) {
            colours[cell as usize] = colours[cell as usize].wrapping_add(size);
        }
    }
    refine(ending, &mut colours);
    refine(ending, &mut colours);
    let mut order: Vec<u32> = bits(ending.cells()).collect();
    loop {
        order.sort_unstable_by_key(|&cell| colours[cell as usize]);
        let tie =
            order.windows(2).find(|pair| colours[pair[0] as usize] == colours[pair[1] as usize]);
        let Some(&[cell, _]) = tie else { return order.into_iter() };
        colours[cell as usize] = mix(colours[cell as usize] ^ SINGLED_OUT);
        refine(ending, &mut colours);
    }
}

/// Each cell's new colour tells its old one and those of the sets it is in.
fn refine(ending: &Ending, colours: &mut Colours) {
    let mut shared: Colours = [0; MOST_CELLS as usize];
    for &set in ending.sets() {
        let hash = mix(bits(set).fold(0, |sum, cell| sum.wrapping_add(colours[cell as usize])));
        for cell in bits(set) {
            shared[cell as usize] = shared[cell as usize].wrapping_add(hash);
        }
    }
    for (colour, shared) in colours.iter_mut().zip(shared) {
        *colour = mix(colour.rotate_left(17) ^ shared);
    }
}

/// `SplitMix64`'s finaliser (Steele, Lea, Flood 2014).
#[inline]
fn mix(number: u64) -> u64 {
    let z = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, seq::SliceRandom};

    use super::*;
    use crate::play::random;

    fn random_ending(rng: &mut random::Rng) -> Ending {
        let sets = (0..rng.random_range(2..12)).map(|_| {
            let [a, b] = [rng.random_range(0..256_u32), rng.random_range(0..256)];
            (a & b).max(1)
        });
        Ending::new(sets.collect())
    }

    #[test]
    fn names_do_not_matter_and_all_else_does() {
        let mut rng = random::rng(3, &[]);
        let (mut same, mut all) = (0, 0);
        for _ in 0..500 {
            let ending = random_ending(&mut rng);
            let mut names: Vec<u32> = (0..32).collect();
            names.shuffle(&mut rng);
            let renamed = |set: Set| bits(set).fold(0, |sum, cell| sum | 1 << names[cell as usize]);
            let other = Ending::new(ending.sets().iter().map(|&set| renamed(set)).collect());
            all += 1;
            same += i32::from(key_of_shape(&ending) == key_of_shape(&other));
            assert_eq!(plain_key(&ending) == plain_key(&other), ending == other);
        }
        assert_eq!(same, all, "small endings are always recognised");
    }

    #[test]
    fn shapes_of_equal_degrees_are_told_apart() {
        // Every cell is in two sets of two: a ring of six, and two rings of three.
        let ring =
            Ending::new(vec![0b00_0011, 0b00_0110, 0b00_1100, 0b01_1000, 0b11_0000, 0b10_0001]);
        let two =
            Ending::new(vec![0b00_0011, 0b00_0110, 0b00_0101, 0b01_1000, 0b11_0000, 0b10_1000]);
        assert_ne!(key_of_shape(&ring), key_of_shape(&two));
    }
}
