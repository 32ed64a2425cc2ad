//! The weights of all features for each phase of the game, and the file that stores them.
//!
//! The file has one weight for each phase and class of features (see [`features::classes`]), in
//! multiples of `STEP`. Weights are stored as differences from the previous phase, which are small:
//! first the low bytes of all differences, then the high bytes, compressed with zlib.

use std::{
    io::{self, Read, Write},
    sync::OnceLock,
};

use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};

use super::{
    features,
    patterns::{self, Lanes, PATTERN_OF_LANE, PATTERNS},
};

/// The number of phases. Each is five plies long, counted backwards: phase 0 is the end of the
/// game.
pub const PHASES: usize = 12;

/// The precision of the weights, in hundredths of a tile.
const STEP: i16 = 8;

/// The file's first bytes: its type and version.
const MAGIC: &[u8; 8] = b"fcflipw1";

/// Returns the phase of a position of 8 x 8 with this many empty squares.
#[inline]
pub fn phase(empties: u32) -> usize {
    (empties as usize / 5).min(PHASES - 1)
}

/// The weights of a pattern, in hundredths of a tile. There is one for each 16-bit number, so that
/// no configuration needs a check.
type PatternTable = [i16; 1 << 16];

/// The counts of a position that have weights.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// The number of own moves.
    pub own_moves: u32,
    /// The number of the opponent's moves.
    pub opp_moves: u32,
    /// The number of empty squares.
    pub empties: u32,
}

/// The weights of all features in one phase, in hundredths of a tile.
#[derive(Debug, PartialEq, Eq)]
pub struct PhaseWeights {
    patterns: [Box<PatternTable>; patterns::COUNT],
    own_moves: [i16; 64],
    opp_moves: [i16; 64],
    empties: [i16; 65],
}

impl PhaseWeights {
    /// Returns the sum of the weights of a position with these configurations and counts.
    #[allow(clippy::inline_always)] // inlined into code compiled for one instruction set
    #[inline(always)]
    pub fn sum(&self, lanes: &Lanes, counts: Counts) -> i32 {
        let mut sum = i32::from(self.own_moves[counts.own_moves as usize % 64])
            + i32::from(self.opp_moves[counts.opp_moves as usize % 64])
            + i32::from(self.empties[counts.empties as usize % 65]);
        for (&configuration, pattern) in lanes.iter().zip(PATTERN_OF_LANE) {
            sum += i32::from(self.patterns[pattern][usize::from(configuration)]);
        }
        sum
    }

    /// Returns the weights of all features, given that of each class.
    fn expand(classes: &[u32], weights: &[i16]) -> Self {
        let weight = |feature: usize| weights[classes[feature] as usize];
        let patterns = std::array::from_fn(|number| {
            let (start, count) = (features::STARTS[number], PATTERNS[number].configurations());
            let mut table = vec![0; 1 << 16];
            for (configuration, place) in table[..count].iter_mut().enumerate() {
                *place = weight(start + configuration);
            }
            table.into_boxed_slice().try_into().expect("the table has this length")
        });
        let moves = |first: usize| {
            std::array::from_fn(|count| weight(first + count.min(features::MAX_MOVES)))
        };
        Self {
            patterns,
            own_moves: moves(features::OWN_MOVES),
            opp_moves: moves(features::OPP_MOVES),
            empties: std::array::from_fn(|count| weight(features::EMPTY + count)),
        }
    }
}

/// The weights of each feature for each phase.
///
/// A phase is unpacked when it is first needed: it takes almost half a megabyte, and a game takes
/// long to reach the others.
#[derive(Debug)]
pub struct PatternWeights {
    phases: [OnceLock<PhaseWeights>; PHASES],
    /// The compressed part of the file. Empty if all phases are unpacked from the start.
    packed: &'static [u8],
}

