//! A race between choices: all are tried in the same deals, and who falls behind is out.

/// What was thought before counts as much as so many deals.
const PRIOR: f64 = 40.0;

/// Choices and what they have cost so far.
#[derive(Clone, Debug)]
pub struct Race<A> {
    runners: Vec<Runner<A>>,
    /// Those still in the race, by number.
    running: Vec<usize>,
    /// For each pair, the squared differences of their costs.
    squares: Vec<f64>,
    /// The deals that all who still run were tried in, by how often each counts, and the squares of
    /// that.
    weight: f64,
    weight_squares: f64,
    /// Nobody is out before the end.
    is_patient: bool,
}

/// A choice and what it has cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Runner<A> {
    /// The choice.
    pub choice: A,
    /// What it was thought to cost before.
    prior: f64,
    /// What it has cost in all deals together,
    total: f64,
    /// and in how many deals it was tried.
    deals: f64,
}

impl<A: Copy> Runner<A> {
    /// What it has cost in all deals and in those that stand for what was thought before.
    fn score(&self) -> f64 {
        self.total + PRIOR * self.prior
    }

    /// What it costs on average, if it was tried at all.
    pub fn mean(&self) -> Option<f64> {
        (self.deals > 0.0).then(|| self.total / self.deals)
    }
}

impl<A: Copy> Race<A> {
    /// How many standard errors behind the leader a choice must be to be out.
    const BEHIND: f64 = 2.5;
    /// Before so many deals nobody is out.
    const FIRST: f64 = 16.0;

    /// A race between these, with what they are thought to cost (only differences count); of equals
    /// the first will win.
    pub fn new(choices: impl IntoIterator<Item = (A, f64)>) -> Self {
        let start = |(choice, prior)| Runner { choice, prior, total: 0.0, deals: 0.0 };
        let runners: Vec<_> = choices.into_iter().map(start).collect();
        let (running, squares) =
            ((0..runners.len()).collect(), vec![0.0; runners.len() * runners.len()]);
        Self { runners, running, squares, weight: 0.0, weight_squares: 0.0, is_patient: false }
    }

    /// One in which nobody is out before its end: only what they cost is wanted.
    pub fn patient(choices: impl IntoIterator<Item = A>) -> Self {
        Self { is_patient: true, ..Self::new(choices.into_iter().map(|choice| (choice, 0.0))) }
    }

    /// The choices that are still in the race.
    pub fn running(&self) -> impl ExactSizeIterator<Item = A> + '_ {
        self.running.iter().map(|&runner| self.runners[runner].choice)
    }

    /// Whether there is nothing left to decide.
    pub fn is_over(&self) -> bool {
        self.running.len() <= 1
    }

    /// All choices with what they have cost.
    pub fn runners(&self) -> &[Runner<A>] {
        &self.runners
    }

    /// In how many deals those who still run were tried.
    pub fn deals(&self) -> f64 {
        self.weight
    }

    /// What those still in the race have cost in one deal, in their order; the deal counts `weight`
    /// times.
    pub fn learn(&mut self, costs: &[f64], weight: f64) {
        self.weight += weight;
        self.weight_squares += weight * weight;
        let width = self.runners.len();
        for (&runner, &cost) in self.running.iter().zip(costs) {
            self.runners[runner].total += weight * cost;
            self.runners[runner].deals += weight;
            for (&other, &its) in self.running.iter().zip(costs) {
                self.squares[runner * width + other] += weight * (cost - its) * (cost - its);
            }
        }
    }

    /// Who leads; nobody where there is no choice.
    pub fn leader(&self) -> Option<A> {
        self.first().map(|runner| self.runners[runner].choice)
    }

    fn first(&self) -> Option<usize> {
        let score = |&&runner: &&usize| self.runners[runner].score();
        self.running.iter().min_by(|one, other| score(one).total_cmp(&score(other))).copied()
    }

    /// Takes those out of the race who are too far behind to win it.
    pub fn drop_hopeless(&mut self) {
        let Some(first) = self.first().filter(|_| !self.is_patient) else { return };
        // Deals that count several times say less than as many different ones.
        let different = self.weight * self.weight / self.weight_squares;
        if different < Self::FIRST {
            return;
        }
        let (runners, squares, width, weight) =
            (&self.runners, &self.squares, self.runners.len(), self.weight);
        self.running.retain(|&runner| {
            let behind = (runners[runner].total - runners[first].total) / weight;
            let variance = squares[runner * width + first] / weight - behind * behind;
            behind <= 0.0 || behind * behind * different <= Self::BEHIND * Self::BEHIND * variance
        });
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::play::random;

    #[test]
    fn the_cheapest_wins_and_the_hopeless_drop_out() {
        let mut rng = random::rng(1, &[]);
        // What was thought before is wrong.
        let mut race = Race::new([("dear", 0.0), ("fair", 0.2), ("cheap", 0.4)]);
        assert_eq!((race.leader(), race.runners()[0].mean()), (Some("dear"), None));
        for _ in 0..2_000 {
            let luck: f64 = rng.random();
            let costs: Vec<f64> = race
                .running()
                .map(|choice| match choice {
                    "dear" => luck + 3.0 * rng.random::<f64>(),
                    "fair" => luck + 2.2 * rng.random::<f64>(),
                    _ => luck + rng.random::<f64>(),
                })
                .collect();
            race.learn(&costs, 1.0);
            race.drop_hopeless();
        }
        assert_eq!((race.leader(), race.is_over()), (Some("cheap"), true));
        let means: Vec<_> = race.runners().iter().map(|runner| runner.mean().unwrap()).collect();
        assert!(means[0] > means[1] && means[1] > means[2], "{means:?}");
    }

    #[test]
    fn equals_stay_in_the_race_and_the_first_wins() {
        let mut race = Race::new([(1, 0.0), (2, 0.0)]);
        for cost in 0..100 {
            race.learn(&[f64::from(cost), f64::from(cost)], 1.0);
            race.drop_hopeless();
        }
        assert_eq!((race.leader(), race.running().len()), (Some(1), 2));
        assert!(Race::<u8>::new([]).leader().is_none() && Race::<u8>::new([]).is_over());
    }

    #[test]
    fn one_deal_that_counts_often_decides_nothing() {
        let mut race = Race::new([(1, 0.0), (2, 0.0)]);
        race.learn(&[1.0, 0.0], 1_000.0);
        race.drop_hopeless();
        assert_eq!((race.leader(), race.running().len()), (Some(2), 2));
    }
}
