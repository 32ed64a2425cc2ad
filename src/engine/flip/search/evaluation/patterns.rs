//! The patterns: groups of squares whose configuration has a weight. Each is read from several
//! symmetric images of the board. A pattern with one of its images is a lane: its configuration is
//! one number in the vectors of the processor.
//!
//! A configuration is a ternary number with a digit for each square: 0 if it is empty, 1 for an own
//! tile, 2 for the opponent's.
//!
//! Patterns with a weight for each configuration are due to M. Buro, "From simple features to
//! sophisticated evaluation functions", 1999.

use super::symmetry;
use crate::flip::model::bitboard::{self, Bitboard, Position};

/// A group of squares that is evaluated together.
#[derive(Debug)]
pub struct Pattern {
    /// A descriptive name.
    pub name: &'static str,
    /// The indices of its squares (8 row + column) on the board itself, in the order of their
    /// digits, the lowest first. There are ten at most, so a configuration fits into 16 bits.
    pub squares: &'static [u8],
}

impl Pattern {
    /// Returns the number of its configurations.
    pub const fn configurations(&self) -> usize {
        let (mut configurations, mut square) = (1, 0);
        while square < self.squares.len() {
            configurations *= 3;
            square += 1;
        }
        configurations
    }
}

const fn pattern(name: &'static str, squares: &'static [u8]) -> Pattern {
    Pattern { name, squares }
}

/// The number of patterns.
pub const COUNT: usize = 11;

/// All patterns.
pub static PATTERNS: [Pattern; COUNT] = [
    pattern("edge with both X squares", &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14]),
    pattern("second row", &[8, 9, 10, 11, 12, 13, 14, 15]),
    pattern("third row", &[16, 17, 18, 19, 20, 21, 22, 23]),
    pattern("fourth row", &[24, 25, 26, 27, 28, 29, 30, 31]),
    pattern("corner of 3 x 3", &[0, 1, 2, 8, 9, 10, 16, 17, 18]),
    pattern("corner of 2 x 5", &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12]),
    pattern("diagonal of 8", &[0, 9, 18, 27, 36, 45, 54, 63]),
    pattern("diagonal of 7", &[1, 10, 19, 28, 37, 46, 55]),
    pattern("diagonal of 6", &[2, 11, 20, 29, 38, 47]),
    pattern("diagonal of 5", &[3, 12, 21, 30, 39]),
    pattern("diagonal of 4", &[4, 13, 22, 31]),
];

/// The number of lanes.
pub const LANES: usize = 46;

/// The pattern of each lane, and the number of the image from which it is read; see
/// [`symmetry::images`].
const LANE_SOURCES: [(usize, usize); LANES] = {
    const SIDES: &[usize] = &[0, 1, 4, 5];
    const CORNERS: &[usize] = &[0, 1, 2, 3];
    const DIAGONALS: &[usize] = &[0, 1, 2, 4];
    const ALL: &[usize] = &[0, 1, 2, 3, 4, 5, 6, 7];
    const IMAGES: [&[usize]; COUNT] = [
        SIDES,
        SIDES,
        SIDES,
        SIDES,
        CORNERS,
        ALL,
        &[0, 2],
        DIAGONALS,
        DIAGONALS,
        DIAGONALS,
        DIAGONALS,
    ];
    let mut sources = [(0, 0); LANES];
    let (mut lane, mut pattern) = (0, 0);
    while pattern < COUNT {
        let mut image = 0;
        while image < IMAGES[pattern].len() {
            sources[lane] = (pattern, IMAGES[pattern][image]);
            lane += 1;
            image += 1;
        }
        pattern += 1;
    }
    sources
};

/// The pattern that each lane reads.
pub const PATTERN_OF_LANE: [usize; LANES] = {
    let mut patterns = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        patterns[lane] = LANE_SOURCES[lane].0;
        lane += 1;
    }
    patterns
};

/// The number of lanes, rounded up to whole vectors of eight numbers. The last two are unused.
const WIDTH: usize = 48;

/// A number for each lane, in the first [`LANES`] places.
pub type Lanes = [u16; WIDTH];

/// The values that the digit of each square has in the lanes. An own tile on the square adds them
/// to the configurations.
static DIGIT_VALUES: [Lanes; 64] = {
    // For each image, the square of the board that each of its squares shows.
    let mut origins = [[0; 64]; 8];
    let mut square = 0;
    while square < 64 {
        let images = symmetry::images(1 << square);
        let mut image = 0;
        while image < 8 {
            origins[image][images[image].trailing_zeros() as usize] = square;
            image += 1;
        }
        square += 1;
    }
    let mut values = [[0; WIDTH]; 64];
    let mut lane = 0;
    while lane < LANES {
        let (pattern, image) = LANE_SOURCES[lane];
        let squares = PATTERNS[pattern].squares;
        let (mut digit, mut value) = (0, 1);
        while digit < squares.len() {
            let origin = origins[image][squares[digit] as usize];
            values[origin][lane] = value;
            value *= 3;
            digit += 1;
        }
        lane += 1;
    }
    values
};

/// The sum of the digit values for each of the sixteen sets of own tiles on each half of a row.
static HALF_ROWS: [[Lanes; 16]; 16] = {
    let mut half_rows = [[[0; WIDTH]; 16]; 16];
    let mut half = 0;
    while half < 16 {
        let mut set = 1_usize;
        while set < 16 {
            let highest = set.ilog2() as usize;
            let mut lane = 0;
            while lane < LANES {
                half_rows[half][set][lane] = half_rows[half][set - (1 << highest)][lane]
                    + DIGIT_VALUES[4 * half + highest][lane];
                lane += 1;
            }
            set += 1;
        }
        half += 1;
    }
    half_rows
};

