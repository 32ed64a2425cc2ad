//! What each choice in a position is worth.

/// A choice with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedChoice<A> {
    /// The choice.
    pub action: A,
    /// The value for the seat that chooses, on the game's [`Scale`](crate::play::Scale); larger is
    /// better.
    pub value: f64,
    /// Half of the 95 % confidence interval of how much less it is worth than the best choice; 0 if
    /// the values are exact.
    pub error: f64,
    /// How often best play makes this choice, from 0 to 1, where it must be unpredictable.
    pub share: Option<f64>,
}

/// How the values of a judgement were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verified {
    /// They are exact.
    Exactly,
    /// They are estimates.
    ByEstimate,
}

/// The values of all legal choices of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement<A> {
    /// Every legal choice.
    pub choices: Vec<JudgedChoice<A>>,
    /// Whether the values are exact.
    pub verified: Verified,
}

impl<A: Copy + PartialEq> Judgement<A> {
    /// Whether the values are exact.
    pub fn is_exact(&self) -> bool {
        self.verified == Verified::Exactly
    }

    /// The value of the best choice; minus infinity without choices.
    pub fn best_value(&self) -> f64 {
        self.choices.iter().map(|choice| choice.value).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The judgement of a choice, or `None` if it is not legal.
    pub fn of(&self, action: A) -> Option<&JudgedChoice<A>> {
        self.choices.iter().find(|choice| choice.action == action)
    }

    /// How much less than the best choice this one is worth, or `None` if it is not legal.
    pub fn cost(&self, action: A) -> Option<f64> {
        self.of(action).map(|choice| self.best_value() - choice.value)
    }

    /// Returns the judgement with all numbers rounded to thousandths, as puzzles store them.
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
