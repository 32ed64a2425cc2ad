//! Counts searched positions (nodes) against the budget and a second limit.

use std::time::Duration;

use crate::play::{Budget, CancelToken, Meter, SearchStop, Seat, ThinkContext};

/// Nodes per second that a search is expected to visit when its budget is a time. This sizes the
/// transposition table and decides which endgames are worth solving.
const EXPECTED_NODES_PER_SECOND: u64 = 16_000_000;

/// A [`Meter`] with an additional limit of nodes.
#[derive(Debug)]
pub struct NodeCounter {
    meter: Meter,
    limit: u64,
}

impl NodeCounter {
    /// Returns a counter for this decision, with at most `limit` nodes.
    pub fn new(context: &ThinkContext, limit: u64) -> Self {
        Self { meter: context.meter(), limit }
    }

    /// Returns a counter without any limit.
    pub fn unlimited() -> Self {
        let context = ThinkContext::new(Budget::Nodes(u64::MAX), 0, Seat::new(0), 0);
        Self::new(&context, u64::MAX)
    }

    /// The approximate number of nodes that a decision with at most `limit` nodes will search.
    pub fn expected_nodes(context: &ThinkContext, limit: u64) -> u64 {
        let budget = match context.budget() {
            Budget::Nodes(nodes) => nodes,
            Budget::Time(time) => u64::try_from(time.as_millis())
                .unwrap_or(u64::MAX)
                .saturating_mul(EXPECTED_NODES_PER_SECOND / 1000),
        };
        budget.min(limit)
    }

    /// Counts a node.
    ///
    /// # Errors
    /// Returns a [`SearchStop`] if the search must end.
    #[inline]
    pub fn tick(&mut self) -> Result<(), SearchStop> {
        self.add(1)
    }

    /// Counts nodes that were searched together. The last ones may exceed the limit.
    ///
    /// # Errors
    /// Returns a [`SearchStop`] if the search must end.
    #[inline]
    pub fn add(&mut self, nodes: u64) -> Result<(), SearchStop> {
        if self.meter.nodes() >= self.limit {
            Err(SearchStop::Spent)
        } else {
            self.meter.add(nodes)
        }
    }

    /// Ends the search this long after it began, instead of when a budget of time is spent.
    pub fn set_time_limit(&mut self, time: Duration) {
        self.meter.set_time_limit(time);
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.meter.elapsed()
    }

    /// Checks whether the search was cancelled. A spent budget is not an error: this is for work
    /// that must be done even then.
    ///
    /// # Errors
    /// Returns [`SearchStop::Cancelled`] if the search was cancelled.
    pub fn check_cancelled(&self) -> Result<(), SearchStop> {
        match self.meter.check() {
            Err(SearchStop::Cancelled) => Err(SearchStop::Cancelled),
            Ok(()) | Err(SearchStop::Spent) => Ok(()),
        }
    }

    /// Checks the clock and returns whether the budget or the limit is spent, or the search was
    /// cancelled.
    pub fn is_spent(&self) -> bool {
        self.meter.nodes() >= self.limit || self.meter.check().is_err()
    }

    /// Returns a counter with the same limits for a helper thread. It starts at 0.
    pub fn for_helper(&self) -> Self {
        Self { meter: self.meter.fork(), limit: self.limit }
    }

    /// Returns a counter for a helper thread that searches until `cancel` is set.
    pub fn unlimited_for_helper(&self, cancel: CancelToken) -> Self {
        Self { meter: self.meter.unlimited(cancel), limit: u64::MAX }
    }

    /// Adds the nodes that a helper has counted.
    pub fn add_helper(&mut self, helper: &Self) {
        // If this exceeds the budget, counting the next node reports it.
        let _ = self.meter.add(helper.nodes());
    }

    /// Returns the number of nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.meter.nodes()
    }
}
