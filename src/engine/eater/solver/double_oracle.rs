//! The double-oracle method: solves a matrix game without computing all of its payoffs.
//!
//! The method (`McMahan`, Gordon and Blum 2003) solves a small game with only a few choices for
//! each side. It adds choices that are better against the other side's strategy until there are
//! none. The solution of the small game then solves the whole game.
//!
//! Bounds from [`value_bounds`] often show without a search that a choice is not better.

use super::{
    matrix::{MatrixSolution, PayoffMatrix},
    reduced_position::{CellBits, MAX_CELLS, ReducedPosition, bit_indices},
};
use crate::eater::model::Role;

/// The number of choices of each side in the first small game.
const FIRST_CHOICES: usize = 2;
/// Improvements up to this are rounding errors.
const EPSILON: f64 = 1e-11;
/// Probabilities up to this are rounding errors. Together, those that are left out change a result
/// by less than [`EPSILON`].
const NEGLIGIBLE: f64 = 1e-13;
/// The factor that each cell contributes to the weight of a winning set, by which cells are sorted.
const CELL_WEIGHT: f64 = 0.4;

/// The payoff of a pair of choices, as far as it is known.
#[derive(Clone, Debug)]
enum Payoff {
    Unknown,
    /// The payoff is the value of the position `after`.
    Bounded {
        lower: f64,
        upper: f64,
        after: ReducedPosition,
    },
    Exact(f64),
}

impl Payoff {
    /// The bound that is better for a side.
    fn best_for(&self, role: Role) -> f64 {
        match (self, role) {
            (&Self::Exact(value), _) => value,
            (&Self::Bounded { lower, .. }, Role::Eater) => lower,
            (&Self::Bounded { upper, .. }, Role::Passer) => upper,
            (Self::Unknown, Role::Eater) => 0.0,
            (Self::Unknown, Role::Passer) => 1.0,
        }
    }
}

/// The matrix game of an undecided position. The Passer chooses the row and the Eater the column.
#[derive(Debug)]
pub struct OracleGame<'a> {
    position: &'a ReducedPosition,
    /// The undominated cells, most important first.
    cells: Vec<u32>,
    winning_cells: CellBits,
    /// For each column: the position after the Eater's choice alone, computed on demand.
    after_eater: Vec<Option<ReducedPosition>>,
    payoffs: Vec<Payoff>,
    /// The choices of both sides in the small game: rows, then columns.
    small: [Vec<usize>; 2],
}

/// An optimal mixed strategy: cells with their probabilities.
pub type CellWeights = Vec<(u32, f64)>;

impl<'a> OracleGame<'a> {
    pub fn new(position: &'a ReducedPosition) -> Self {
        let mut weights = [0.0; MAX_CELLS as usize];
        for &set in position.winning_sets() {
            let weight = CELL_WEIGHT.powi(set.count_ones().cast_signed());
            for cell in bit_indices(set) {
                weights[cell as usize] += weight;
            }
        }
        let mut cells: Vec<u32> = bit_indices(position.undominated_cells()).collect();
        cells.sort_by(|&a, &b| weights[b as usize].total_cmp(&weights[a as usize]));
        let first: Vec<usize> = (0..cells.len().min(FIRST_CHOICES)).collect();
        Self {
            position,
            winning_cells: position.winning_cells(),
            after_eater: vec![None; cells.len()],
            payoffs: vec![Payoff::Unknown; cells.len() * cells.len()],
            cells,
            small: [first.clone(), first],
        }
    }

