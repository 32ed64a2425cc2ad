//! The review of a recorded game: a verdict on each decision.
//!
//! A game implements [`Reviewable`]. [`review_session`] goes through the steps from the last to the
//! first, because the verdicts on later steps help to assess an earlier one. A reviewer gets only
//! the observation of the seat that decided.

mod costliest;
mod reasons;
pub(crate) mod weighed;

use crate::play::{
    CancelToken, Game, PlayerError, RecordLine, SearchLimits, Seat, Seats, Session, ThinkContext,
};

pub use costliest::{CostliestLimits, costliest_decision, costly_decision};
pub use reasons::{ActionValues, Explainable, explain};

/// The meaning of a reviewer's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewScale {
    /// The final lead of the seat over the other seat.
    Lead,
    /// The probability of winning, from 0 to 1.
    WinProbability,
    /// The final penalty as a negative number: larger is better.
    Penalty,
}

/// The quantity that a game's reviewer measures, and its format.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReviewMeasure {
    /// The meaning of a value.
    pub scale: ReviewScale,
    /// The unit of values and costs, such as `tiles`.
    pub unit: &'static str,
    /// The meaning of a value in words, such as `tiles ahead at the end`.
    pub description: &'static str,
    /// The maximum number of digits after the decimal point.
    pub digits: usize,
    /// Below this cost, on [`Self::scale`], a decision counts as good.
    pub min_cost: f64,
    /// The costs from which a decision is costly.
    pub costly: CostThresholds,
}

/// The costs from which a decision is costly, on the game's [`ReviewScale`]. They are well above
/// the error of an estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostThresholds {
    /// The threshold for exact costs.
    pub exact: f64,
    /// The threshold for estimated costs.
    pub estimated: f64,
}

impl ReviewMeasure {
    /// Whether a decision with this cost is costly.
    pub fn is_costly(&self, cost: f64, is_exact: bool) -> bool {
        cost >= if is_exact { self.costly.exact } else { self.costly.estimated }
    }

    /// Formats a value without its unit, such as `+6`, `+2.3`, `63%` or `5.3`.
    pub fn format_value(&self, value: f64) -> String {
        match self.scale {
            ReviewScale::Lead => match self.format_number(value) {
                number if number == "0" || number.starts_with('-') => number,
                number => format!("+{number}"),
            },
            ReviewScale::WinProbability => format!("{:.0}%", 100.0 * value),
            ReviewScale::Penalty => self.format_number(-value),
        }
    }

    /// Formats a cost with its unit, such as `8 tiles` or `12%`.
    pub fn format_cost(&self, cost: f64) -> String {
        let number = self.format_cost_number(cost);
        let unit = if number == "1" { self.unit.trim_end_matches('s') } else { self.unit };
        let gap = if self.scale == ReviewScale::WinProbability { "" } else { " " };
        format!("{number}{gap}{unit}")
    }

    /// Formats the mean of `count` costs with the sum `cost`, with two significant digits.
    #[allow(clippy::cast_precision_loss)] // the moves of a game
    pub fn format_mean_cost(&self, cost: f64, count: usize) -> String {
        let mean = cost / count.max(1) as f64;
        self.with_two_digits(mean).format_cost(mean)
    }

    /// Formats a cost without its unit.
    pub fn format_cost_number(&self, cost: f64) -> String {
        match self.scale {
            ReviewScale::WinProbability => format!("{:.0}", 100.0 * cost),
            ReviewScale::Lead | ReviewScale::Penalty => self.format_number(cost),
        }
    }

    /// Formats a cost as a change with two significant digits: `-6`, `-12%`, or `+1.2` for
    /// penalties.
    pub fn format_change(&self, cost: f64) -> String {
        let number = self.with_two_digits(cost).format_number(self.in_units(cost));
        match self.scale {
            ReviewScale::Lead => format!("-{number}"),
            ReviewScale::WinProbability => format!("-{number}%"),
            ReviewScale::Penalty => format!("+{number}"),
        }
    }

    /// The same measure, limited to the digits that give this cost two significant ones.
    fn with_two_digits(&self, cost: f64) -> Self {
        let digits = usize::from(self.in_units(cost) < 9.95).min(self.digits);
        Self { digits, ..*self }
    }

    /// Converts a value or a cost to [`Self::unit`]: probabilities to per cent.
    pub fn in_units(&self, value: f64) -> f64 {
        if self.scale == ReviewScale::WinProbability { 100.0 * value } else { value }
    }

