//! How much may be spent on solving.

use std::time::Duration;

use crate::play::{Budget, Meter, SearchStop, ThinkContext};

/// A share of a decision's budget, counted in positions solved.
#[derive(Debug)]
pub struct Effort<'a> {
    think: &'a ThinkContext,
    meter: Meter,
    nodes: u64,
    time: Duration,
}

/// Positions between two words about how far it has come.
const STRIDE: u64 = 4096;

impl<'a> Effort<'a> {
    /// One part of so many of the budget.
    pub fn share(think: &'a ThinkContext, parts: u32) -> Self {
        let (nodes, time) = match think.budget() {
            Budget::Nodes(nodes) => (nodes / u64::from(parts), Duration::MAX),
            Budget::Time(time) => (u64::MAX, time / parts),
        };
        Self { think, meter: think.meter(), nodes, time }
    }

    /// The whole budget.
    pub fn whole(think: &'a ThinkContext) -> Self {
        Self::share(think, 1)
    }

    /// Counts a position.
    ///
    /// # Errors
    /// [`SearchStop`] when the solving must end.
    pub fn tick(&mut self) -> Result<(), SearchStop> {
        self.meter.tick()?;
        if self.meter.nodes() > self.nodes {
            return Err(SearchStop::Spent);
        }
        if self.meter.nodes().is_multiple_of(STRIDE) {
            self.think.report(|| format!("{} k positions solved", self.meter.nodes() / 1000));
        }
        // A position takes some ten microseconds or more: the look costs little beside that.
        self.look()
    }

    /// Looks at the clock and the flag.
    ///
    /// # Errors
    /// [`SearchStop`] when the solving must end.
    pub fn look(&self) -> Result<(), SearchStop> {
        self.meter.check()?;
        if self.time < Duration::MAX && self.think.elapsed() >= self.time {
            Err(SearchStop::Spent)
        } else {
            Ok(())
        }
    }

    /// Positions solved so far.
    pub fn nodes(&self) -> u64 {
        self.meter.nodes()
    }
}
