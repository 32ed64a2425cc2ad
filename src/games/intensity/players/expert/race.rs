//! A race between choices: all are tried in the same deals, and who falls behind is out.

/// Choices and what they have cost so far.
#[derive(Clone, Debug)]
pub struct Race<A> {
    runners: Vec<Runner<A>>,
    /// Those still in the race, by number.
    running: Vec<usize>,
    /// For each pair, the squared differences of their costs.
    squares: Vec<f64>,
    /// The deals that all who still run were tried in, by how often each counts, and the squares of that.
    weight: f64,
    weight_squares: f64,
}

/// A choice and what it has cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Runner<A> {
    /// The choice.
    pub choice: A,
    /// What it has cost in all deals together,
    total: f64,
    /// and in how many deals it was tried.
    deals: f64,
}

impl<A: Copy> Runner<A> {
    /// What it costs on average, if it was tried at all.
    pub fn mean(&self) -> Option<f64> {
        (self.deals > 0.0).then(|| self.total / self.deals)
    }
}

impl<A: Copy> Race<A> {
    /// How many standard errors behind the leader a choice must be to be out.
    const BEHIND: f64 = 3.0;
    /// Before so many deals nobody is out.
    const FIRST: f64 = 24.0;

    /// A race between these; of equals the first will win.
    pub fn new(choices: impl IntoIterator<Item = A>) -> Self {
        let runners: Vec<_> = choices.into_iter().map(|choice| Runner { choice, total: 0.0, deals: 0.0 }).collect();
        let (running, squares) = ((0..runners.len()).collect(), vec![0.0; runners.len() * runners.len()]);
        Self { runners, running, squares, weight: 0.0, weight_squares: 0.0 }
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

    /// What those still in the race have cost in one deal, in their order; the deal counts `weight` times.
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

    /// Who leads; nobody before the first deal, or where there is no choice.
    pub fn leader(&self) -> Option<A> {
        self.first().map(|runner| self.runners[runner].choice)
    }

    fn first(&self) -> Option<usize> {
        let total = |&&runner: &&usize| self.runners[runner].total;
        let first = self.running.iter().min_by(|one, other| total(one).total_cmp(&total(other)));
        first.copied().filter(|_| self.weight > 0.0)
    }

    /// Takes those out of the race who are too far behind to win it.
    pub fn drop_hopeless(&mut self) {
        let Some(first) = self.first() else { return };
        // Deals that count several times say less than as many different ones.
        let different = self.weight * self.weight / self.weight_squares;
        if different < Self::FIRST {
            return;
        }
        let (runners, squares, width, weight) = (&self.runners, &self.squares, self.runners.len(), self.weight);
        self.running.retain(|&runner| {
            let behind = (runners[runner].total - runners[first].total) / weight;
            let variance = squares[runner * width + first] / weight - behind * behind;
            behind * behind * different <= Self::BEHIND * Self::BEHIND * variance || behind <= 0.0
        });
    }
}
