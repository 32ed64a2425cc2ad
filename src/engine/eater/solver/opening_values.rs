//! The openings of 5 x 5: built-in values of the first rounds.
//!
//! More than a million positions follow from a position of the first rounds, too many to solve
//! during a game. `examples/solve_eater` solves them once and writes the values that the
//! double-oracle method needs for the empty board and for the positions that can follow it while at
//! least one side plays optimally. After a change of `canonical_key` or of the order of the cells,
//! the file must be written again.

use std::{
    collections::{BTreeMap, HashMap},
    io::{self, Write},
};

use super::{
    canonical::{PositionKey, canonical_key, labelled_key},
    double_oracle::CellWeights,
    reduced_position::{ReducedPosition, bit_indices},
};

/// The entries, sorted by key: eight bytes of the key and four of the value, little-endian.
static ENTRIES: &[u8] = include_bytes!("../../assets/eater/openings-5x5");

/// The size of the boards whose openings are stored.
pub const OPENING_SIZE: u16 = 5;

const ENTRY_BYTES: usize = 12;
/// Values are rounded to multiples of 2^-31, which is below 1e-9.
const STEPS_PER_UNIT: f64 = 2_147_483_648.0;
/// Minimum number of live cells in a position of the openings.
const MIN_LIVE_CELLS: u32 = 12;
/// Minimum number of live cells in a position whose strategies can be found from the openings.
const MIN_STRATEGY_CELLS: u32 = 17;

/// Probabilities up to this are rounding errors, because they come from rounded values.
const NEGLIGIBLE: f64 = 1e-9;

/// A rounded value in the upper 31 bits. The lowest bit is set if the openings also hold all values
/// that are needed to find the strategies of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningValue(u32);

impl OpeningValue {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // It is at most 2^31 - 1.
    fn new(value: f64) -> Self {
        Self(((value * STEPS_PER_UNIT).round().clamp(0.0, STEPS_PER_UNIT - 1.0) as u32) << 1)
    }

    /// The Passer's chance of winning.
    pub fn value(self) -> f64 {
        f64::from(self.0 >> 1) / STEPS_PER_UNIT
    }

