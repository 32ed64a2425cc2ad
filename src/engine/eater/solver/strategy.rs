//! Mixed strategies, and the analysis of a position.

use rand::RngExt;

use crate::{
    eater::model::{Cell, Role},
    play::Rng,
};

/// A mixed strategy: cells with probabilities that sum to 1, unless there are no cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MixedStrategy {
    choices: Vec<(Cell, f64)>,
}

impl MixedStrategy {
    /// Creates a strategy from cells with probabilities that sum to 1.
    pub fn new(choices: Vec<(Cell, f64)>) -> Self {
        Self { choices }
    }

    /// Creates the uniform strategy over these cells.
    pub fn uniform(cells: &[Cell]) -> Self {
        let probability = f64::from(u32::try_from(cells.len()).unwrap_or(u32::MAX)).recip();
        Self { choices: cells.iter().map(|&cell| (cell, probability)).collect() }
    }

    /// Creates a strategy with probabilities in proportion to the weights, in reading order. Drops
    /// weights up to `negligible`, and adds up the weights of repeated cells.
    pub fn from_weights(weights: impl IntoIterator<Item = (Cell, f64)>, negligible: f64) -> Self {
        let mut choices: Vec<(Cell, f64)> = Vec::new();
        for (cell, weight) in weights.into_iter().filter(|&(_, weight)| weight > negligible) {
            match choices.binary_search_by_key(&cell, |&(cell, _)| cell) {
                Ok(index) => choices[index].1 += weight,
                Err(index) => choices.insert(index, (cell, weight)),
            }
        }
        let total: f64 = choices.iter().map(|&(_, weight)| weight).sum();
        for (_, weight) in &mut choices {
            *weight /= total;
        }
        Self { choices }
    }

    /// The cells and their probabilities.
    pub fn choices(&self) -> &[(Cell, f64)] {
        &self.choices
    }

    /// The probability of a cell.
    pub fn probability(&self, cell: Cell) -> f64 {
        self.choices.iter().find(|&&(other, _)| other == cell).map_or(0.0, |&(_, share)| share)
    }

    /// The cell with the highest probability, with that probability.
    pub fn most_likely(&self) -> Option<(Cell, f64)> {
        self.choices.iter().copied().max_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    /// Draws a cell at random, or returns `None` if there are no cells.
    pub fn sample(&self, rng: &mut Rng) -> Option<Cell> {
        let mut remaining: f64 = rng.random();
        let possible = || self.choices.iter().filter(|&&(_, probability)| probability > 0.0);
        let drawn = possible().find(|&&(_, probability)| {
            remaining -= probability;
            remaining < 0.0
        });
        // Rounding may leave a sum slightly below 1.
        drawn.or_else(|| possible().next_back()).map(|&(cell, _)| cell)
    }
}

/// How both sides should play a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PositionAnalysis {
    /// The Passer's strategy.
    pub passer: MixedStrategy,
    /// The Eater's strategy.
    pub eater: MixedStrategy,
    /// The Passer's chance of winning, from 0 to 1.
    pub value: f64,
    /// Whether this is an equilibrium, not an estimate.
    pub exact: bool,
}

impl PositionAnalysis {
    /// The strategy of one role.
    pub fn of(&self, role: Role) -> &MixedStrategy {
        match role {
            Role::Passer => &self.passer,
            Role::Eater => &self.eater,
        }
    }

    /// The chance of winning of one role, from 0 to 1.
    pub fn chance(&self, role: Role) -> f64 {
        role.chance(self.value)
    }

    /// Creates an analysis in which each side chooses uniformly among these cells.
    pub fn indifferent(cells: &[Cell], value: f64, exact: bool) -> Self {
        let strategy = MixedStrategy::uniform(cells);
        Self { passer: strategy.clone(), eater: strategy, value, exact }
    }
}

/// A number of games in ten, in words.
pub fn times_in_ten(tenths: u32) -> String {
    match tenths {
        1 => "once in 10".to_owned(),
        _ => format!("{tenths} times in 10"),
    }
}

/// Says in words that a cell is part of an unpredictable mix.
pub fn describe_mix(tenths: u32) -> String {
    format!("an expert plays this cell {}, to stay unpredictable", times_in_ten(tenths))
}

/// Rounds a probability to games in ten, from 1 to 9.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to 10
pub fn to_tenths(probability: f64) -> u32 {
    ((10.0 * probability).round() as u32).clamp(1, 9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::random;

    #[test]
    fn cells_are_drawn_with_their_probabilities() {
        let cells = [0, 1, 2].map(|col| Cell::new(0, col));
        let strategy = MixedStrategy::new(vec![(cells[0], 0.2), (cells[1], 0.0), (cells[2], 0.8)]);
        let mut rng = random::rng(1, &[]);
        let count = (0..10_000).filter(|_| strategy.sample(&mut rng) == Some(cells[0])).count();
        assert!(
            (1_840..2_160).contains(&count),
            "{count} is more than four standard errors off 2000"
        );
        assert!((0..1_000).all(|_| strategy.sample(&mut rng) != Some(cells[1])));
        assert_eq!(MixedStrategy::default().sample(&mut rng), None);
        assert!((MixedStrategy::uniform(&cells).probability(cells[1]) - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn a_mixed_choice_says_how_often_an_expert_makes_it() {
        let said = describe_mix(3);
        assert_eq!(said, "an expert plays this cell 3 times in 10, to stay unpredictable");
        assert_eq!(times_in_ten(1), "once in 10");
    }

    #[test]
    fn weights_are_merged_and_normalised_in_reading_order() {
        let [first, second, third] = [0, 1, 2].map(|col| Cell::new(0, col));
        let weights = [(third, 1.0), (first, 2.0), (second, 0.01), (third, 1.0)];
        let strategy = MixedStrategy::from_weights(weights, 0.01);
        assert_eq!(strategy.choices(), [(first, 0.5), (third, 0.5)]);
        assert!(strategy.probability(second) < f64::EPSILON);
    }
}
