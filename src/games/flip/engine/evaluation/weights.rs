//! The weights of all features, phase by phase, and the file that holds them.
//!
//! The file has one weight for each class of features (see [`features::classes`]) and phase, in
//! steps of `STEP`: as differences from the phase before, which are small, all their low bytes and
//! then all their high bytes, compressed (zlib).

use std::{
    io::{self, Read, Write},
    sync::LazyLock,
};

use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};

use super::features;

/// Phases: five plies each, the last one first.
pub const PHASES: usize = 12;

/// The weights' precision, in hundredths of a tile.
const STEP: i16 = 8;

/// The file's first bytes: what it is, and its version.
const MAGIC: &[u8; 8] = b"fcflipw1";

/// The phase of a position.
#[inline]
pub fn phase(own: u64, opp: u64) -> usize {
    ((own | opp).count_zeros() as usize / 5).min(PHASES - 1)
}

/// For each phase the weight of each feature, in hundredths of a tile.
#[derive(Debug)]
pub struct Weights(Vec<Box<[i16]>>);

impl Weights {
    /// Those of the program: trained by `examples/train_flip`.
    pub fn trained() -> &'static Self {
        static TRAINED: LazyLock<Weights> = LazyLock::new(|| {
            let file = include_bytes!("../../../../../assets/flip/weights.bin");
            Weights::read(file).expect("the program's own weights can be read")
        });
        &TRAINED
    }

    /// Those of a phase, one for each feature.
    #[inline]
    pub fn of(&self, phase: usize) -> &[i16] {
        &self.0[phase]
    }

    /// One weight for each phase and class of features, as [`write()`] takes them.
    pub fn from_classes(phases: &[Vec<i16>]) -> Self {
        let (classes, _) = features::classes();
        let spread =
            |phase: &Vec<i16>| classes.iter().map(|&class| phase[class as usize]).collect();
        Self(phases.iter().map(spread).collect())
    }

    /// What [`write()`] wrote.
    ///
    /// # Errors
    /// If it is something else, or damaged.
    pub fn read(file: &[u8]) -> io::Result<Self> {
        let broken = || io::Error::new(io::ErrorKind::InvalidData, "these are no weights of Flip");
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

/// The file for these weights: for each phase one for each class of features, in hundredths of a
/// tile. They are rounded to `STEP`.
///
/// # Errors
/// None that memory can have.
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
    fn weights_are_read_as_they_were_written_and_junk_is_not() {
        let (classes, count) = features::classes();
        let phases: Vec<Vec<i16>> = (0..PHASES)
            .map(|phase| {
                (0..count)
                    .map(|class| STEP * i16::try_from((class * 7 + phase * 13) % 999).unwrap())
                    .collect()
            })
            .collect();
        let file = write(&phases).unwrap();
        let weights = Weights::read(&file).unwrap();
        for (phase, wanted) in phases.iter().enumerate() {
            let read = weights.of(phase);
            assert!(
                classes.iter().zip(read).all(|(&class, &weight)| weight == wanted[class as usize]),
                "{phase}"
            );
        }
        for junk in [&b""[..], b"fcflipw1", b"fcflipw2junk", &file[..file.len() / 2]] {
            assert!(Weights::read(junk).is_err());
        }
    }

    #[test]
    fn the_programs_own_weights_are_below_a_megabyte() {
        assert!(include_bytes!("../../../../../assets/flip/weights.bin").len() < 1_000_000);
        assert!(Weights::trained().of(6).iter().any(|&weight| weight != 0));
    }
}
