//! What is left of a position: the smallest sets of empty cells with which the Passer would
//! connect.

/// A set of an ending's cells: bit k stands for the k-th of them.
pub type Set = u32;

/// The most cells of an ending.
pub const MOST_CELLS: u32 = Set::BITS;

/// A position as the family of the smallest sets of empty cells that, all marked by the Passer,
/// make a path: none of them holds another one. Without any set the Eater has won; if the empty set
/// is one, the Passer has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    sets: Vec<Set>,
}

impl Ending {
    /// The ending of these sets, of which those that hold another one don't count.
    pub fn new(sets: Vec<Set>) -> Self {
        Self { sets: smallest(sets) }
    }

    /// The sets, in no particular order.
    pub fn sets(&self) -> &[Set] {
        &self.sets
    }

    /// Who has won, if it is decided: the Passer (1) or the Eater (0).
    pub fn decided(&self) -> Option<f64> {
        match self.sets.first() {
            None => Some(0.0),
            Some(0) => Some(1.0),
            Some(_) => None,
        }
    }

    /// The live cells: those that are in any set.
    pub fn cells(&self) -> Set {
        self.sets.iter().fold(0, |all, set| all | set)
    }

    /// The cells that are in all sets (all that there are, if there is no set).
    pub fn necks(&self) -> Set {
        self.sets.iter().fold(Set::MAX, |all, set| all & set)
    }

    /// The cells each of which connects alone.
    pub fn wins(&self) -> Set {
        self.sets.iter().filter(|set| set.is_power_of_two()).fold(0, |all, set| all | set)
    }

    /// What is left when the Eater has marked a cell.
    pub fn eaten(&self, cell: u32) -> Self {
        Self { sets: self.sets.iter().copied().filter(|set| set >> cell & 1 == 0).collect() }
    }

    /// What is left when the Passer has marked a cell.
    pub fn passed(&self, cell: u32) -> Self {
        let bit = 1 << cell;
        let mut sets: Vec<Set> =
            self.sets.iter().filter(|&set| set & bit != 0).map(|set| set ^ bit).collect();
        let shortened = sets.len();
        // Only what has been shortened can be held by another set now, and that one has not been
        // shortened.
        for &set in self.sets.iter().filter(|&set| set & bit == 0) {
            if !sets[..shortened].iter().any(|short| short & !set == 0) {
                sets.push(set);
            }
        }
        Self { sets }
    }

    /// The cells to which choices may be limited, for both sides (as [the module](super) proves): a
    /// cell gives way to one that is in all of its sets, and of several that are always together
    /// the first stays.
    pub fn choices(&self) -> Set {
        let mut with = [Set::MAX; MOST_CELLS as usize];
        for &set in &self.sets {
            for cell in bits(set) {
                with[cell as usize] &= set;
            }
        }
        let gives_way = |cell: u32| {
            let mut others = bits(with[cell as usize] & !(1 << cell));
            others.any(|other| other < cell || with[other as usize] >> cell & 1 == 0)
        };
        bits(self.cells()).filter(|&cell| !gives_way(cell)).fold(0, |kept, cell| kept | 1 << cell)
    }
}

/// The set bits' places, lowest first.
pub fn bits(mut set: Set) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros();
            set &= set - 1;
            bit
        })
    })
}

/// Those sets that hold no other one, the smallest first.
pub fn smallest(mut sets: Vec<Set>) -> Vec<Set> {
    sets.sort_unstable_by_key(|&set| (set.count_ones(), set));
    sets.dedup();
    let mut kept: Vec<Set> = Vec::with_capacity(sets.len());
    for set in sets {
        if !kept.iter().any(|small| small & !set == 0) {
            kept.push(set);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(mut sets: Vec<Set>) -> Vec<Set> {
        sets.sort_unstable();
        sets
    }

    #[test]
    fn sets_that_hold_another_one_do_not_count() {
        assert_eq!(smallest(vec![0b111, 0b101, 0b110, 0b101, 0b1000]), [0b1000, 0b101, 0b110]);
        assert_eq!(smallest(vec![0b1, 0]), [0]);
    }

    #[test]
    fn markers_shorten_sets_and_take_sets_away() {
        let ending = Ending::new(vec![0b0011, 0b0110, 0b1010, 0b1100]);
        assert_eq!(sorted(ending.passed(1).sets().to_vec()), [0b0001, 0b0100, 0b1000]);
        assert_eq!(sorted(ending.eaten(1).sets().to_vec()), [0b1100]);
        assert_eq!(ending.passed(1).wins(), 0b1101);
        assert_eq!(ending.eaten(1).necks(), 0b1100);
        assert_eq!(ending.eaten(1).eaten(2).decided(), Some(0.0));
        assert_eq!(ending.passed(1).passed(0).decided(), Some(1.0));
        assert_eq!(ending.passed(1).passed(0).sets(), [0], "the empty set is held by all");
        assert_eq!(ending.decided(), None);
    }

    #[test]
    fn cells_give_way_to_those_that_are_in_all_their_sets() {
        // 1 is only needed together with 0, 5 only with 2, and 2 and 3 always together.
        assert_eq!(
            Ending::new(vec![0b00_0011, 0b01_0001, 0b01_1100, 0b10_1100]).choices(),
            0b01_0101
        );
        // A ring: nobody gives way.
        assert_eq!(Ending::new(vec![0b0011, 0b0110, 0b1100, 0b1001]).choices(), 0b1111);
    }
}
