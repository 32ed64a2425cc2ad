//! The values of the choices in a position.

/// A choice with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedChoice<A> {
    /// The choice.
    pub action: A,
    /// The value for the seat that chooses, on the game's
    /// [`ReviewScale`](crate::play::ReviewScale); larger is better.
    pub value: f64,
    /// Half the width of the 95% confidence interval of the cost; 0 if the values are exact.
    pub error: f64,
    /// In a mixed strategy, the probability of this choice in best play.
    pub share: Option<f64>,
}

/// The values of all legal choices of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement<A> {
    /// All legal choices.
    pub choices: Vec<JudgedChoice<A>>,
    /// Whether the values are exact, not estimates.
    pub is_exact: bool,
}

impl<A: Copy + PartialEq> Judgement<A> {
    /// The value of the best choice, or minus infinity if there is none.
    pub fn best_value(&self) -> f64 {
        self.choices.iter().map(|choice| choice.value).fold(f64::NEG_INFINITY, f64::max)
    }

    /// A choice with its value, or `None` if it is not legal.
    pub fn of(&self, action: A) -> Option<&JudgedChoice<A>> {
        self.choices.iter().find(|choice| choice.action == action)
    }

    /// The loss of value compared with the best choice, or `None` if the choice is not legal.
    pub fn cost(&self, action: A) -> Option<f64> {
        self.of(action).map(|choice| self.best_value() - choice.value)
    }

    /// Rounds all numbers to thousandths, as puzzles store them.
    pub fn rounded(mut self) -> Self {
        let round = |number: f64| (1000.0 * number).round() / 1000.0;
        for choice in &mut self.choices {
            choice.value = round(choice.value);
            choice.error = round(choice.error);
            choice.share = choice.share.map(round);
        }
        self
    }
}
