//! The budget for solving a position.

use std::time::Duration;

use crate::play::{Budget, Meter, SearchStop, ThinkContext};

/// A share of a decision's budget. A budget of nodes is counted in solved positions.
#[derive(Debug)]
pub struct SolveBudget<'a> {
    context: &'a ThinkContext,
    meter: Meter,
    max_nodes: u64,
    max_time: Duration,
}

const REPORT_INTERVAL: u64 = 4096;

impl<'a> SolveBudget<'a> {
    /// One of this many equal parts of the whole budget.
    pub fn share(context: &'a ThinkContext, parts: u32) -> Self {
        let (max_nodes, max_time) = match context.budget() {
            Budget::Nodes(nodes) => (nodes / u64::from(parts), Duration::MAX),
            Budget::Time(time) => (u64::MAX, time / parts),
        };
        Self { context, meter: context.meter(), max_nodes, max_time }
    }

    /// The whole budget of a decision.
    pub fn whole(context: &'a ThinkContext) -> Self {
        Self::share(context, 1)
    }

    /// Counts a solved position.
    ///
    /// # Errors
    /// Returns [`SearchStop`] if the budget is spent or the search was cancelled.
    pub fn count_position(&mut self) -> Result<(), SearchStop> {
        self.meter.tick()?;
        if self.meter.nodes() > self.max_nodes {
            return Err(SearchStop::Spent);
        }
        if self.meter.nodes().is_multiple_of(REPORT_INTERVAL) {
            self.context.report(|| format!("{} k positions solved", self.meter.nodes() / 1000));
        }
        // Solving a position takes ten microseconds or more, much longer than this check.
        self.check()
    }

    /// Checks the clock and the cancel flag.
    ///
    /// # Errors
    /// Returns [`SearchStop`] if the time is spent or the search was cancelled.
    pub fn check(&self) -> Result<(), SearchStop> {
        self.meter.check()?;
        if self.max_time < Duration::MAX && self.context.elapsed() >= self.max_time {
            Err(SearchStop::Spent)
        } else {
            Ok(())
        }
    }

    /// The number of positions solved so far.
    pub fn nodes(&self) -> u64 {
        self.meter.nodes()
    }
}
