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
    /// The action that a review compares with, and its cost: the better one or, for the merits of
    /// that one, the one that was played.
    pub compared: Option<(A, f64)>,
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
            compared: None,
        }
    }
}

/// A game whose actions can be explained.
pub trait Explainable: Game {
    /// A reason why an action is good or costly, with its cells, cards and counts.
    ///
    /// It is true of the position that the seat sees. A claim about later moves is true in every
    /// line of play, or in the line of a search to the end.
    type Reason: Clone + Debug + PartialEq + Send + 'static;

    /// Returns the merits of an action or, if a `better` one is given, the reasons why it is
    /// costly: the best-supported one first, possibly none. They depend only on the observation and
    /// the values.
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
    /// The advice as the input of [`Explainable::reasons`].
    pub fn values(&self) -> ActionValues<A> {
        ActionValues {
            best: self.value,
            cost: Some(0.0),
            exact: self.exact,
            considered: self.considered.clone(),
            replies: self.replies.clone(),
            compared: None,
        }
    }
}

/// Fills in the reasons and merits of a verdict. `observation` is the seat's before its decision.
pub fn explain<G: Explainable>(verdict: &mut GameVerdict<G>, observation: &G::Observation) {
    let (seat, played) = (verdict.seat, verdict.played);
    let values = ActionValues {
        best: verdict.value,
        cost: verdict.cost,
        exact: verdict.exact,
        considered: verdict.considered.clone(),
        replies: verdict.replies.clone(),
        compared: verdict.better.map(|better| (better, 0.0)),
    };
    verdict.reasons = G::reasons(observation, seat, played, verdict.better, &values);
    let Some(better) = verdict.better else { return };
    let merits_of_played = G::reasons(observation, seat, played, None, &values);
    let compared = verdict.cost.map(|cost| (played, cost));
    let values = ActionValues { cost: Some(0.0), compared, ..values };
    verdict.merits = G::reasons(observation, seat, better, None, &values);
    verdict.merits.retain(|merit| !merits_of_played.contains(merit));
}
