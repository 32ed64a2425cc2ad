//! Regret matching in the matrix game of a position with increasingly accurate payoffs.

use crate::eater::solver::PayoffMatrix;

pub const MAX_CHOICES: usize = 12;

/// Maximum number of final rounds. They take a few milliseconds.
const MAX_FURTHER_ROUNDS: u32 = 10_000;

/// A weight for each choice. Unused entries are 0.
pub type ChoiceWeights = [f64; MAX_CHOICES];

/// A matrix game between the Passer (rows) and the Eater (columns), who have the same choices. Both
/// learn by regret matching+ (Tammelin 2014) with alternating updates and linearly weighted
/// averages.
#[derive(Clone, Debug)]
pub struct RegretMatching {
    count: usize,
    /// The Passer's chance of winning for each pair of choices. Unused entries hold values that
    /// neither side prefers.
    payoffs: [ChoiceWeights; MAX_CHOICES],
    /// The positive cumulative regrets of both sides.
    regrets: [ChoiceWeights; 2],
    strategy_sums: [ChoiceWeights; 2],
    rounds: f64,
}

impl RegretMatching {
    /// Creates a game with `count` choices for each side. The payoffs must be set before use.
    #[inline]
    pub fn new(count: usize) -> Self {
        let mut payoffs = [[0.0; MAX_CHOICES]; MAX_CHOICES];
        payoffs[..count].iter_mut().for_each(|row| row[count..].fill(1.0));
        let zeros = [[0.0; MAX_CHOICES]; 2];
        Self { count, payoffs, regrets: zeros, strategy_sums: zeros, rounds: 0.0 }
    }

    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    #[inline]
    pub fn set_payoff(&mut self, row: usize, col: usize, payoff: f64) {
        self.payoffs[row][col] = payoff;
    }

    #[inline]
    pub fn matrix(&self) -> PayoffMatrix {
        let mut matrix = PayoffMatrix::default();
        matrix.reset(self.count, self.count);
        for (row, payoffs) in self.payoffs[..self.count].iter().enumerate() {
            for (col, &payoff) in payoffs[..self.count].iter().enumerate() {
                matrix.set(row, col, payoff);
            }
        }
        matrix
    }

    /// The strategies of the Passer and the Eater for the next round.
    #[inline]
    pub fn current(&self) -> [ChoiceWeights; 2] {
        self.regrets.map(|regrets| normalised(&regrets, self.count))
    }

    /// The average strategies of the Passer and the Eater, which approach an equilibrium.
    #[inline]
    pub fn average(&self) -> [ChoiceWeights; 2] {
        self.strategy_sums.map(|sums| normalised(&sums, self.count))
    }

    /// The average strategies after twice as many rounds, up to [`MAX_FURTHER_ROUNDS`] of them with
    /// the current payoffs. This reduces the weight of rounds with less accurate payoffs.
    pub fn settled_average(&self) -> [ChoiceWeights; 2] {
        let mut settled = self.clone();
        for _ in 0..MAX_FURTHER_ROUNDS {
            if settled.rounds >= 2.0 * self.rounds {
                break;
            }
            settled.play_round();
        }
        settled.average()
    }

    #[inline]
    pub fn learn(&mut self, rounds: u32) {
        for _ in 0..rounds {
            self.play_round();
        }
    }

    /// The Passer's chance of winning: the midpoint of the bounds that the average strategies of
    /// both sides guarantee.
    #[inline]
    pub fn value(&self) -> f64 {
        let [passer, eater] = self.average();
        let upper = self.row_payoffs(&eater)[..self.count].iter().copied().fold(0.0, f64::max);
        let lower = self.col_payoffs(&passer)[..self.count].iter().copied().fold(1.0, f64::min);
        f64::midpoint(upper, lower)
    }