    /// Formats a number with at most [`Self::digits`] digits after the decimal point.
    fn format_number(&self, number: f64) -> String {
        let digits = format!("{number:.*}", self.digits);
        let trimmed = if digits.contains('.') {
            digits.trim_end_matches('0').trim_end_matches('.')
        } else {
            &digits
        };
        if trimmed == "-0" { "0".to_owned() } else { trimmed.to_owned() }
    }

    /// Converts a value for seat `from` to the value for seat `to`. `None` if the scale doesn't
    /// determine it.
    pub fn change_perspective(&self, value: f64, from: Seat, to: Seat) -> Option<f64> {
        match self.scale {
            _ if from == to => Some(value),
            ReviewScale::Lead => Some(-value),
            ReviewScale::WinProbability => Some(1.0 - value),
            ReviewScale::Penalty => None,
        }
    }
}

/// The review of one decision, with actions of type `A` and reasons of type `R`. Values are for the
/// seat that decided; larger is better.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict<A, R> {
    /// The seat that decided.
    pub seat: Seat,
    /// The action it took.
    pub played: A,
    /// The value of the position before the decision with best play, if known.
    pub value: Option<f64>,
    /// A better action, if there is one.
    pub better: Option<A>,
    /// The loss of value compared with the best action, if known.
    pub cost: Option<f64>,
    /// Whether value and cost are exact, not estimates.
    pub exact: bool,
    /// The considered actions; see [`Advice::considered`](crate::play::Advice::considered).
    pub considered: Vec<(A, f64)>,
    /// The opponent's best mixed strategy; see [`Advice::replies`](crate::play::Advice::replies).
    pub replies: Vec<(A, f64)>,
    /// The best play from here on, beginning with the better action. Empty if unknown.
    pub variation: Vec<A>,
    /// Reasons why the action was costly or, if it was good, its merits; the best-supported one
    /// first. [`explain`] fills them in, not the reviewer.
    pub reasons: Vec<R>,
    /// The merits of the better action that the one that was taken lacks.
    pub merits: Vec<R>,
}

/// A verdict on a decision of a game.
pub type GameVerdict<G> = Verdict<<G as Game>::Action, <G as Explainable>::Reason>;

impl<A, R> Verdict<A, R> {
    /// The verdict on an action that is as good as the best one.
    pub fn good(seat: Seat, played: A, value: Option<f64>, exact: bool) -> Self {
        Self {
            seat,
            played,
            value,
            better: None,
            cost: Some(0.0),
            exact,
            considered: Vec::new(),
            replies: Vec::new(),
            variation: Vec::new(),
            reasons: Vec::new(),
            merits: Vec::new(),
        }
    }

    /// The verdict with its actions and reasons as text.
    pub fn to_text(
        &self,
        write: impl Fn(&A) -> String,
        explain: impl Fn(&Self, &R) -> String,
    ) -> Verdict<String, String> {
        let actions = |actions: &[(A, f64)]| {
            actions.iter().map(|(action, number)| (write(action), *number)).collect()
        };
        let explained =
            |reasons: &[R]| reasons.iter().map(|reason| explain(self, reason)).collect();
        Verdict {
            seat: self.seat,
            played: write(&self.played),
            value: self.value,
            better: self.better.as_ref().map(&write),
            cost: self.cost,
            exact: self.exact,
            considered: actions(&self.considered),
            replies: actions(&self.replies),
            variation: self.variation.iter().map(&write).collect(),
            reasons: explained(&self.reasons),
            merits: explained(&self.merits),
        }
    }
}

/// A decision to review.
#[derive(Debug)]
pub struct ReviewInput<'a, G: Explainable> {
    /// The seat that decided.
    pub seat: Seat,
    /// The action it took.
    pub action: G::Action,
    /// The information set of the seat before its decision.
    pub observation: G::Observation,
    /// The public score of each seat before the decision.
    pub scores: Vec<i32>,
    /// The verdicts on the step after this one.
    pub next_verdicts: &'a [GameVerdict<G>],
}

impl<'a, G: Explainable> ReviewInput<'a, G> {
    /// Describes a decision in the current state of the session.
    fn of(
        session: &Session<G>,
        (seat, action): (Seat, G::Action),
        next_verdicts: &'a [GameVerdict<G>],
    ) -> Self {
        let game = session.game();
        let observation = game.observe(Seats::one(seat));
        Self { seat, action, observation, scores: game.scores(), next_verdicts }
    }
}

