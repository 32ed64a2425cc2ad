//! The time management of a search: it ends earlier if the choice is clear, later if it is in
//! doubt.

use std::time::Duration;

use crate::play::{Budget, ThinkContext};

/// If the choice is clear, no iteration begins after this part of the budget, in per cent: it could
/// hardly end in time.
const START_PERCENT: u32 = 60;
/// If the choice is clear, an iteration is stopped after this part of the budget, in per cent.
const STOP_PERCENT: u32 = 130;
/// A search may end as settled after this part of the budget, in per cent.
const SETTLED_PERCENT: u32 = 10;
/// The best move of a settled choice has not changed for this many iterations.
const SETTLED_ITERATIONS: u32 = 3;
/// The minimum depth of the search of a settled choice, in plies.
const MIN_SETTLED_DEPTH: u32 = 9;
/// The extra time after an iteration that changed the best move, in per cent. It halves with each
/// further iteration.
const CHANGE_PERCENT: u32 = 80;
/// The extra time for each tile that the score fell, in per cent.
const DROP_PERCENT: u32 = 25;
const MAX_DROP_PERCENT: u32 = 100;

/// Decides after each iteration whether another one begins.
#[derive(Debug)]
pub(super) struct Pace {
    budget: Duration,
    reserve: Duration,
    best: Option<u32>,
    /// The number of iterations since the best move changed.
    unchanged: u32,
    /// The last scores of an even and of an odd depth, which differ.
    scores: [Option<i32>; 2],
    /// The extra time compared with a clear choice, in per cent.
    doubt: u32,
}

impl Pace {
    pub fn new(context: &ThinkContext) -> Option<Self> {
        let Budget::Time(budget) = context.budget() else { return None };
        let reserve = context.reserve();
        Some(Self { budget, reserve, best: None, unchanged: 0, scores: [None; 2], doubt: 0 })
    }

    /// Takes the best move's index and its score, in hundredths of a tile, after an iteration.
    pub fn note(&mut self, depth: u32, best: Option<u32>, score: i32) {
        self.unchanged = if self.best == best { self.unchanged + 1 } else { 0 };
        self.best = best;
        let last = self.scores[depth as usize % 2].replace(score).unwrap_or(score);
        let loss = (last - score).max(0).cast_unsigned();
        let change = CHANGE_PERCENT.checked_shr(self.unchanged).unwrap_or(0);
        self.doubt = change + (DROP_PERCENT * loss / 100).min(MAX_DROP_PERCENT);
    }

    pub fn longest(&self) -> Duration {
        self.budget + self.reserve
    }

    /// The time limit of the next iteration.
    pub fn time_limit(&self) -> Duration {
        self.part(STOP_PERCENT)
    }

    /// Returns whether another iteration should begin. Without a reserve it always does, to use the
    /// whole budget.
    pub fn allows_another(&self, elapsed: Duration) -> bool {
        self.reserve.is_zero() || elapsed < self.part(START_PERCENT)
    }

    /// Returns whether to test if the best move is far better than all others.
    pub fn may_be_settled(&self, depth: u32, elapsed: Duration) -> bool {
        self.unchanged >= SETTLED_ITERATIONS
            && depth >= MIN_SETTLED_DEPTH
            && elapsed >= self.budget * SETTLED_PERCENT / 100
    }

    /// Returns this part of the budget, more if the choice is in doubt.
    fn part(&self, percent: u32) -> Duration {
        let percent = percent * (100 + self.doubt) / 100;
        (self.budget * percent / 100).min(self.longest())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Seat;

    const SECOND: Duration = Duration::from_secs(1);

    /// Returns the pace of a decision with a budget of a second and this reserve.
    fn pace(reserve: Duration) -> Pace {
        let context = ThinkContext::new(Budget::Time(SECOND), 1, Seat::new(0), 0);
        Pace::new(&context.with_reserve(reserve)).expect("a budget of time")
    }

    #[test]
    fn a_budget_of_nodes_has_no_pace() {
        let context = ThinkContext::new(Budget::Nodes(1), 1, Seat::new(0), 0);
        assert!(Pace::new(&context.with_reserve(SECOND)).is_none());
    }

    #[test]
    fn without_a_reserve_the_budget_is_used_and_never_exceeded() {
        let mut pace = pace(Duration::ZERO);
        for (depth, best, score) in [(1, 5, 300), (2, 6, -300), (3, 7, -900), (4, 7, -1200)] {
            pace.note(depth, Some(best), score);
            assert_eq!((pace.time_limit(), pace.longest()), (SECOND, SECOND));
            assert!(pace.allows_another(SECOND));
        }
    }

    #[test]
    fn doubts_prolong_the_search_up_to_the_reserve() {
        let mut pace = pace(SECOND);
        for depth in 1..20 {
            pace.note(depth, Some(5), 100);
        }
        let clear = pace.time_limit();
        assert!(clear > SECOND && clear < 2 * SECOND);
        assert!(pace.allows_another(SECOND / 2) && !pace.allows_another(SECOND));
        pace.note(20, Some(6), 100);
        assert!(pace.allows_another(SECOND), "the best move has changed");
        assert_eq!(pace.time_limit(), pace.longest());
        pace.note(21, Some(6), 100);
        let after_a_change = pace.time_limit();
        assert!(after_a_change > clear);
        for depth in 22..40 {
            pace.note(depth, Some(6), 100);
        }
        assert_eq!(pace.time_limit(), clear);
        pace.note(40, Some(6), -300);
        assert!(pace.allows_another(SECOND), "the score has dropped");
        assert_eq!(pace.time_limit(), pace.longest());
    }

    #[test]
    fn only_a_lasting_choice_may_be_settled() {
        let mut pace = pace(SECOND);
        for depth in 1..MIN_SETTLED_DEPTH {
            pace.note(depth, Some(5), 100);
            assert!(!pace.may_be_settled(depth, SECOND));
        }
        pace.note(MIN_SETTLED_DEPTH, Some(5), 100);
        assert!(pace.may_be_settled(MIN_SETTLED_DEPTH, SECOND));
        assert!(!pace.may_be_settled(MIN_SETTLED_DEPTH, SECOND / 100));
        pace.note(MIN_SETTLED_DEPTH + 1, Some(6), 100);
        assert!(!pace.may_be_settled(MIN_SETTLED_DEPTH + 1, SECOND));
    }
}