    /// Returns the value of the game and both sides' strategies: the Passer's, then the Eater's.
    /// `value_of` returns the value of a position.
    pub fn solve<E>(
        mut self,
        mut value_of: impl FnMut(&ReducedPosition) -> Result<f64, E>,
    ) -> Result<(f64, [CellWeights; 2]), E> {
        let mut matrix = PayoffMatrix::default();
        loop {
            let [small_rows, small_cols] = self.small.clone();
            matrix.reset(small_rows.len(), small_cols.len());
            for (row, &passed) in small_rows.iter().enumerate() {
                for (col, &eaten) in small_cols.iter().enumerate() {
                    matrix.set(row, col, self.exact_payoff(passed, eaten, &mut value_of)?);
                }
            }
            let MatrixSolution { value, rows, cols } = matrix.solve();
            let passer = support(&small_rows, &rows);
            let eater = support(&small_cols, &cols);
            let better = [
                self.better_choice(Role::Passer, &eater, value, &mut value_of)?,
                self.better_choice(Role::Eater, &passer, value, &mut value_of)?,
            ];
            if better == [None, None] {
                let weights = |choices: &[usize], shares: Vec<f64>| {
                    choices.iter().map(|&choice| self.cells[choice]).zip(shares).collect()
                };
                return Ok((value, [weights(&small_rows, rows), weights(&small_cols, cols)]));
            }
            for (choices, better) in self.small.iter_mut().zip(better) {
                choices.extend(better);
            }
        }
    }

    /// Returns a choice outside the small game that improves a side's result against the opponent's
    /// strategy, or `None` if there is none. `value` is the Passer's chance in the small game.
    ///
    /// Replaces bounds by exact payoffs one by one, until a choice is known not to improve it.
    fn better_choice<E>(
        &mut self,
        role: Role,
        opponent: &[(usize, f64)],
        value: f64,
        value_of: &mut impl FnMut(&ReducedPosition) -> Result<f64, E>,
    ) -> Result<Option<usize>, E> {
        let pair = |choice, reply| match role {
            Role::Passer => (choice, reply),
            Role::Eater => (reply, choice),
        };
        let chance_to_beat = role.chance(value) + EPSILON;
        'choices: for choice in 0..self.cells.len() {
            if self.small[role.index()].contains(&choice) {
                continue;
            }
            let upper_bound = |game: &mut Self, reply| {
                let (row, col) = pair(choice, reply);
                role.chance(game.payoff(row, col).best_for(role))
            };
            let mut bound = 0.0;
            for &(reply, probability) in opponent {
                bound += probability * upper_bound(self, reply);
            }
            for &(reply, probability) in opponent {
                if bound <= chance_to_beat {
                    continue 'choices;
                }
                let before = upper_bound(self, reply);
                let (row, col) = pair(choice, reply);
                let exact = role.chance(self.exact_payoff(row, col, value_of)?);
                bound -= probability * (before - exact);
            }
            if bound > chance_to_beat {
                return Ok(Some(choice));
            }
        }
        Ok(None)
    }

    fn exact_payoff<E>(
        &mut self,
        row: usize,
        col: usize,
        value_of: &mut impl FnMut(&ReducedPosition) -> Result<f64, E>,
    ) -> Result<f64, E> {
        let value = match self.payoff(row, col) {
            Payoff::Exact(value) => return Ok(*value),
            Payoff::Bounded { after, .. } => value_of(after)?,
            Payoff::Unknown => value_of(self.position)?,
        };
        let index = self.index(row, col);
        self.payoffs[index] = Payoff::Exact(value);
        Ok(value)
    }

    /// The payoff of a pair of choices as far as it is known, but at least its bounds.
    fn payoff(&mut self, row: usize, col: usize) -> &Payoff {
        let index = self.index(row, col);
        if matches!(self.payoffs[index], Payoff::Unknown) {
            self.payoffs[index] = self.payoff_without_search(row, col);
        }
        &self.payoffs[index]
    }

    fn payoff_without_search(&mut self, row: usize, col: usize) -> Payoff {
        let passed = self.cells[row];
        let bit: CellBits = 1 << passed;
        if row != col && self.winning_cells & bit != 0 {
            return Payoff::Exact(1.0);
        }
        let (position, eaten) = (self.position, self.cells[col]);
        let after_eater = self.after_eater[col].get_or_insert_with(|| position.after_eater(eaten));
        // After a clash, or on a cell that has just died, the Passer gains nothing.
        let after = if row == col || after_eater.live_cells() & bit == 0 {
            after_eater.clone()
        } else if after_eater.cut_cells() & !bit != 0 {
            return Payoff::Exact(0.0);
        } else {
            after_eater.after_passer(passed)
        };
        let (lower, upper) = value_bounds(&after);
        if lower >= upper { Payoff::Exact(lower) } else { Payoff::Bounded { lower, upper, after } }
    }

    fn index(&self, row: usize, col: usize) -> usize {
        row * self.cells.len() + col
    }
}