    fn play_round(&mut self) {
        self.rounds += 1.0;
        let [passer, eater] = self.current();
        let payoffs = self.row_payoffs(&eater);
        let value = dot_product(&passer, &payoffs);
        for (regret, payoff) in self.regrets[0].iter_mut().zip(payoffs) {
            *regret = (*regret + payoff - value).max(0.0);
        }
        let passer = normalised(&self.regrets[0], self.count);
        let payoffs = self.col_payoffs(&passer);
        let value = dot_product(&eater, &payoffs);
        for (regret, payoff) in self.regrets[1].iter_mut().zip(payoffs) {
            *regret = (*regret + value - payoff).max(0.0);
        }
        for (sums, strategy) in self.strategy_sums.iter_mut().zip([passer, eater]) {
            sums.iter_mut()
                .zip(strategy)
                .for_each(|(sum, probability)| *sum += self.rounds * probability);
        }
    }

    /// The payoff of each row against a strategy of the Eater.
    #[inline]
    fn row_payoffs(&self, eater: &ChoiceWeights) -> ChoiceWeights {
        let mut payoffs = [0.0; MAX_CHOICES];
        for (payoff, row) in payoffs.iter_mut().zip(&self.payoffs) {
            *payoff = dot_product(row, eater);
        }
        payoffs
    }

    /// The payoff of each column against a strategy of the Passer.
    #[inline]
    fn col_payoffs(&self, passer: &ChoiceWeights) -> ChoiceWeights {
        let mut sums = [0.0; MAX_CHOICES];
        for (row, probability) in self.payoffs.iter().zip(passer) {
            sums.iter_mut().zip(row).for_each(|(sum, payoff)| *sum += probability * payoff);
        }
        sums
    }
}

// Most of the search time is spent here and in `normalised`. These loops are inlined into the
// callers, whereas `sum` and `map` may stay calls.
#[inline]
fn dot_product(a: &ChoiceWeights, b: &ChoiceWeights) -> f64 {
    let mut sum = 0.0;
    for (a, b) in a.iter().zip(b) {
        sum += a * b;
    }
    sum
}

/// Scales the weights to the sum 1. If all are 0, the first `count` choices are equally likely.
#[inline]
fn normalised(weights: &ChoiceWeights, count: usize) -> ChoiceWeights {
    let mut sum = 0.0;
    for weight in weights {
        sum += weight;
    }
    if sum > 0.0 {
        let mut shares = *weights;
        for share in &mut shares {
            *share /= sum;
        }
        return shares;
    }
    let mut uniform = [0.0; MAX_CHOICES];
    uniform[..count].fill(f64::from(u32::try_from(count).unwrap_or(1)).recip());
    uniform
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::play::random;

    #[test]
    fn further_rounds_bring_the_average_closer_to_the_present_solution() {
        let set = |regrets: &mut RegretMatching, payoffs: [f64; 4]| {
            for (i, payoff) in payoffs.into_iter().enumerate() {
                regrets.set_payoff(i / 2, i % 2, payoff);
            }
        };
        let mut regrets = RegretMatching::new(2);
        set(&mut regrets, [0.9, 0.1, 0.8, 0.0]);
        regrets.learn(100);
        // Now the Passer should choose the first cell once in three times.
        set(&mut regrets, [0.0, 1.0, 0.5, 0.0]);
        regrets.learn(100);
        let error = |[passer, _]: [ChoiceWeights; 2]| (passer[0] - 1.0 / 3.0).abs();
        let (before, after) = (error(regrets.average()), error(regrets.settled_average()));
        assert!(before > 0.05 && after < 0.5 * before, "{before} {after}");
    }

    #[test]
    fn the_average_strategies_approach_the_solution() {
        let mut rng = random::rng(1, &[]);
        for count in [1, 2, 5, MAX_CHOICES] {
            for _ in 0..20 {
                let (mut regrets, mut matrix) =
                    (RegretMatching::new(count), PayoffMatrix::default());
                matrix.reset(count, count);
                for i in 0..count * count {
                    let payoff = rng.random();
                    regrets.set_payoff(i / count, i % count, payoff);
                    matrix.set(i / count, i % count, payoff);
                }
                regrets.learn(2000);
                let exact = matrix.solve().value;
                assert!((regrets.value() - exact).abs() < 0.005, "{} {exact}", regrets.value());
                for weights in regrets.average().iter().chain(&regrets.current()) {
                    assert!((weights[..count].iter().sum::<f64>() - 1.0).abs() < 1e-9);
                }
            }
        }
    }
}
