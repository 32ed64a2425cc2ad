//! Practice: the themes of Intensity's puzzles, and the values of the choices.

use rand::RngExt as _;

use super::{
    Intensity,
    model::{IntensityAction, IntensityObservation},
    players::expert::{ExpertPlayer, Objective, costs_of_last_cards},
};
use crate::play::{
    JudgedChoice, Judgement, Observation as _, PlayerError, Practicable, PuzzleTheme, SearchLimits,
    Seat, ThinkContext,
};

/// The number of independent searches from which the error is estimated.
const RUNS: u16 = 8;
/// Student's t for a 95% confidence interval from [`RUNS`] searches (7 degrees of freedom).
const STUDENT_T: f64 = 2.365;

impl Practicable for Intensity {
    const THEMES: &'static [PuzzleTheme] = &[
        PuzzleTheme {
            key: "pass",
            title: "Which three to pass",
            goal: "Find the best three cards to pass.",
        },
        PuzzleTheme {
            key: "buffalo",
            title: "Dodge the buffalo",
            goal: "Find the card that costs least. Mind the buffalo (47).",
        },
        PuzzleTheme {
            key: "discard",
            title: "Throw away",
            goal: "You can't follow: find the best card to throw away.",
        },
        PuzzleTheme {
            key: "last",
            title: "Last four cards",
            goal: "Take as few points as you can with your last cards.",
        },
    ];
    const COLLECTION: &'static [u8] = include_bytes!("../assets/puzzles/intensity");
    const TOLERANCE: f64 = 0.35;
    const LADDER: [u8; 4] = [81, 76, 71, 73];

    /// Solves the last four cards with [`costs_of_last_cards`], and estimates others by searches.
    fn judge(
        observation: &IntensityObservation,
        seat: Seat,
        _: &SearchLimits,
        context: &ThinkContext,
    ) -> Result<Judgement<IntensityAction>, PlayerError> {
        judge_for(Objective::Points, observation, seat, context)
    }
}

/// Judges all choices of a seat with this objective.
///
/// # Errors
/// Returns an error if the search was cancelled or the budget is too small.
pub fn judge_for(
    objective: Objective,
    observation: &IntensityObservation,
    seat: Seat,
    context: &ThinkContext,
) -> Result<Judgement<IntensityAction>, PlayerError> {
    if let Some(costs) = costs_of_last_cards(seat, observation, objective, context)? {
        let exact = |(action, cost): (_, f64)| JudgedChoice {
            action,
            value: -cost,
            error: 0.0,
            share: None,
        };
        let choices = costs.into_iter().map(exact).collect();
        return Ok(Judgement { choices, is_exact: true });
    }
    judge_by_searches(objective, observation, seat, context)
}

/// Judges all choices of a seat by several searches, whose differences give the errors.
///
/// # Errors
/// Returns an error if the search was cancelled or the budget is too small.
pub fn judge_by_searches(
    objective: Objective,
    observation: &IntensityObservation,
    seat: Seat,
    context: &ThinkContext,
) -> Result<Judgement<IntensityAction>, PlayerError> {
    let actions = observation.legal(seat);
    let expert = ExpertPlayer { objective };
    let mut rng = context.rng();
    let mut runs = Vec::new();
    for run in 0..RUNS {
        let share = context.share(100 / u32::from(RUNS));
        let run_context = ThinkContext::new(share.budget(), rng.random(), seat, run.into())
            .with_cancel(context.cancel_token().clone());
        let costs = expert.costs(seat, observation, &actions, &run_context)?;
        runs.push(costs.ok_or_else(PlayerError::small_budget)?);
    }
    let cost = |index: usize| mean(runs.iter().map(|costs| costs[index]));
    let best = (0..actions.len()).min_by(|&one, &other| cost(one).total_cmp(&cost(other)));
    let best = best.ok_or_else(PlayerError::no_action)?;
    let judged = |(index, &action): (usize, &IntensityAction)| {
        let behind = || runs.iter().map(|costs| costs[index] - costs[best]);
        JudgedChoice { action, value: -cost(index), error: half_interval(behind), share: None }
    };
    let choices = actions.iter().enumerate().map(judged).collect();
    Ok(Judgement { choices, is_exact: false })
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.sum::<f64>() / f64::from(RUNS)
}

/// Returns half the width of the 95% confidence interval of the mean of [`RUNS`] numbers.
fn half_interval<I: Iterator<Item = f64>>(numbers: impl Fn() -> I) -> f64 {
    let middle = mean(numbers());
    let squares: f64 = numbers().map(|number| (number - middle).powi(2)).sum();
    STUDENT_T * (squares / f64::from(RUNS - 1) / f64::from(RUNS)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        intensity::model::Deal,
        play::{Budget, Game as _, Seats, random},
    };

    #[test]
    fn every_pass_is_judged_and_the_best_one_without_error() {
        let seat = Seat::new(1);
        let game = Intensity::start(&Deal::shuffled(&mut random::rng(5, &[])));
        let observation = game.observe(Seats::one(seat));
        let judge = |nodes, seed| {
            let context = ThinkContext::new(Budget::Nodes(nodes), seed, seat, 0);
            let limits = SearchLimits::new(Budget::Nodes(nodes));
            Intensity::judge(&observation, seat, &limits, &context)
        };
        let judgement = judge(2_000_000, 1).unwrap();
        assert_eq!((judgement.choices.len(), judgement.is_exact), (120, false));
        let best = judgement.best_value();
        for choice in &judgement.choices {
            let is_best = choice.value >= best;
            assert_eq!(choice.error == 0.0, is_best, "{choice:?}");
            assert!((-17.0..=0.0).contains(&choice.value), "{choice:?}");
        }
        assert_eq!(judge(2_000_000, 1), Ok(judgement));
        assert!(matches!(judge(8, 1), Err(PlayerError::Fault(_))));
    }

    #[test]
    fn half_the_interval_is_students_t_times_the_standard_error() {
        let numbers = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
        // The standard deviation is 2.4495, the standard error 0.8660.
        let half = half_interval(|| numbers.into_iter());
        assert!((half - 2.048).abs() < 1e-3, "{half}");
    }
}
