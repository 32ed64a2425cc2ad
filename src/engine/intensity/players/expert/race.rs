//! Selection of the cheapest action by racing.
//!
//! All candidates are tried on the same samples (common random numbers). A candidate whose mean
//! cost is significantly above the leader's is eliminated, as in racing algorithms (Maron and
//! Moore 1994) and successive elimination (Even-Dar, Mannor and Mansour 2006).

/// The weight of a candidate's prior cost, in samples.
const PRIOR_WEIGHT: f64 = 40.0;
/// A candidate this many standard errors behind the leader is eliminated.
const ELIMINATION_ERRORS: f64 = 2.5;
/// The effective number of samples before any candidate is eliminated.
const MIN_SAMPLES: f64 = 16.0;

/// A race between actions, and their costs so far.
#[derive(Clone, Debug)]
pub struct Race<A> {
    candidates: Vec<Candidate<A>>,
    /// The indices of the candidates that are not eliminated.
    active: Vec<usize>,
    /// The weighted sum of the squared cost differences of each pair of candidates.
    squared_differences: Vec<f64>,
    /// The sum of the weights of the samples so far.
    weight: f64,
    /// The sum of the squared weights of the samples so far.
    squared_weight: f64,
    eliminates: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<A> {
    pub action: A,
    /// The estimate of its cost before the race.
    prior: f64,
    /// The weighted sum of its costs in the samples.
    total: f64,
    /// The sum of the weights of the samples that it was tried on.
    weight: f64,
}

impl<A: Copy> Candidate<A> {
    /// The total cost, with the prior as additional samples.
    fn score(&self) -> f64 {
        self.total + PRIOR_WEIGHT * self.prior
    }

    /// The mean cost over the samples, or `None` before the first one.
    pub fn mean(&self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.total / self.weight)
    }
}

impl<A: Copy> Race<A> {
    /// Starts a race with estimated costs, of which only the differences matter. Ties go to the
    /// first.
    pub fn new(actions: impl IntoIterator<Item = (A, f64)>) -> Self {
        let candidates: Vec<_> = actions
            .into_iter()
            .map(|(action, prior)| Candidate { action, prior, total: 0.0, weight: 0.0 })
            .collect();
        let count = candidates.len();
        Self {
            candidates,
            active: (0..count).collect(),
            squared_differences: vec![0.0; count * count],
            weight: 0.0,
            squared_weight: 0.0,
            eliminates: true,
        }
    }

    /// Starts a race without elimination, to measure the cost of each action.
    pub fn without_elimination(actions: impl IntoIterator<Item = A>) -> Self {
        let actions = actions.into_iter().map(|action| (action, 0.0));
        Self { eliminates: false, ..Self::new(actions) }
    }

    pub fn active(&self) -> impl ExactSizeIterator<Item = A> + '_ {
        self.active.iter().map(|&index| self.candidates[index].action)
    }

    /// Whether at most one action is left.
    pub fn is_decided(&self) -> bool {
        self.active.len() <= 1
    }

    /// All candidates, eliminated or not, in their original order.
    pub fn candidates(&self) -> &[Candidate<A>] {
        &self.candidates
    }

    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// Adds a sample of this weight: the costs of the active actions, in order.
    pub fn add_sample(&mut self, costs: &[f64], weight: f64) {
        self.weight += weight;
        self.squared_weight += weight * weight;
        let width = self.candidates.len();
        for (&index, &cost) in self.active.iter().zip(costs) {
            self.candidates[index].total += weight * cost;
            self.candidates[index].weight += weight;
            for (&other, &other_cost) in self.active.iter().zip(costs) {
                self.squared_differences[index * width + other] +=
                    weight * (cost - other_cost) * (cost - other_cost);
            }
        }
    }

    pub fn leader(&self) -> Option<A> {
        self.leader_index().map(|index| self.candidates[index].action)
    }

    fn leader_index(&self) -> Option<usize> {
        let score = |&&index: &&usize| self.candidates[index].score();
        self.active.iter().min_by(|one, other| score(one).total_cmp(&score(other))).copied()
    }

    /// Eliminates the candidates that are significantly more expensive than the leader.
    pub fn eliminate(&mut self) {
        let Some(leader) = self.leader_index().filter(|_| self.eliminates) else { return };
        // Kish's effective sample size: one sample of weight 5 says less than five samples.
        let samples = self.weight * self.weight / self.squared_weight;
        if samples < MIN_SAMPLES {
            return;
        }
        let (candidates, squared_differences) = (&self.candidates, &self.squared_differences);
        let (width, weight) = (candidates.len(), self.weight);
        self.active.retain(|&index| {
            let behind = (candidates[index].total - candidates[leader].total) / weight;
            let variance = squared_differences[index * width + leader] / weight - behind * behind;
            behind <= 0.0
                || behind * behind * samples <= ELIMINATION_ERRORS * ELIMINATION_ERRORS * variance
        });
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::play::random;

    #[test]
    fn the_cheapest_action_wins_and_the_others_are_eliminated() {
        let mut rng = random::rng(1, &[]);
        // The prior costs are in the wrong order.
        let mut race = Race::new([("dear", 0.0), ("fair", 0.2), ("cheap", 0.4)]);
        assert_eq!((race.leader(), race.candidates()[0].mean()), (Some("dear"), None));
        for _ in 0..2_000 {
            let common: f64 = rng.random();
            let costs: Vec<f64> = race
                .active()
                .map(|action| match action {
                    "dear" => common + 3.0 * rng.random::<f64>(),
                    "fair" => common + 2.2 * rng.random::<f64>(),
                    _ => common + rng.random::<f64>(),
                })
                .collect();
            race.add_sample(&costs, 1.0);
            race.eliminate();
        }
        assert_eq!((race.leader(), race.is_decided()), (Some("cheap"), true));
        let means: Vec<_> =
            race.candidates().iter().map(|candidate| candidate.mean().unwrap()).collect();
        assert!(means[0] > means[1] && means[1] > means[2], "{means:?}");
    }

    #[test]
    fn equal_actions_stay_and_the_first_leads() {
        let mut race = Race::new([(1, 0.0), (2, 0.0)]);
        for cost in 0..100 {
            race.add_sample(&[f64::from(cost), f64::from(cost)], 1.0);
            race.eliminate();
        }
        assert_eq!((race.leader(), race.active().len()), (Some(1), 2));
        assert!(Race::<u8>::new([]).leader().is_none() && Race::<u8>::new([]).is_decided());
    }

    #[test]
    fn a_single_heavy_sample_eliminates_nothing() {
        let mut race = Race::new([(1, 0.0), (2, 0.0)]);
        race.add_sample(&[1.0, 0.0], 1_000.0);
        race.eliminate();
        assert_eq!((race.leader(), race.active().len()), (Some(2), 2));
    }
}
