//! Randomness that can be repeated: every generator comes from a seed that is shown and can be
//! given.

use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

/// The generator used everywhere.
pub type Rng = ChaCha8Rng;

/// The generator of `seed` for one purpose, told apart by `path` (a seat and the number of its
/// decision, say).
pub fn rng(seed: u64, path: &[u64]) -> Rng {
    Rng::seed_from_u64(derive(seed, path))
}

/// A seed of its own for one purpose: `path` is mixed into `seed` with `SplitMix64`'s finaliser
/// (Steele, Lea, Flood 2014), number by number.
pub fn derive(seed: u64, path: &[u64]) -> u64 {
    path.iter().fold(seed, |seed, &number| {
        let mut z = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    })
}

/// A new seed from the system: short, so that a person can type it again.
pub fn fresh_seed() -> u64 {
    rand::rng().random_range(0..1_000_000_000)
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;

    #[test]
    fn the_same_path_gives_the_same_numbers_and_another_does_not() {
        assert_eq!(rng(1, &[2, 3]).next_u64(), rng(1, &[2, 3]).next_u64());
        let all: std::collections::HashSet<u64> =
            (0..10).flat_map(|a| (0..10).map(move |b| derive(7, &[a, b]))).collect();
        assert_eq!(all.len(), 100);
        assert_ne!(derive(7, &[0]), 7);
    }
}
