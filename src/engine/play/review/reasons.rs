//! Reasons why an action is good or costly, as data that is checked on the position.

use std::fmt::Debug;

use super::GameVerdict;
use crate::play::{Advice, Game, Seat};

/// The known values of a seat's actions on the scale of the game's
/// [`ReviewMeasure`](super::ReviewMeasure).
#[derive(Clone, Debug, PartialEq)]
pub struct ActionValues<A> {
    /// The value of the best action, if known.
    pub best: Option<f64>,
    /// The cost of the explained action, if known.
    pub cost: Option<f64>,
    /// Whether both are exact, not estimates.
    pub exact: bool,
    /// The considered actions; see [`Advice::considered`].
    pub considered: Vec<(A, f64)>,
    /// The opponent's best mixed strategy; see [`Advice::replies`].
    pub replies: Vec<(A, f64)>,
    /// The action to compare a good one with, and its cost.
    pub instead: Option<(A, f64)>,
}

// Not derived, because that would need `A: Default`.
impl<A> Default for ActionValues<A> {
    fn default() -> Self {
        Self {
            best: None,
            cost: None,
            exact: false,
            considered: Vec::new(),
            replies: Vec::new(),
            instead: None,
        }
    }
}

/// A game whose actions can be explained.
pub trait Explainable: Game {
    /// Why an action is good or costly: a kind with its cells, cards and counts.
    ///
    /// A reason is true of the position that the seat sees. A claim about later moves is true in
    /// every line of play, or in the line of a search to the end.
    type Reason: Clone + Debug + PartialEq + Send + 'static;

    /// Returns what speaks for an action or, if a `better` one is given, what makes it costly: the
    /// best-supported reason first, possibly none. Reasons depend only on the observation and the
    /// values.
    fn reasons(
        observation: &Self::Observation,
        seat: Seat,
        action: Self::Action,
        better: Option<Self::Action>,
        values: &ActionValues<Self::Action>,
    ) -> Vec<Self::Reason> {
        let _ = (observation, seat, action, better, values);
        Vec::new()
    }
}

impl<A: Clone> Advice<A> {
    /// The values that the player knows.
    pub fn values(&self) -> ActionValues<A> {
        ActionValues {
            best: self.value,
            cost: Some(0.0),
            exact: self.exact,
            considered: self.considered.clone(),
            replies: self.replies.clone(),
            instead: None,
        }
    }
}

/// Fills in the reasons of a verdict. `observation` is that of the seat before its decision.
pub fn explain<G: Explainable>(verdict: &mut GameVerdict<G>, observation: &G::Observation) {
    let (seat, played) = (verdict.seat, verdict.played);
    let values = ActionValues {
        best: verdict.value,
        cost: verdict.cost,
        exact: verdict.exact,
        considered: verdict.considered.clone(),
        replies: verdict.replies.clone(),
        instead: verdict.better.map(|better| (better, 0.0)),
    };
    verdict.reasons = G::reasons(observation, seat, played, verdict.better, &values);
    let Some(better) = verdict.better else { return };
    let own = G::reasons(observation, seat, played, None, &values);
    let instead = verdict.cost.map(|cost| (played, cost));
    let values = ActionValues { cost: Some(0.0), instead, ..values };
    verdict.merits = G::reasons(observation, seat, better, None, &values);
    verdict.merits.retain(|merit| !own.contains(merit));
}
