//! Regret matching in one position's matrix game, whose payoffs get better known all the time.

use crate::games::eater::solve::Matrix;

/// The most choices of a side that are looked at in a position.
pub const MOST_CHOICES: usize = 12;

/// A weight for each choice; beyond the last one 0.
pub type Weights = [f64; MOST_CHOICES];

/// A matrix game between the Passer (rows) and the Eater (columns), who have the same choices, and
/// how they have learnt to play it: by regret matching+ (Tammelin 2014), taking turns, with later
/// rounds counting for more.
#[derive(Clone, Debug)]
pub struct Regrets {
    count: usize,
    /// The Passer's chance of winning for each pair of choices. Where there are no choices it makes
    /// none attractive.
    payoffs: [Weights; MOST_CHOICES],
    /// What each side regrets not to have chosen.
    regretted: [Weights; 2],
    /// What each side has played, summed up.
    played: [Weights; 2],
    rounds: f64,
}

impl Regrets {
    /// For so many choices. All payoffs are still to be set.
    pub fn new(count: usize) -> Self {
        let mut payoffs = [[0.0; MOST_CHOICES]; MOST_CHOICES];
        payoffs[..count].iter_mut().for_each(|row| row[count..].fill(1.0));
        let nothing = [[0.0; MOST_CHOICES]; 2];
        Self { count, payoffs, regretted: nothing, played: nothing, rounds: 0.0 }
    }

    /// Sets the Passer's chance of winning for a pair of choices.
    pub fn set(&mut self, row: usize, col: usize, payoff: f64) {
        self.payoffs[row][col] = payoff;
    }

    /// The game as it stands, to be solved.
    pub fn matrix(&self) -> Matrix {
        let mut matrix = Matrix::default();
        matrix.reset(self.count, self.count);
        for (row, payoffs) in self.payoffs[..self.count].iter().enumerate() {
            payoffs[..self.count]
                .iter()
                .enumerate()
                .for_each(|(col, &payoff)| matrix.set(row, col, payoff));
        }
        matrix
    }

    /// What each side would play now, by its regrets.
    pub fn current(&self) -> [Weights; 2] {
        self.regretted.map(|regrets| shares(&regrets, self.count))
    }

    /// What each side has played on average.
    pub fn average(&self) -> [Weights; 2] {
        self.played.map(|played| shares(&played, self.count))
    }

    /// Plays so many rounds.
    pub fn learn(&mut self, rounds: u32) {
        for _ in 0..rounds {
            self.round();
        }
    }

    /// The Passer's chance: half way between what the two averages guarantee.
    pub fn value(&self) -> f64 {
        let [passer, eater] = self.average();
        let best = self.rows_against(&eater)[..self.count].iter().copied().fold(0.0, f64::max);
        let worst = self.cols_against(&passer)[..self.count].iter().copied().fold(1.0, f64::min);
        f64::midpoint(best, worst)
    }

    fn round(&mut self) {
        self.rounds += 1.0;
        let eater = shares(&self.regretted[1], self.count);
        let passer = shares(&self.regretted[0], self.count);
        let payoffs = self.rows_against(&eater);
        let value = product(&passer, &payoffs);
        for (regret, payoff) in self.regretted[0].iter_mut().zip(payoffs) {
            *regret = (*regret + payoff - value).max(0.0);
        }
        let passer = shares(&self.regretted[0], self.count);
        let payoffs = self.cols_against(&passer);
        let value = product(&eater, &payoffs);
        for (regret, payoff) in self.regretted[1].iter_mut().zip(payoffs) {
            *regret = (*regret + value - payoff).max(0.0);
        }
        for (played, now) in self.played.iter_mut().zip([passer, eater]) {
            played.iter_mut().zip(now).for_each(|(sum, share)| *sum += self.rounds * share);
        }
    }

    /// What each row wins against these columns.
    fn rows_against(&self, eater: &Weights) -> Weights {
        self.payoffs.map(|row| product(&row, eater))
    }

    /// What each column gives away against these rows.
    fn cols_against(&self, passer: &Weights) -> Weights {
        let mut sums = [0.0; MOST_CHOICES];
        for (row, share) in self.payoffs.iter().zip(passer) {
            sums.iter_mut().zip(row).for_each(|(sum, payoff)| *sum += share * payoff);
        }
        sums
    }
}

fn product(a: &Weights, b: &Weights) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The weights brought to the sum 1; without any, the same for the first `count`.
fn shares(weights: &Weights, count: usize) -> Weights {
    let sum: f64 = weights.iter().sum();
    if sum > 0.0 {
        return weights.map(|weight| weight / sum);
    }
    let mut even = [0.0; MOST_CHOICES];
    even[..count].fill(f64::from(u32::try_from(count).unwrap_or(1)).recip());
    even
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::play::random;

    #[test]
    fn it_comes_close_to_the_solution() {
        let mut rng = random::rng(1, &[]);
        for count in [1, 2, 5, MOST_CHOICES] {
            for _ in 0..20 {
                let (mut regrets, mut matrix) = (Regrets::new(count), Matrix::default());
                matrix.reset(count, count);
                for at in 0..count * count {
                    let payoff = rng.random();
                    regrets.set(at / count, at % count, payoff);
                    matrix.set(at / count, at % count, payoff);
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