/// The configurations of all patterns of a position of 8 x 8. Updating them with each move is
/// faster than reading them again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Configurations {
    /// As the side to move sees them.
    own: Lanes,
    /// As the opponent sees them.
    opp: Lanes,
}

#[allow(clippy::inline_always)] // inlined into code compiled for one instruction set
impl Configurations {
    /// Returns the configurations of a position.
    #[inline(always)]
    pub fn of(position: Position) -> Self {
        let (own, opp) = (sum_of_many(position.own), sum_of_many(position.opp));
        let mut all = Self { own: [0; WIDTH], opp: [0; WIDTH] };
        for lane in 0..WIDTH {
            all.own[lane] = own[lane] + 2 * opp[lane];
            all.opp[lane] = opp[lane] + 2 * own[lane];
        }
        all
    }

    /// Returns the configurations as the side to move sees them.
    #[inline(always)]
    pub const fn lanes(&self) -> &Lanes {
        &self.own
    }

    /// Returns the configurations after a pass.
    #[inline(always)]
    pub const fn pass(&self) -> Self {
        Self { own: self.opp, opp: self.own }
    }

    /// Returns the configurations after a move to the square with index `at` that flips `flips`.
    #[inline(always)]
    pub fn after(&self, at: u32, flips: Bitboard) -> Self {
        let (flipped, tile) = (sum_of_few(flips), &DIGIT_VALUES[at as usize % 64]);
        let mut after = Self { own: [0; WIDTH], opp: [0; WIDTH] };
        for lane in 0..WIDTH {
            after.own[lane] = self.opp[lane] + flipped[lane] + 2 * tile[lane];
            after.opp[lane] = self.own[lane] - flipped[lane] + tile[lane];
        }
        after
    }

    /// Returns the configurations after a move as the side then to move sees them. This is half of
    /// [`after`](Self::after), and enough for positions that are evaluated but not searched.
    #[inline(always)]
    pub fn lanes_after(&self, at: u32, flips: Bitboard) -> Lanes {
        let mut lanes = sum_of_few(flips);
        let tile = &DIGIT_VALUES[at as usize % 64];
        for lane in 0..WIDTH {
            lanes[lane] += self.opp[lane] + 2 * tile[lane];
        }
        lanes
    }
}

/// Returns the sum of the digit values of a few squares.
#[allow(clippy::inline_always)] // inlined into code compiled for one instruction set
#[inline(always)]
fn sum_of_few(squares: Bitboard) -> Lanes {
    let mut sum = [0; WIDTH];
    for at in bitboard::indices(squares) {
        let values = &DIGIT_VALUES[at as usize % 64];
        for lane in 0..WIDTH {
            sum[lane] += values[lane];
        }
    }
    sum
}

/// Returns the sum of the digit values of any number of squares.
#[allow(clippy::inline_always)] // inlined into code compiled for one instruction set
#[inline(always)]
fn sum_of_many(squares: Bitboard) -> Lanes {
    let mut sum = [0; WIDTH];
    for (half, sets) in HALF_ROWS.iter().enumerate() {
        let set = &sets[(squares >> (4 * half) & 15) as usize];
        for lane in 0..WIDTH {
            sum[lane] += set[lane];
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::flip::search::testing::random_position;

    fn expected(position: Position) -> Vec<u16> {
        let (own, opp) = (symmetry::images(position.own), symmetry::images(position.opp));
        let mut lanes = Vec::new();
        for (pattern, image) in LANE_SOURCES {
            let digit = |&square: &u8| {
                u16::try_from((own[image] >> square & 1) + 2 * (opp[image] >> square & 1)).unwrap()
            };
            let squares = PATTERNS[pattern].squares.iter().rev();
            lanes.push(squares.fold(0, |sum, square| 3 * sum + digit(square)));
        }
        lanes
    }

    #[test]
    fn a_lane_reads_its_pattern_from_squares_of_its_own() {
        let mut all = std::collections::HashSet::new();
        for (pattern, image) in LANE_SOURCES {
            let Pattern { name, squares } = &PATTERNS[pattern];
            let board = squares.iter().fold(0_u64, |board, square| board | 1 << square);
            assert_eq!(board.count_ones() as usize, squares.len(), "{name}");
            let read = (0..64).filter(|&at| symmetry::images(1 << at)[image] & board != 0);
            assert!(all.insert((pattern, read.collect::<Vec<u32>>())), "{name}");
        }
    }

    proptest! {
        #[test]
        fn the_configurations_are_those_of_the_table(tiles: u64, owners: u64) {
            let position = Position::new(tiles & owners, tiles & !owners);
            let all = Configurations::of(position);
            prop_assert_eq!(&all.lanes()[..LANES], expected(position));
            prop_assert_eq!(all.pass(), Configurations::of(position.pass()));
        }

        #[test]
        fn updated_configurations_are_those_of_the_position_after_the_move(
            empties in 1..=60_u32, seed: u64,
        ) {
            let position = random_position(8, empties, seed).bitboards().unwrap();
            let all = Configurations::of(position);
            for at in bitboard::indices(position.moves(!position.occupied())) {
                let after = all.after(at, position.flips(at));
                prop_assert_eq!(after, Configurations::of(position.play(at)));
                prop_assert_eq!(&all.lanes_after(at, position.flips(at)), after.lanes());
            }
        }
    }
}