/// The choices with positive probabilities, the most likely first.
fn support(choices: &[usize], shares: &[f64]) -> Vec<(usize, f64)> {
    let mut support: Vec<(usize, f64)> =
        choices.iter().copied().zip(shares.iter().copied()).collect();
    support.retain(|&(_, share)| share > NEGLIGIBLE);
    support.sort_by(|a, b| b.1.total_cmp(&a.1));
    support
}

/// Returns lower and upper bounds of a position's value, without a search.
///
/// Lower bound: if each of k cells wins alone, the Passer chooses one of them at random, and
/// another one after each clash, so it fails with probability 1 / k! at most. Upper bound: if each
/// winning set contains one of k cells, the Eater does the same, so the Passer wins with
/// probability 1 - 1 / k! at most. For the upper bound, k is 1, 2 or 3.
pub fn value_bounds(position: &ReducedPosition) -> (f64, f64) {
    if let Some(value) = position.decided_value() {
        return (value, value);
    }
    if position.cut_cells() != 0 {
        return (0.0, 0.0);
    }
    let sets = position.winning_sets();
    let lower = guess_value(position.winning_cells().count_ones());
    let without = |cells: CellBits| sets.iter().filter(move |&&set| set & cells == 0);
    let shortest = |cells| without(cells).min_by_key(|set| set.count_ones()).copied();
    let common = |cells| without(cells).fold(CellBits::MAX, |all, set| all & set);
    let first = || bit_indices(shortest(0).unwrap_or(0)).map(|cell| 1 << cell);
    if first().any(|one| common(one) != 0) {
        return (lower, guess_value(2));
    }
    let mut pairs = first()
        .flat_map(|one| bit_indices(shortest(one).unwrap_or(0)).map(move |cell| one | 1 << cell));
    if pairs.any(|pair| common(pair) != 0) {
        return (lower, guess_value(3));
    }
    (lower, 1.0)
}

/// 1 - 1 / k!: the Passer's chance if each of `k` cells wins alone.
fn guess_value(k: u32) -> f64 {
    1.0 - (1..=k).map(f64::from).product::<f64>().recip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_win_alone_give_the_value_of_the_guessing_game() {
        for (sets, value) in [(vec![1, 2], 0.5), (vec![1, 2, 4], 5.0 / 6.0)] {
            assert_eq!(value_bounds(&ReducedPosition::new(sets)), (value, value));
        }
        let five_cells = ReducedPosition::new(vec![1, 2, 4, 8, 16]);
        assert_eq!(value_bounds(&five_cells), (119.0 / 120.0, 1.0));
    }

    #[test]
    fn few_cells_that_meet_all_sets_bound_the_value() {
        let pair = ReducedPosition::new(vec![0b00011, 0b00101, 0b01010, 0b10010]);
        assert_eq!(value_bounds(&pair), (0.0, 0.5));
        let ring = ReducedPosition::new(vec![0b00011, 0b00110, 0b01100, 0b11000, 0b10001]);
        assert_eq!(value_bounds(&ring), (0.0, 5.0 / 6.0));
        let cut_cell = ReducedPosition::new(vec![0b011, 0b101]);
        assert_eq!(value_bounds(&cut_cell), (0.0, 0.0));
    }
}