/// Reviews the decisions of a game.
pub trait Reviewer<G: Explainable>: Send {
    /// Reviews one decision, without reasons.
    ///
    /// # Errors
    /// Returns an error if the review was cancelled or the decision cannot be reviewed.
    fn assess(
        &mut self,
        input: &ReviewInput<G>,
        context: &ThinkContext,
    ) -> Result<GameVerdict<G>, PlayerError>;
}

/// The value of a position, for the evaluation bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The expected value for the first seat, on the game's [`ReviewScale`].
    pub value: f64,
    /// The expected points of both seats.
    pub expected_points: [u32; 2],
    /// Whether the value is exact.
    pub exact: bool,
    /// The search that found the value, in a few words.
    pub description: String,
}

/// Evaluates the position of a game in progress, for the evaluation bar at the table.
pub trait LiveEvaluator<G: Game>: Send {
    /// Searches until the budget is spent, and calls `on_evaluation` with each deeper result.
    fn evaluate(
        &mut self,
        observation: &G::Observation,
        context: &ThinkContext,
        on_evaluation: &mut dyn FnMut(Evaluation),
    );
}

/// A game whose decisions can be reviewed.
pub trait Reviewable: Explainable {
    /// The quantity that the reviewer measures.
    const MEASURE: ReviewMeasure;
    /// Whether the reviewer supports a limit on the depth.
    const HAS_DEPTH_LIMIT: bool = false;

    /// Makes a reviewer for games with this setup.
    ///
    /// # Errors
    /// Returns an error if games with this setup cannot be reviewed.
    fn reviewer(
        setup: &Self::Setup,
        limits: &SearchLimits,
    ) -> Result<Box<dyn Reviewer<Self>>, String>;

    /// Makes an evaluator for games with this setup. Games that hide information have none.
    fn evaluator(
        setup: &Self::Setup,
        limits: &SearchLimits,
    ) -> Option<Box<dyn LiveEvaluator<Self>>> {
        let _ = (setup, limits);
        None
    }

    /// The value of the final position for a seat, or `None` if the game is not over.
    fn final_value(&self, seat: Seat) -> Option<f64>;
}

/// The verdicts on one step.
#[derive(Clone, Debug, PartialEq)]
pub struct StepReview<A, R> {
    /// The step's index among the lines of the record.
    pub line: usize,
    /// The verdicts in the order of the seats.
    pub verdicts: Vec<Verdict<A, R>>,
}

impl<A, R> StepReview<A, R> {
    /// The review with its actions and reasons as text; see [`Verdict::to_text`].
    pub fn to_text(
        &self,
        write: impl Fn(&A) -> String,
        explain: impl Fn(&Verdict<A, R>, &R) -> String,
    ) -> StepReview<String, String> {
        let verdicts = self.verdicts.iter().map(|verdict| verdict.to_text(&write, &explain));
        StepReview { line: self.line, verdicts: verdicts.collect() }
    }
}

/// The indices of the lines that contain a decision to review.
pub fn reviewable_lines<A>(lines: &[RecordLine<A>]) -> impl DoubleEndedIterator<Item = usize> + '_ {
    let has_decision = |line| decisions(line).next().is_some();
    lines.iter().enumerate().filter(move |(_, line)| has_decision(line)).map(|(index, _)| index)
}

/// The decision of a seat in a line, if any; see [`reviewable_lines`].
pub fn decision_of<A: Copy>(line: &RecordLine<A>, seat: Seat) -> Option<A> {
    decisions(line).find(|(decided, _)| *decided == seat).map(|&(_, action)| action)
}

/// The decisions of a seat until it resigned, each with the index of its line. Choices made for it
/// afterwards are not its own.
pub fn own_decisions<A: Copy>(
    lines: &[RecordLine<A>],
    seat: Seat,
) -> impl Iterator<Item = (usize, A)> + '_ {
    let has_resigned =
        move |line: &RecordLine<A>| matches!(line, RecordLine::Resign(other) if *other == seat);
    let own = lines.iter().enumerate().take_while(move |(_, line)| !has_resigned(line));
    own.filter_map(move |(index, line)| Some((index, decision_of(line, seat)?)))
}

