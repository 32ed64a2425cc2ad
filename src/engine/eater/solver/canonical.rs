//! The canonical key of a reduced position, which does not depend on the labels of its cells.
//!
//! The cells are labelled by colour refinement. The first colour of a cell depends on the sizes of
//! its winning sets. Each refinement mixes in the colours of the cells with which it shares sets.
//! As long as two cells have the same colour, one of them gets a new one and the colours are
//! refined again. In the end all colours differ, and their order labels the cells.
//!
//! Positions that differ only in their labels nearly always get the same key. Other positions get
//! different keys (except for collisions of the 128-bit hash), because the key is a hash of all
//! relabelled sets.

use super::reduced_position::{CellBits, MAX_CELLS, ReducedPosition, bit_indices};

const SECOND_WORD_SALT: u64 = 0xD1B5_4A32_D192_ED03;
const TIE_BREAK_SALT: u64 = 0x8CB9_2BA7_2F3D_8DD7;

/// A hash of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PositionKey(pub u64, pub u64);

type Colours = [u64; MAX_CELLS as usize];

/// The key of a position with its own labels.
pub fn labelled_key(position: &ReducedPosition) -> PositionKey {
    hash_sets(position.winning_sets().iter().copied())
}

/// The key of a position, whatever its labels.
pub fn canonical_key(position: &ReducedPosition) -> PositionKey {
    let mut labels: Colours = [0; MAX_CELLS as usize];
    for (label, cell) in canonical_order(position).enumerate() {
        labels[cell as usize] = 1 << label;
    }
    let relabelled =
        |set: CellBits| bit_indices(set).fold(0, |sum: u64, cell| sum | labels[cell as usize]);
    hash_sets(position.winning_sets().iter().map(|&set| relabelled(set)))
}

/// Hashes sets whatever their order, by adding up their hashes.
fn hash_sets(sets: impl Iterator<Item = impl Into<u64>>) -> PositionKey {
    sets.fold(PositionKey::default(), |PositionKey(a, b), set| {
        let hash = mix(set.into().wrapping_add(1));
        PositionKey(a.wrapping_add(hash), b.wrapping_add(mix(hash ^ SECOND_WORD_SALT)))
    })
}

/// The live cells in the order of their final colours.
fn canonical_order(position: &ReducedPosition) -> impl Iterator<Item = u32> {
    let mut colours: Colours = [0; MAX_CELLS as usize];
    for &set in position.winning_sets() {
        let size = mix(u64::from(set.count_ones()));
        for cell in bit_indices(set) {
            colours[cell as usize] = colours[cell as usize].wrapping_add(size);
        }
    }
    refine(position, &mut colours);
    refine(position, &mut colours);
    let mut order: Vec<u32> = bit_indices(position.live_cells()).collect();
    loop {
        order.sort_unstable_by_key(|&cell| colours[cell as usize]);
        let tie =
            order.windows(2).find(|pair| colours[pair[0] as usize] == colours[pair[1] as usize]);
        let Some(&[cell, _]) = tie else { return order.into_iter() };
        colours[cell as usize] = mix(colours[cell as usize] ^ TIE_BREAK_SALT);
        refine(position, &mut colours);
    }
}

/// Replaces each cell's colour by a hash of its old colour and the colours of the sets it is in.
fn refine(position: &ReducedPosition, colours: &mut Colours) {
    let mut set_colours: Colours = [0; MAX_CELLS as usize];
    for &set in position.winning_sets() {
        let sum =
            bit_indices(set).fold(0, |sum: u64, cell| sum.wrapping_add(colours[cell as usize]));
        let hash = mix(sum);
        for cell in bit_indices(set) {
            set_colours[cell as usize] = set_colours[cell as usize].wrapping_add(hash);
        }
    }
    for (colour, set_colour) in colours.iter_mut().zip(set_colours) {
        *colour = mix(colour.rotate_left(17) ^ set_colour);
    }
}

/// The finaliser of `SplitMix64` (Steele, Lea and Flood 2014).
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

    fn random_position(rng: &mut random::Rng) -> ReducedPosition {
        let sets = (0..rng.random_range(2..12)).map(|_| {
            let [a, b] = [rng.random_range(0..256_u32), rng.random_range(0..256)];
            (a & b).max(1)
        });
        ReducedPosition::new(sets.collect())
    }

    #[test]
    fn canonical_keys_depend_on_the_sets_but_not_on_the_labels_of_the_cells() {
        let mut rng = random::rng(3, &[]);
        let (mut same, mut all) = (0, 0);
        for _ in 0..500 {
            let position = random_position(&mut rng);
            let mut labels: Vec<u32> = (0..32).collect();
            labels.shuffle(&mut rng);
            let relabelled = |set: CellBits| {
                bit_indices(set).fold(0, |sum, cell| sum | 1 << labels[cell as usize])
            };
            let sets = position.winning_sets().iter().map(|&set| relabelled(set)).collect();
            let other = ReducedPosition::new(sets);
            all += 1;
            same += i32::from(canonical_key(&position) == canonical_key(&other));
            assert_eq!(labelled_key(&position) == labelled_key(&other), position == other);
        }
        assert_eq!(same, all, "small positions are always recognised");
    }

    #[test]
    fn positions_with_equal_degrees_have_different_keys() {
        // Every cell is in two sets of two: a ring of six, and two rings of three.
        let one_ring = ReducedPosition::new(vec![
            0b00_0011, 0b00_0110, 0b00_1100, 0b01_1000, 0b11_0000, 0b10_0001,
        ]);
        let two_rings = ReducedPosition::new(vec![
            0b00_0011, 0b00_0110, 0b00_0101, 0b01_1000, 0b11_0000, 0b10_1000,
        ]);
        assert_ne!(canonical_key(&one_ring), canonical_key(&two_rings));
    }
}
