//! Reproducible randomness, derived from seeds.

use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

/// The generator for everything that must be reproducible.
pub type Rng = ChaCha8Rng;

/// Creates a generator for one purpose. `path` identifies the purpose, such as a seat and the index
/// of its decision.
pub fn rng(seed: u64, path: &[u64]) -> Rng {
    Rng::seed_from_u64(derive_seed(seed, path))
}

/// Derives a seed for the purpose `path` by mixing in each number with the finaliser of
/// `SplitMix64` (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
pub fn derive_seed(seed: u64, path: &[u64]) -> u64 {
    path.iter().fold(seed, |seed, &number| {
        let mut z = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    })
}

/// Draws a random seed below 10^9, which is easy to type.
pub fn fresh_seed() -> u64 {
    rand::rng().random_range(0..1_000_000_000)
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;

    #[test]
    fn equal_paths_give_equal_numbers_and_different_paths_different_ones() {
        assert_eq!(rng(1, &[2, 3]).next_u64(), rng(1, &[2, 3]).next_u64());
        let all: std::collections::HashSet<u64> =
            (0..10).flat_map(|a| (0..10).map(move |b| derive_seed(7, &[a, b]))).collect();
        assert_eq!(all.len(), 100);
        assert_ne!(derive_seed(7, &[0]), 7);
    }
}
