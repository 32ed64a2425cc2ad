//! Counts positions against the budget and against a limit of the player's own.

use crate::play::{Budget, Meter, SearchStop, ThinkContext};

/// A [`Meter`] with a second limit.
#[derive(Debug)]
pub struct Counter {
    meter: Meter,
    limit: u64,
}

/// Positions that a search by time is taken to look at in a second, where something must be planned
/// for them.
const A_SECOND: u64 = 16_000_000;

impl Counter {
    /// For this decision, with at most `limit` positions.
    pub fn new(think: &ThinkContext, limit: u64) -> Self {
        Self { meter: think.meter(), limit }
    }

    /// About how many positions this decision will look at.
    pub fn expected(think: &ThinkContext, limit: u64) -> u64 {
        let budget = match think.budget() {
            Budget::Nodes(nodes) => nodes,
            Budget::Time(time) => {
                u64::try_from(time.as_millis()).unwrap_or(u64::MAX).saturating_mul(A_SECOND / 1000)
            }
        };
        budget.min(limit)
    }

    /// Counts a position.
    ///
    /// # Errors
    /// [`SearchStop`] when the search must end.
    #[inline]
    pub fn tick(&mut self) -> Result<(), SearchStop> {
        self.add(1)
    }

    /// Counts positions that were looked at in one go.
    ///
    /// # Errors
    /// [`SearchStop`] when the search must end.
    #[inline]
    pub fn add(&mut self, nodes: u64) -> Result<(), SearchStop> {
        if self.meter.nodes() >= self.limit {
            Err(SearchStop::Spent)
        } else {
            self.meter.add(nodes)
        }
    }

    /// Looks whether it was asked to stop, for work that is done even when the budget is used up.
    ///
    /// # Errors
    /// [`SearchStop::Cancelled`] only.
    pub fn look_if_cancelled(&self) -> Result<(), SearchStop> {
        match self.meter.check() {
            Err(SearchStop::Cancelled) => Err(SearchStop::Cancelled),
            Ok(()) | Err(SearchStop::Spent) => Ok(()),
        }
    }

    /// Whether the time is over or the positions are used up, looked at now.
    pub fn is_spent(&self) -> bool {
        self.meter.nodes() >= self.limit || self.meter.check().is_err()
    }

    /// One with the same limits for a thread that helps: it begins to count anew.
    pub fn another(&self) -> Self {
        Self { meter: self.meter.fork(), limit: self.limit }
    }

    /// Takes over what another one counted.
    pub fn include(&mut self, other: &Self) {
        // Whether there is room for what comes next will be asked then.
        let _ = self.meter.add(other.nodes());
    }

    /// Positions counted so far.
    pub fn nodes(&self) -> u64 {
        self.meter.nodes()
    }
}