/// The decisions in a line, without replacements of illegal choices and without a computer's
/// choices for people whose time ran out.
fn decisions<A>(line: &RecordLine<A>) -> impl Iterator<Item = &(Seat, A)> {
    let (moves, faults, times) = match line {
        RecordLine::Step { moves, faults, times, .. } => (&moves[..], &faults[..], &times[..]),
        RecordLine::Resign(_) | RecordLine::Flag(_) => (&[][..], &[][..], &[][..]),
    };
    let is_replaced = |seat| {
        faults.iter().any(|fault| fault.seat == seat)
            || times.iter().any(|time| time.seat == seat && time.late)
    };
    moves.iter().filter(move |(seat, _)| !is_replaced(*seat))
}

/// Reviews all decisions of a session, last step first, and calls `on_step` after each step.
///
/// # Errors
/// Returns [`PlayerError::Cancelled`] if `cancel` was set, and a fault if the game cannot be
/// reviewed.
pub fn review_session<G: Reviewable>(
    session: &Session<G>,
    limits: &SearchLimits,
    cancel: &CancelToken,
    on_step: &mut dyn FnMut(StepReview<G::Action, G::Reason>),
) -> Result<(), PlayerError> {
    let mut reviewer = G::reviewer(&session.header().setup, limits).map_err(PlayerError::Fault)?;
    let mut session = session.clone();
    let lines = session.lines().to_vec();
    let mut next_verdicts: Vec<GameVerdict<G>> = Vec::new();
    for line in reviewable_lines(&lines).rev() {
        session.go_to(line);
        let mut verdicts = Vec::new();
        for &decision in decisions(&lines[line]) {
            let seed = session.header().seed;
            let context = ThinkContext::new(limits.budget, seed, decision.0, line)
                .with_cancel(cancel.clone());
            let input = ReviewInput::of(&session, decision, &next_verdicts);
            let mut verdict = reviewer.assess(&input, &context)?;
            reasons::explain::<G>(&mut verdict, &input.observation);
            verdicts.push(verdict);
        }
        next_verdicts.clone_from(&verdicts);
        on_step(StepReview { line, verdicts });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        GameKind,
        play::{
            Budget, ChoiceTime, Fault, FaultKind, GameInfo, RecordHeader, StepMarks,
            choose_checked, find_player,
        },
        with_game,
    };

    const TILES: ReviewMeasure = ReviewMeasure {
        scale: ReviewScale::Lead,
        unit: "tiles",
        description: "",
        digits: 1,
        min_cost: 0.5,
        costly: CostThresholds { exact: 2.0, estimated: 2.0 },
    };
    const CARDS: ReviewMeasure = ReviewMeasure { unit: "cards", digits: 2, ..TILES };
    const PROBABILITY: ReviewMeasure =
        ReviewMeasure { scale: ReviewScale::WinProbability, unit: "%", ..TILES };
    const POINTS: ReviewMeasure =
        ReviewMeasure { scale: ReviewScale::Penalty, unit: "points", ..TILES };

    #[test]
    fn values_and_costs_have_no_superfluous_digits() {
        for (measure, value, formatted, cost) in [
            (TILES, 6.0, "+6", "6 tiles"),
            (TILES, -2.25, "-2.2", "-2.2 tiles"),
            (TILES, 0.5, "+0.5", "0.5 tiles"),
            (TILES, 1.0, "+1", "1 tile"),
            (TILES, -0.001, "0", "0 tiles"),
            (CARDS, 0.416, "+0.42", "0.42 cards"),
            (TILES, 20.0, "+20", "20 tiles"),
            (PROBABILITY, 0.634, "63%", "63%"),
            (POINTS, -10.0, "10", "-10 points"),
            (POINTS, -0.01, "0", "0 points"),
            (POINTS, -5.34, "5.3", "-5.3 points"),
        ] {
            assert_eq!(
                (measure.format_value(value).as_str(), measure.format_cost(value).as_str()),
                (formatted, cost),
                "{value}"
            );
        }
    }

    #[test]
    fn a_change_has_a_sign_and_two_significant_digits() {
        for (measure, cost, formatted) in [
            (TILES, 6.0, "-6"),
            (TILES, 3.08, "-3.1"),
            (TILES, 12.6, "-13"),
            (CARDS, 1.333, "-1.3"),
            (ReviewMeasure { digits: 0, ..PROBABILITY }, 0.074, "-7%"),
            (POINTS, 1.25, "+1.2"),
        ] {
            assert_eq!(measure.format_change(cost), formatted);
        }
    }

    #[test]
    fn probabilities_are_converted_to_per_cent() {
        assert!(
            (PROBABILITY.in_units(0.25) - 25.0).abs() < 1e-9
                && (TILES.in_units(0.25) - 0.25).abs() < 1e-9
        );
    }

    #[test]
    fn a_value_changes_perspective_in_a_zero_sum_game() {
        let [one, other] = [0, 1].map(Seat::new);
        assert_eq!(TILES.change_perspective(6.0, one, one), Some(6.0));
        assert_eq!(TILES.change_perspective(6.0, one, other), Some(-6.0));
        assert_eq!(PROBABILITY.change_perspective(0.25, one, other), Some(0.75));
        assert_eq!(POINTS.change_perspective(-3.0, one, other), None);
        assert_eq!(POINTS.change_perspective(-3.0, other, other), Some(-3.0));
    }

    #[test]
    fn replacements_late_choices_and_resignations_are_not_reviewed() {
        let seats = [0, 1].map(Seat::new);
        let step = |faults| RecordLine::Step {
            moves: vec![(seats[0], 'a'), (seats[1], 'b')],
            faults,
            marks: StepMarks::default(),
            times: Vec::new(),
            notes: Vec::new(),
        };
        let fault = |seat| Fault {
            seat,
            description: "nonsense".to_owned(),
            fine: 0,
            kind: FaultKind::Illegal,
        };
        let reviewed = |line: &RecordLine<char>| {
            decisions(line).map(|(_, action)| *action).collect::<String>()
        };
        assert_eq!(reviewed(&step(Vec::new())), "ab");
        assert_eq!(reviewed(&step(vec![fault(seats[0])])), "b");
        assert_eq!(reviewed(&RecordLine::Resign(seats[0])), "");
        let RecordLine::Step { moves, faults, marks, notes, .. } = step(Vec::new()) else {
            return;
        };
        let late = ChoiceTime { seat: seats[0], ms: 20_000, late: true };
        let in_time = ChoiceTime { seat: seats[1], ms: 20, late: false };
        let times = vec![late, in_time];
        assert_eq!(reviewed(&RecordLine::Step { moves, faults, marks, times, notes }), "b");
        let lines = [
            step(Vec::new()),
            RecordLine::Resign(seats[0]),
            step(seats.map(fault).to_vec()),
            step(Vec::new()),
        ];
        assert_eq!(reviewable_lines(&lines).collect::<Vec<_>>(), [0, 3]);
    }

    fn review_whole_game<G: GameInfo + Reviewable>() {
        let setup = G::deal_seeded(G::default_size(), 3).unwrap();
        let player = G::LEVELS[0].player;
        let players = vec![player.to_owned(); G::SEAT_NAMES.len()];
        let mut session = Session::<G>::new(RecordHeader { setup, players, seed: 3, clock: None });
        while session.outcome().is_none() {
            for seat in session.awaited().iter() {
                let mut player = find_player::<G>(player).unwrap();
                let context = ThinkContext::new(Budget::Nodes(1), 3, seat, session.lines().len());
                let (action, _) =
                    choose_checked(player.as_mut(), session.game(), seat, &context).unwrap();
                session.choose(seat, action).unwrap();
            }
        }
        let mut steps = Vec::new();
        let limits = SearchLimits::new(Budget::Nodes(300));
        review_session(&session, &limits, &CancelToken::default(), &mut |step| steps.push(step))
            .unwrap();
        assert_eq!(steps.len(), reviewable_lines(session.lines()).count(), "{}", G::KEY);
        for verdict in steps.iter().flat_map(|step| &step.verdicts) {
            assert!(verdict.better != Some(verdict.played), "{} {verdict:?}", G::KEY);
            let is_finite = |value: Option<f64>| value.is_none_or(f64::is_finite);
            assert!(
                is_finite(verdict.value)
                    && is_finite(verdict.cost)
                    && verdict.cost.is_none_or(|cost| cost >= 0.0)
            );
        }
        assert!(session.game().final_value(Seat::new(0)).is_some());
    }

    #[test]
    fn every_game_is_reviewed_from_its_end_to_its_start() {
        for kind in GameKind::ALL {
            with_game!(kind, G => review_whole_game::<G>());
        }
    }
}