    /// Whether the strategies can be found without searching deeper.
    pub fn has_strategies(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Whether the position is large enough to be in the openings.
pub fn may_contain(position: &ReducedPosition) -> bool {
    position.live_cells().count_ones() >= MIN_LIVE_CELLS
}

pub fn find(key: PositionKey) -> Option<OpeningValue> {
    let (entries, _) = ENTRIES.as_chunks::<ENTRY_BYTES>();
    let index = entries.binary_search_by_key(&key.0, |entry| decode_entry(entry).0).ok()?;
    Some(decode_entry(&entries[index]).1)
}

fn decode_entry(
    &[k0, k1, k2, k3, k4, k5, k6, k7, value @ ..]: &[u8; ENTRY_BYTES],
) -> (u64, OpeningValue) {
    let key = u64::from_le_bytes([k0, k1, k2, k3, k4, k5, k6, k7]);
    (key, OpeningValue(u32::from_le_bytes(value)))
}

/// The openings while they are computed.
#[derive(Debug, Default)]
pub struct OpeningCollection {
    entries: BTreeMap<u64, OpeningValue>,
    /// The positions whose strategies are needed in the next round, by their labelled keys.
    next: HashMap<u64, ReducedPosition>,
}

impl OpeningCollection {
    /// Adds a value and returns it as stored, rounded. The value of a position that is too small is
    /// not stored, and returned as it is.
    pub fn add(&mut self, position: &ReducedPosition, key: PositionKey, value: f64) -> f64 {
        if !may_contain(position) {
            return value;
        }
        self.entries.entry(key.0).or_insert(OpeningValue::new(value)).value()
    }

    /// Marks a position whose strategies can be found from the stored values. Each stored position
    /// that may follow it is added to the next round, if at least one side plays its strategy.
    pub fn mark_solved(
        &mut self,
        position: &ReducedPosition,
        value: f64,
        strategies: &[CellWeights; 2],
    ) {
        let [of_passer, of_eater] = strategies;
        let key = canonical_key(position);
        self.entries.entry(key.0).or_insert(OpeningValue::new(value)).0 |= 1;
        let is_chosen = |strategy: &CellWeights, cell| {
            strategy.iter().any(|&(chosen, share)| chosen == cell && share > NEGLIGIBLE)
        };
        for passer in bit_indices(position.live_cells()) {
            for eater in bit_indices(position.live_cells()) {
                if !is_chosen(of_passer, passer) && !is_chosen(of_eater, eater) {
                    continue;
                }
                let mut after = position.after_eater(eater);
                if passer != eater && after.live_cells() >> passer & 1 == 1 {
                    after = after.after_passer(passer);
                }
                if after.live_cells().count_ones() >= MIN_STRATEGY_CELLS
                    && self.entries.contains_key(&canonical_key(&after).0)
                {
                    for image in images(&after) {
                        self.next.entry(labelled_key(&image).0).or_insert(image);
                    }
                }
            }
        }
    }

    /// Takes the positions of the next round, in a fixed order.
    pub fn take_next(&mut self) -> Vec<ReducedPosition> {
        let mut next: Vec<_> = std::mem::take(&mut self.next).into_iter().collect();
        next.sort_unstable_by_key(|&(key, _)| key);
        next.into_iter().map(|(_, position)| position).collect()
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn write(&self, writer: &mut dyn Write) -> io::Result<()> {
        for (key, OpeningValue(entry)) in &self.entries {
            writer.write_all(&key.to_le_bytes())?;
            writer.write_all(&entry.to_le_bytes())?;
        }
        Ok(())
    }
}

/// A position of the openings and its mirror images.
fn images(position: &ReducedPosition) -> [ReducedPosition; 4] {
    let size = u32::from(OPENING_SIZE);
    let last = size - 1;
    [(false, false), (false, true), (true, false), (true, true)].map(|(upside_down, mirrored)| {
        let image = |cell: u32| {
            let (row, col) = (cell / size, cell % size);
            let row = if upside_down { last - row } else { row };
            let col = if mirrored { last - col } else { col };
            row * size + col
        };
        let sets = position.winning_sets().iter();
        let moved = sets.map(|&set| bit_indices(set).fold(0, |all, cell| all | 1 << image(cell)));
        ReducedPosition::new(moved.collect())
    })
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom;

    use super::*;
    use crate::{
        eater::{
            model::{Cell, EaterBoard, JointMove},
            solver::{SolveBudget, Solver, reduced_position::Reduction},
        },
        play::{Budget, Seat, ThinkContext, random},
    };

    #[test]
    fn the_file_is_small_and_its_keys_are_sorted() {
        let (entries, rest) = ENTRIES.as_chunks::<ENTRY_BYTES>();
        let keys: Vec<u64> = entries.iter().map(|entry| decode_entry(entry).0).collect();
        assert!(rest.is_empty() && keys.is_sorted_by(|a, b| a < b));
        assert!((1_000..2_000_000).contains(&ENTRIES.len()), "{} bytes", ENTRIES.len());
    }

    #[test]
    fn a_collected_opening_is_found_in_all_mirror_images() {
        let board: EaterBoard = "..P..\n.....\n...E.\n.....\n.....".parse().unwrap();
        let context = ThinkContext::new(Budget::Nodes(u64::MAX), 1, Seat::new(0), 0);
        let budget = SolveBudget::whole(&context);
        let reduce = |board: &EaterBoard| Reduction::of(board, &budget).unwrap().unwrap().position;
        let mut openings = OpeningCollection::default();
        let position = reduce(&board);
        let rounded = openings.add(&position, canonical_key(&position), 0.123_456_789_012);
        assert!((rounded - 0.123_456_789_012).abs() < 1e-9);
        for image in [board.mirrored(), board.upside_down(), board.mirrored().upside_down()] {
            let key = canonical_key(&reduce(&image));
            assert_eq!(openings.entries.get(&key.0), Some(&OpeningValue::new(rounded)), "{image}");
        }
        assert!(!OpeningValue::new(rounded).has_strategies());
    }

    #[test]
    fn the_openings_agree_with_the_solver() {
        let context = ThinkContext::new(Budget::Nodes(u64::MAX), 1, Seat::new(0), 0);
        let mut budget = SolveBudget::whole(&context);
        let mut rng = random::rng(4, &[]);
        let (mut solver, mut checked) = (Solver::default(), 0);
        while checked < 20 {
            let mut board = EaterBoard::empty(5);
            for _ in 0..5 {
                let free: Vec<Cell> = board.empty_cells().iter().collect();
                let mut any = || *free.choose(&mut rng).unwrap();
                board.apply(JointMove { passer: any(), eater: any() });
            }
            let position = Reduction::of(&board, &budget).unwrap().unwrap().position;
            if position.live_cells().count_ones() > MIN_LIVE_CELLS + 2 {
                continue;
            }
            if let Some(opening) = find(canonical_key(&position)) {
                let value = solver.value(&board, &mut budget).unwrap().unwrap();
                assert!((opening.value() - value).abs() < 1e-9, "{} {value}", opening.value());
                checked += 1;
            }
        }
    }
}
