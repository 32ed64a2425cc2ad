//! The review of a recorded game: what the strongest players say of each choice.
//!
//! A game brings its part with [`Reviewable`]; [`review`] goes through the steps from the last to the
//! first, as what came of a choice helps to judge it. Who judges is told what the seat could know
//! then, and never more.

use super::ArcadeGame;
use crate::play::{
    CancelToken, Game, PlayerError, RecordLine, SearchLimits, Seat, Seats, Session, ThinkContext,
};

/// What values are, and how they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// How far one is ahead of the other at the end.
    Ahead,
    /// The chance of winning, from 0 to 1.
    Chance,
    /// What one has to bear at the end, below zero: the more the worse.
    Burden,
}

/// What a game's reviewer measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// What the values are.
    pub scale: Scale,
    /// What is counted: `tiles`.
    pub unit: &'static str,
    /// What a value says: `tiles ahead at the end`.
    pub words: &'static str,
    /// So many digits of an estimate say something.
    pub digits: usize,
    /// What costs less is not worth a word.
    pub least: f64,
}

impl Measure {
    /// A value as it is written: `+6`, `+2.3`, `63 %`, `5.3`.
    pub fn shown(&self, value: f64) -> String {
        match self.scale {
            Scale::Ahead => match self.number(value) {
                number if number == "0" || number.starts_with('-') => number,
                number => format!("+{number}"),
            },
            Scale::Chance => format!("{:.0} %", 100.0 * value),
            Scale::Burden => self.number(-value),
        }
    }

    /// A cost as it is written, with its unit: `8 tiles`, `12 %`.
    pub fn cost(&self, cost: f64) -> String {
        format!("{} {}", self.bare_cost(cost), self.unit)
    }

    /// The same without its unit.
    pub fn bare_cost(&self, cost: f64) -> String {
        match self.scale {
            Scale::Chance => format!("{:.0}", 100.0 * cost),
            Scale::Ahead | Scale::Burden => self.number(cost),
        }
    }

    /// A value or a cost as a number of its units.
    pub fn in_units(&self, value: f64) -> f64 {
        if self.scale == Scale::Chance { 100.0 * value } else { value }
    }

    /// With the digits that say something, but no zeros at the end of a fraction.
    fn number(&self, number: f64) -> String {
        let digits = format!("{number:.*}", self.digits);
        let trimmed = if digits.contains('.') {
            digits.trim_end_matches('0').trim_end_matches('.')
        } else {
            &digits
        };
        if trimmed == "-0" { "0".to_owned() } else { trimmed.to_owned() }
    }

    /// What a value of one seat means for another; nothing if it says nothing about that one.
    pub fn seen_from(&self, value: f64, of: Seat, by: Seat) -> Option<f64> {
        match self.scale {
            _ if of == by => Some(value),
            Scale::Ahead => Some(-value),
            Scale::Chance => Some(1.0 - value),
            Scale::Burden => None,
        }
    }
}

/// What is said of a choice. Values are for the seat that chose, larger ones better.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict<A> {
    /// Whose choice it was.
    pub seat: Seat,
    /// What was chosen.
    pub played: A,
    /// How the seat stood before it, with best play; nothing if that was not looked at.
    pub value: Option<f64>,
    /// What would have been better; nothing where nothing would.
    pub better: Option<A>,
    /// By how much the choice was worse than the best one; nothing if that can't be said.
    pub cost: Option<f64>,
    /// Whether both are certain, not estimates.
    pub exact: bool,
    /// More about it, in a few words.
    pub words: Option<String>,
}

impl<A> Verdict<A> {
    /// Of a choice as good as any.
    pub fn good(seat: Seat, played: A, value: Option<f64>, exact: bool) -> Self {
        Self { seat, played, value, better: None, cost: Some(0.0), exact, words: None }
    }
}

/// A choice that is to be judged.
#[derive(Debug)]
pub struct ReviewInput<'a, G: Game> {
    /// Who chose.
    pub seat: Seat,
    /// What was chosen.
    pub action: G::Action,
    /// What the seat could know then.
    pub seen: G::Observation,
    /// Each seat's score then, which everybody knows.
    pub scores: Vec<i32>,
    /// What was said of the step after this, as far as it was judged.
    pub later: &'a [Verdict<G::Action>],
}

