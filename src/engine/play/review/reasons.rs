//! Reasons: why an action is good or costly, as data that is checked on the position.

use std::fmt::Debug;

use super::GameVerdict;
use crate::play::{Advice, Game, Seat};

/// What is known about the values of a seat's actions, on the scale of the game's
/// [`Measure`](super::Measure).
#[derive(Clone, Debug, PartialEq)]
pub struct Values<A> {
    /// The value of the best action for the seat, if it is known.
    pub best: Option<f64>,
    /// How much worse the explained action is, if that is known.
    pub cost: Option<f64>,
    /// Whether both are exact, not estimates.
    pub exact: bool,
    /// The weight of each action that was considered, as in [`Advice::weights`].
    pub weights: Vec<(A, f64)>,
    /// What the opponent should choose at the same time, as in [`Advice::replies`].
    pub replies: Vec<(A, f64)>,
    /// The action with which a good one is to be compared, and how much worse it is.
    pub instead: Option<(A, f64)>,
}

// Not derived: an action needs no default.
impl<A> Default for Values<A> {
    fn default() -> Self {
        Self {
            best: None,
            cost: None,
            exact: false,
            weights: Vec::new(),
            replies: Vec::new(),
            instead: None,
        }
    }
}

/// A game whose actions can be explained.
pub trait Explainable: Game {
    /// Why an action is good or costly: a kind with its cells, cards and counts.
    ///
    /// Whatever a reason says holds on the position that the seat sees. What it says about the
    /// moves to come holds for every line of play, or on the line of a search to the end.
    type Reason: Clone + Debug + PartialEq + Send + 'static;

    /// Returns what speaks for an action of a seat or, if a `better` one is given, what makes the
    /// action costly: the best-supported reason first, and none if none applies.
    ///
    /// The reasons depend only on what the seat could know and on the values.
    fn reasons(
        observation: &Self::Observation,
        seat: Seat,
        action: Self::Action,
        better: Option<Self::Action>,
        values: &Values<Self::Action>,
    ) -> Vec<Self::Reason> {
        let _ = (observation, seat, action, better, values);
        Vec::new()
    }
}

impl<A: Clone> Advice<A> {
    /// Returns what the player knows about the values.
    pub fn values(&self) -> Values<A> {
        Values {
            best: self.value,
            cost: Some(0.0),
            exact: self.exact,
            weights: self.weights.clone(),
            replies: self.replies.clone(),
            instead: None,
        }
    }
}

/// Adds the reasons to a verdict on an action that was taken with this knowledge. A reviewer need
/// not do this.
pub fn explain<G: Explainable>(verdict: &mut GameVerdict<G>, observation: &G::Observation) {
    let (seat, played) = (verdict.seat, verdict.played);
    let values = Values {
        best: verdict.value,
        cost: verdict.cost,
        exact: verdict.exact,
        weights: verdict.weights.clone(),
        replies: verdict.replies.clone(),
        instead: verdict.better.map(|better| (better, 0.0)),
    };
    verdict.reasons = G::reasons(observation, seat, played, verdict.better, &values);
    let Some(better) = verdict.better else { return };
    let own = G::reasons(observation, seat, played, None, &values);
    let instead = verdict.cost.map(|cost| (played, cost));
    let values = Values { cost: Some(0.0), instead, ..values };
    verdict.merits = G::reasons(observation, seat, better, None, &values);
    verdict.merits.retain(|merit| !own.contains(merit));
}