impl PatternWeights {
    /// Returns the weights that are built into the program, trained by `examples/train_flip`.
    pub fn trained() -> &'static Self {
        const FILE: &[u8] = include_bytes!("../../../assets/flip/weights.bin");
        static TRAINED: PatternWeights = PatternWeights {
            phases: [const { OnceLock::new() }; PHASES],
            packed: FILE.split_at(MAGIC.len()).1,
        };
        &TRAINED
    }

    /// Returns the weights of a phase.
    #[inline]
    pub fn of(&self, phase: usize) -> &PhaseWeights {
        self.phases[phase].get_or_init(|| self.unpack(phase))
    }

    #[cold]
    fn unpack(&self, phase: usize) -> PhaseWeights {
        let (classes, count) = features::classes();
        let weights = unpack(self.packed, phase, count).expect("the built-in weights are valid");
        PhaseWeights::expand(&classes, &weights)
    }

    /// Creates the weights of all features from one weight for each phase and class of features.
    pub fn from_classes(phases: &[Vec<i16>]) -> Self {
        let (classes, _) = features::classes();
        let all = Self { phases: [const { OnceLock::new() }; PHASES], packed: &[] };
        for (place, weights) in all.phases.iter().zip(phases) {
            place.get_or_init(|| PhaseWeights::expand(&classes, weights));
        }
        all
    }
}

/// Reads the contents of a file that [`write()`] has produced. Returns one weight for each class of
/// features in each phase, in hundredths of a tile.
///
/// # Errors
/// Returns an error if the file is of another type or damaged.
pub fn read(file: &[u8]) -> io::Result<Vec<Vec<i16>>> {
    let packed = file.strip_prefix(MAGIC).ok_or_else(broken)?;
    let (_, count) = features::classes();
    (0..PHASES).map(|phase| unpack(packed, phase, count)).collect()
}

fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "not a file of Flip weights, or damaged")
}

/// Returns the weights of a phase, one for each of `count` classes of features.
fn unpack(packed: &[u8], phase: usize, count: usize) -> io::Result<Vec<i16>> {
    let mut bytes = ZlibDecoder::new(packed);
    let mut row = vec![0; count];
    let mut weights = vec![0_i16; count];
    // A weight is the sum of the differences up to its phase.
    for shift in [0, 8] {
        for number in 0..PHASES {
            bytes.read_exact(&mut row).map_err(|_| broken())?;
            if number <= phase {
                for (weight, &byte) in weights.iter_mut().zip(&row) {
                    *weight = weight.wrapping_add(i16::from(byte) << shift);
                }
            }
        }
    }
    if bytes.read(&mut row)? != 0 {
        return Err(broken());
    }
    for weight in &mut weights {
        *weight = weight.wrapping_mul(STEP);
    }
    Ok(weights)
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
    use crate::flip::search::testing::random_position;

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
        let weights = PatternWeights::from_classes(&read(&file).unwrap());
        for (phase, expected) in (0..).zip(&phases) {
            let position = random_position(8, 5 * phase, 1).bitboards().unwrap();
            let empty = !position.occupied();
            let mut sum = 0;
            features::for_each(position, position.moves(empty), |feature| {
                sum += i32::from(expected[classes[feature] as usize]);
            });
            let counts = Counts {
                own_moves: position.moves(empty).count_ones(),
                opp_moves: position.opponent_moves(empty).count_ones(),
                empties: empty.count_ones(),
            };
            let all = patterns::Configurations::of(position);
            let weights = weights.of(phase as usize);
            assert_eq!(weights.sum(all.lanes(), counts), sum, "phase {phase}");
        }
        for junk in [&b""[..], b"fcflipw1", b"fcflipw2junk", &file[..file.len() / 2]] {
            assert!(read(junk).is_err());
        }
    }

    #[test]
    fn only_the_phase_that_is_asked_for_is_unpacked() {
        let trained = PatternWeights::trained();
        let fresh =
            PatternWeights { phases: [const { OnceLock::new() }; PHASES], packed: trained.packed };
        assert!(fresh.of(3) == trained.of(3));
        let unpacked = (0..PHASES).filter(|&phase| fresh.phases[phase].get().is_some());
        assert_eq!(unpacked.collect::<Vec<_>>(), [3]);
        assert!(fresh.of(3) != fresh.of(11));
    }

    #[test]
    fn the_built_in_weights_are_smaller_than_a_megabyte() {
        assert!(include_bytes!("../../../assets/flip/weights.bin").len() < 1_000_000);
        let middle = PatternWeights::trained().of(6);
        assert!(middle.patterns.iter().all(|table| table.iter().any(|&weight| weight != 0)));
    }
}
