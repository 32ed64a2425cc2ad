//! The time management of a search, which ends earlier if the choice is clear and later if it is in
//! doubt.

use std::time::Duration;

use crate::play::{Budget, ThinkContext};

/// If the choice is clear, no iteration begins after this part of the budget, in per cent: it could
/// hardly end in time.
const START_PERCENT: u32 = 60;
/// If the choice is clear, an iteration is stopped after this part of the budget, in per cent.
const STOP_PERCENT: u32 = 130;
/// A search may end with an easy move after this part of the budget, in per cent.
const MIN_EASY_PERCENT: u32 = 10;
/// An easy move has been the best for this many further iterations.
const MIN_EASY_ITERATIONS: u32 = 3;
/// The minimum depth of a search that ends with an easy move, in plies.
const MIN_EASY_DEPTH: u32 = 9;
/// The extra time after an iteration that changed the best move, in per cent of the budget. It
/// halves with each further iteration.
const CHANGE_PERCENT: u32 = 80;
/// The extra time for each tile by which the score fell, and its maximum, in per cent of the
/// budget.
const DROP_PERCENT: u32 = 25;
const MAX_DROP_PERCENT: u32 = 100;

/// Decides after each iteration whether another one begins.
#[derive(Debug)]
pub(super) struct TimeManager {
    budget: Duration,
    reserve: Duration,
    best: Option<u32>,
    /// The number of iterations since the best move changed.
    unchanged: u32,
    /// The last scores of an even and of an odd depth, which differ, in hundredths of a tile.
    scores: [Option<i32>; 2],
    /// The extra time because the choice is in doubt, in per cent.
    extra_percent: u32,
}

impl TimeManager {
    /// Returns `None` if the budget is not a time.
    pub fn new(context: &ThinkContext) -> Option<Self> {
        let Budget::Time(budget) = context.budget() else { return None };
        let reserve = context.reserve();
        Some(Self {
            budget,
            reserve,
            best: None,
            unchanged: 0,
            scores: [None; 2],
            extra_percent: 0,
        })
    }

    /// Takes the best move's index and its score, in hundredths of a tile, after an iteration.
    pub fn record_iteration(&mut self, depth: u32, best: Option<u32>, score: i32) {
        self.unchanged = if self.best == best { self.unchanged + 1 } else { 0 };
        self.best = best;
        let last = self.scores[depth as usize % 2].replace(score).unwrap_or(score);
        let loss = (last - score).max(0).cast_unsigned();
        let change = CHANGE_PERCENT.checked_shr(self.unchanged).unwrap_or(0);
        self.extra_percent = change + (DROP_PERCENT * loss / 100).min(MAX_DROP_PERCENT);
    }

    /// The time after which the search ends in any case.
    pub fn hard_limit(&self) -> Duration {
        self.budget + self.reserve
    }

    /// The time after which the next iteration is stopped.
    pub fn iteration_limit(&self) -> Duration {
        self.extended(STOP_PERCENT)
    }

    /// Returns whether another iteration should begin. Without a reserve it always does, to use the
    /// whole budget.
    pub fn allows_iteration(&self, elapsed: Duration) -> bool {
        self.reserve.is_zero() || elapsed < self.extended(START_PERCENT)
    }

    /// Returns whether to test if the best move is an easy one: far better than all others.
    pub fn may_be_easy(&self, depth: u32, elapsed: Duration) -> bool {
        self.unchanged >= MIN_EASY_ITERATIONS
            && depth >= MIN_EASY_DEPTH
            && elapsed >= self.budget * MIN_EASY_PERCENT / 100
    }

    /// Returns this part of the budget, extended if the choice is in doubt.
    fn extended(&self, percent: u32) -> Duration {
        let percent = percent * (100 + self.extra_percent) / 100;
        (self.budget * percent / 100).min(self.hard_limit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Seat;

    const SECOND: Duration = Duration::from_secs(1);

    /// Returns the time manager of a decision with a budget of a second and this reserve.
    fn time_manager(reserve: Duration) -> TimeManager {
        let context = ThinkContext::new(Budget::Time(SECOND), 1, Seat::new(0), 0);
        TimeManager::new(&context.with_reserve(reserve)).expect("a budget of time")
    }

    #[test]
    fn a_budget_of_nodes_needs_no_time_management() {
        let context = ThinkContext::new(Budget::Nodes(1), 1, Seat::new(0), 0);
        assert!(TimeManager::new(&context.with_reserve(SECOND)).is_none());
    }

    #[test]
    fn without_a_reserve_the_budget_is_used_and_never_exceeded() {
        let mut time = time_manager(Duration::ZERO);
        for (depth, best, score) in [(1, 5, 300), (2, 6, -300), (3, 7, -900), (4, 7, -1200)] {
            time.record_iteration(depth, Some(best), score);
            assert_eq!((time.iteration_limit(), time.hard_limit()), (SECOND, SECOND));
            assert!(time.allows_iteration(SECOND));
        }
    }

    #[test]
    fn doubts_prolong_the_search_up_to_the_reserve() {
        let mut time = time_manager(SECOND);
        for depth in 1..20 {
            time.record_iteration(depth, Some(5), 100);
        }
        let clear = time.iteration_limit();
        assert!(clear > SECOND && clear < 2 * SECOND);
        assert!(time.allows_iteration(SECOND / 2) && !time.allows_iteration(SECOND));
        time.record_iteration(20, Some(6), 100);
        assert!(time.allows_iteration(SECOND), "the best move has changed");
        assert_eq!(time.iteration_limit(), time.hard_limit());
        time.record_iteration(21, Some(6), 100);
        let after_a_change = time.iteration_limit();
        assert!(after_a_change > clear);
        for depth in 22..40 {
            time.record_iteration(depth, Some(6), 100);
        }
        assert_eq!(time.iteration_limit(), clear);
        time.record_iteration(40, Some(6), -300);
        assert!(time.allows_iteration(SECOND), "the score has dropped");
        assert_eq!(time.iteration_limit(), time.hard_limit());
    }

    #[test]
    fn only_a_lasting_choice_may_be_easy() {
        let mut time = time_manager(SECOND);
        for depth in 1..MIN_EASY_DEPTH {
            time.record_iteration(depth, Some(5), 100);
            assert!(!time.may_be_easy(depth, SECOND));
        }
        time.record_iteration(MIN_EASY_DEPTH, Some(5), 100);
        assert!(time.may_be_easy(MIN_EASY_DEPTH, SECOND));
        assert!(!time.may_be_easy(MIN_EASY_DEPTH, SECOND / 100));
        time.record_iteration(MIN_EASY_DEPTH + 1, Some(6), 100);
        assert!(!time.may_be_easy(MIN_EASY_DEPTH + 1, SECOND));
    }
}