/// Judges the choices of a game.
pub trait Reviewer<G: Game>: Send {
    /// Says what it thinks of a choice.
    ///
    /// # Errors
    /// [`PlayerError`] says why it says nothing.
    fn judge(
        &mut self,
        choice: &ReviewInput<G>,
        think: &ThinkContext,
    ) -> Result<Verdict<G::Action>, PlayerError>;
}

/// How a game stands, as far as that is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// What is to be expected for the first seat, as it is measured.
    pub value: f64,
    /// How the two seats will share what there is.
    pub shares: [u32; 2],
    /// Whether this is certain.
    pub exact: bool,
    /// How it was found, in a few words.
    pub words: String,
}

/// Says how a game stands, for a bar at the table.
pub trait LiveEvaluator<G: Game>: Send {
    /// Looks at a position as long as the budget allows; `tell` hears of each deeper result.
    fn evaluate(
        &mut self,
        seen: &G::Observation,
        think: &ThinkContext,
        tell: &mut dyn FnMut(Evaluation),
    );
}

/// A game's part of the review.
pub trait Reviewable: Game {
    /// What its reviewer measures.
    const MEASURE: Measure;
    /// Whether it looks ahead move by move, so that a depth means something.
    const DEEPENS: bool = false;

    /// Its reviewer.
    ///
    /// # Errors
    /// Says why games that start like this can't be reviewed.
    fn reviewer(
        setup: &Self::Setup,
        effort: &SearchLimits,
    ) -> Result<Box<dyn Reviewer<Self>>, String>;

    /// Who says how such a game stands while it is played, if anybody can; never where anything is
    /// hidden.
    fn evaluator(
        setup: &Self::Setup,
        effort: &SearchLimits,
    ) -> Option<Box<dyn LiveEvaluator<Self>>> {
        let _ = (setup, effort);
        None
    }

    /// How a seat stood at the end, as it is measured; nothing for a game that did not come to its
    /// end.
    fn final_value(&self, seat: Seat) -> Option<f64>;
}

/// What is said of all choices of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct StepReview<A> {
    /// The step: its place among the record's lines, from 0.
    pub line: usize,
    /// What is said of those who chose, in the order of the seats.
    pub verdicts: Vec<Verdict<A>>,
}

/// The places of the lines of a record that hold something to judge.
pub fn steps<A>(lines: &[RecordLine<A>]) -> impl DoubleEndedIterator<Item = usize> + '_ {
    lines.iter().enumerate().filter(|(_, line)| choices(line).next().is_some()).map(|(at, _)| at)
}

/// What was chosen in a line. What chance chose in the place of who broke the rules was nobody's
/// choice.
fn choices<A>(line: &RecordLine<A>) -> impl Iterator<Item = &(Seat, A)> {
    let (moves, faults) = match line {
        RecordLine::Step { moves, faults, .. } => (&moves[..], &faults[..]),
        RecordLine::Resign(_) => (&[][..], &[][..]),
    };
    moves.iter().filter(|(seat, _)| !faults.iter().any(|fault| fault.seat == *seat))
}

/// Judges a game as it stands, step by step from the end; `tell` hears of each step.
///
/// # Errors
/// [`PlayerError::Cancelled`] when it was asked to stop; a fault when there is nobody who could judge.
pub fn review<G: ArcadeGame>(
    session: &Session<G>,
    effort: &SearchLimits,
    cancel: &CancelToken,
    tell: &mut dyn FnMut(StepReview<G::Action>),
) -> Result<(), PlayerError> {
    let mut reviewer = G::reviewer(&session.header().setup, effort).map_err(PlayerError::Fault)?;
    let mut session = session.clone();
    let lines = session.lines().to_vec();
    let mut later: Vec<Verdict<G::Action>> = Vec::new();
    for line in steps(&lines).rev().collect::<Vec<_>>() {
        session.go_to(line);
        let game = session.game();
        let mut verdicts = Vec::new();
        for &(seat, action) in choices(&lines[line]) {
            let think = ThinkContext::new(effort.budget, session.header().seed, seat, line)
                .with_cancel(cancel.clone());
            let seen = game.observe(Seats::one(seat));
            let choice = ReviewInput { seat, action, seen, scores: game.scores(), later: &later };
            verdicts.push(reviewer.judge(&choice, &think)?);
        }
        later.clone_from(&verdicts);
        tell(StepReview { line, verdicts });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
