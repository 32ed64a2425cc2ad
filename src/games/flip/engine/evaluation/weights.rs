//! The weights of all features for each phase of the game, and the file that stores them.
//!
//! The file has one weight for each phase and class of features (see [`features::classes`]), in
//! multiples of `STEP`. Weights are stored as differences from the previous phase, which are small:
//! first the low bytes of all differences, then the high bytes, compressed with zlib.

use std::{
    io::{self, Read, Write},
    sync::LazyLock,
};

use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};

use super::features;
use crate::games::flip::rules::bitboard::Position;

/// The number of phases. Each is five plies long, counted backwards: phase 0 is the end of the
/// game.
pub const PHASES: usize = 12;

/// The precision of the weights, in hundredths of a tile.
const STEP: i16 = 8;

/// The file's first bytes: its type and version.
const MAGIC: &[u8; 8] = b"fcflipw1";

/// Returns the phase of a position of 8 x 8.
#[inline]
pub fn phase(position: Position) -> usize {
    (position.occupied().count_zeros() as usize / 5).min(PHASES - 1)
}

/// The weight of each feature for each phase, in hundredths of a tile.
#[derive(Debug)]
pub struct PatternWeights(Vec<Box<[i16]>>);

impl PatternWeights {
    /// Returns the weights that are built into the program, trained by `examples/train_flip`.
    pub fn trained() -> &'static Self {
        static TRAINED: LazyLock<PatternWeights> = LazyLock::new(|| {
            let file = include_bytes!("../../../../../assets/flip/weights.bin");
            PatternWeights::read(file).expect("the built-in weights are valid")
        });
        &TRAINED
    }

    /// Returns the weights of a phase, one for each feature.
    #[inline]
    pub fn of(&self, phase: usize) -> &[i16] {
        &self.0[phase]
    }

    /// Creates the weights of all features from one weight for each phase and class of features.
    pub fn from_classes(phases: &[Vec<i16>]) -> Self {
        let (classes, _) = features::classes();
        let expand =
            |phase: &Vec<i16>| classes.iter().map(|&class| phase[class as usize]).collect();
        Self(phases.iter().map(expand).collect())
    }

    /// Reads the contents of a file that [`write()`] has produced.
    ///
    /// # Errors
    /// Returns an error if the file is of another type or damaged.
    pub fn read(file: &[u8]) -> io::Result<Self> {
        let broken =
            || io::Error::new(io::ErrorKind::InvalidData, "not a file of Flip weights, or damaged");
        let packed = file.strip_prefix(MAGIC).ok_or_else(broken)?;
        let (_, count) = features::classes();
        let mut bytes = Vec::new();
        ZlibDecoder::new(packed).take(2 * (PHASES * count) as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() != 2 * PHASES * count {
            return Err(broken());
        }
        let (low, high) = bytes.split_at(PHASES * count);
        let mut steps = low.iter().zip(high).map(|(&low, &high)| i16::from_le_bytes([low, high]));
        let mut phases = Vec::new();
        let mut phase = vec![0_i16; count];
        for _ in 0..PHASES {
            for (weight, step) in phase.iter_mut().zip(&mut steps) {
                *weight = weight.wrapping_add(step.wrapping_mul(STEP));
            }
            phases.push(phase.clone());
        }
        Ok(Self::from_classes(&phases))
    }
}

/// Returns the contents of a file with these weights in hundredths of a tile, one for each class of
/// features in each phase. They are rounded to multiples of `STEP`.
///
/// # Errors
/// Returns an error if the compression fails.
pub fn write(phases: &[Vec<i16>]) -> io::Result<Vec<u8>> {
    let mut before = vec![0; phases.first().map_or(0, Vec::len)];
    let (mut low, mut high) = (Vec::new(), Vec::new());
    for phase in phases {
        for (&weight, before) in phase.iter().zip(&mut before) {
            let rounded = weight.saturating_add(weight.signum() * STEP / 2) / STEP;
            let [first, second] = rounded.wrapping_sub(*before).to_le_bytes();
            low.push(first);
            high.push(second);
            *before = rounded;
        }
    }
    let mut packed = ZlibEncoder::new(MAGIC.to_vec(), Compression::best());
    packed.write_all(&low)?;
    packed.write_all(&high)?;
    packed.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_can_be_read_back_and_other_data_is_refused() {
        let (classes, count) = features::classes();
        let phases: Vec<Vec<i16>> = (0..PHASES)
            .map(|phase| {
                (0..count)
                    .map(|class| STEP * i16::try_from((class * 7 + phase * 13) % 999).unwrap())
                    .collect()
            })
            .collect();
        let file = write(&phases).unwrap();
        let weights = PatternWeights::read(&file).unwrap();
        for (phase, expected) in phases.iter().enumerate() {
            let read = weights.of(phase);
            let mut pairs = classes.iter().zip(read);
            assert!(
                pairs.all(|(&class, &weight)| weight == expected[class as usize]),
                "phase {phase}"
            );
        }
        for junk in [&b""[..], b"fcflipw1", b"fcflipw2junk", &file[..file.len() / 2]] {
            assert!(PatternWeights::read(junk).is_err());
        }
    }

    #[test]
    fn the_built_in_weights_are_smaller_than_a_megabyte() {
        assert!(include_bytes!("../../../../../assets/flip/weights.bin").len() < 1_000_000);
        assert!(PatternWeights::trained().of(6).iter().any(|&weight| weight != 0));
    }
}
