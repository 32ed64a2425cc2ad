//! Budgets, limits and cancellation of a player's search.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use super::{MemoryPool, MemoryShare, Rng, Seat, random};

/// The search budget of one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A time limit.
    Time(Duration),
    /// A number of positions, which gives the same answer on every machine; `u64::MAX` is no limit.
    Nodes(u64),
}

/// The treatment of the end of the game by a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndgamePolicy {
    /// Evaluate positions near the end like all others.
    Evaluate,
    /// Search to the end of the game if that seems feasible within the budget.
    SolveIfFeasible,
    /// Search to the end of the game, however long that takes.
    Solve,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// The budget of one decision.
    pub budget: Budget,
    /// The maximum depth in plies, or `None` for no limit.
    pub depth: Option<u32>,
    /// The treatment of the end of the game.
    pub endgame: EndgamePolicy,
    /// The size of the transposition table in bytes; `None` derives it from the budget.
    pub memory: Option<usize>,
    /// The number of threads of an analysis. Players use [`ThinkContext::threads`] instead.
    pub threads: usize,
}

impl SearchLimits {
    /// Limits with this budget, any depth, [`EndgamePolicy::SolveIfFeasible`], 64 MiB and one
    /// thread.
    pub const fn new(budget: Budget) -> Self {
        let endgame = EndgamePolicy::SolveIfFeasible;
        Self { budget, depth: None, endgame, memory: Some(64 << 20), threads: 1 }
    }
}

/// A flag that stops a search. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Cancels the search.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search has been cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

type Listener = Arc<dyn Fn(String) + Send + Sync>;
type ThreadCount = Arc<dyn Fn() -> usize + Send + Sync>;

/// The context of one decision: its budget, cancellation, random seed and progress listener.
#[derive(Clone)]
pub struct ThinkContext {
    budget: Budget,
    started: Instant,
    cancel: CancelToken,
    seed: u64,
    listener: Option<Listener>,
    memory: Option<MemoryPool>,
    reserve: Duration,
    threads: Option<ThreadCount>,
}

impl ThinkContext {
    /// The context of a decision of `seat` after `line_count` lines of the record. The clock starts
    /// now.
    pub fn new(budget: Budget, game_seed: u64, seat: Seat, line_count: usize) -> Self {
        Self {
            budget,
            started: Instant::now(),
            cancel: CancelToken::default(),
            seed: random::derive_seed(game_seed, &[seat.index() as u64, line_count as u64]),
            listener: None,
            memory: None,
            reserve: Duration::ZERO,
            threads: None,
        }
    }

    /// Uses this cancel flag.
    pub fn with_cancel(mut self, cancel: CancelToken) -> Self {
        self.cancel = cancel;
        self
    }

    /// Calls `listener` with a short text whenever the search reports its progress.
    pub fn with_listener(mut self, listener: impl Fn(String) + Send + Sync + 'static) -> Self {
        self.listener = Some(Arc::new(listener));
        self
    }

    /// Takes the memory of the search's tables from `pool`.
    pub fn with_memory(mut self, pool: MemoryPool) -> Self {
        self.memory = Some(pool);
        self
    }

    /// Allows a hard decision to exceed a budget of time by up to `reserve`. Players may ignore it.
    pub fn with_reserve(mut self, reserve: Duration) -> Self {
        self.reserve = reserve;
        self
    }

    /// Allows threads for searches with a budget of time. `count` is called only when one begins.
    pub fn with_threads(mut self, count: impl Fn() -> usize + Send + Sync + 'static) -> Self {
        self.threads = Some(Arc::new(count));
        self
    }

    /// Takes memory for a search from the [pool](Self::with_memory), or grants all of it without a
    /// pool. A pool that has too little gives less.
    pub fn memory_share(&self, wanted: usize) -> MemoryShare {
        self.memory.as_ref().map_or_else(|| MemoryShare::new(wanted), |pool| pool.take(wanted))
    }

    /// The context of one of several searches for the same decision, with `percent` of the budget.
    /// The clock restarts, and progress is not reported.
    pub fn share(&self, percent: u32) -> Self {
        let budget = match self.budget {
            Budget::Time(time) => Budget::Time(time * percent / 100),
            Budget::Nodes(u64::MAX) => Budget::Nodes(u64::MAX),
            Budget::Nodes(nodes) => {
                Budget::Nodes((nodes / 100).saturating_mul(percent.into()).max(1))
            }
        };
        let reserve = self.reserve * percent / 100;
        Self { budget, started: Instant::now(), listener: None, reserve, ..self.clone() }
    }

    /// The budget.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// The time by which a hard decision may exceed a budget of time.
    pub fn reserve(&self) -> Duration {
        self.reserve
    }

    /// The number of threads for a search with a budget of time. Call it only when one begins,
    /// because it may reserve cores.
    pub fn threads(&self) -> usize {
        self.threads.as_ref().map_or(1, |count| count())
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the search has been cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// The cancel flag, for another thread or process.
    pub fn cancel_token(&self) -> &CancelToken {
        &self.cancel
    }

    /// The random generator of this decision, the same at every call.
    pub fn rng(&self) -> Rng {
        random::rng(self.seed, &[])
    }

    /// The generator for replacements of illegal answers, independent of [`Self::rng`].
    pub(super) fn replacement_rng(&self) -> Rng {
        random::rng(self.seed, &[1])
    }

    /// Reports the progress of the search in a few words.
    pub fn report(&self, progress: impl FnOnce() -> String) {
        if let Some(listener) = &self.listener {
            listener(progress());
        }
    }

    /// A meter for this search.
    pub fn meter(&self) -> Meter {
        Meter {
            nodes: 0,
            started: self.started,
            limit: match self.budget {
                Budget::Nodes(nodes) => nodes,
                Budget::Time(_) => u64::MAX,
            },
            deadline: match self.budget {
                Budget::Time(time) => self.started.checked_add(time),
                Budget::Nodes(_) => None,
            },
            cancel: self.cancel.clone(),
        }
    }
}

impl fmt::Debug for ThinkContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThinkContext")
            .field("budget", &self.budget)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

/// Why a search must stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchStop {
    /// The budget is spent: return the best result so far.
    #[error("the budget is spent")]
    Spent,
    /// The search was cancelled: no result is needed.
    #[error("cancelled")]
    Cancelled,
}

/// Counts positions against a budget, and checks the clock and the cancel flag regularly.
#[derive(Debug)]
pub struct Meter {
    nodes: u64,
    started: Instant,
    limit: u64,
    deadline: Option<Instant>,
    cancel: CancelToken,
}

impl Meter {
    /// The number of positions between checks of the clock and the flag, well below a millisecond.
    const STRIDE: u64 = 1024;

    /// Ends the search this long after it began, instead of when a budget of time is spent.
    pub fn set_time_limit(&mut self, time: Duration) {
        self.deadline = self.started.checked_add(time);
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Counts a position.
    ///
    /// # Errors
    /// Returns an error if the search must stop.
    #[inline]
    pub fn tick(&mut self) -> Result<(), SearchStop> {
        self.add(1)
    }

    /// Counts this many positions.
    ///
    /// # Errors
    /// Returns an error if the search must stop.
    #[inline]
    pub fn add(&mut self, nodes: u64) -> Result<(), SearchStop> {
        let before = self.nodes;
        self.nodes += nodes;
        if self.nodes > self.limit {
            return Err(SearchStop::Spent);
        }
        if self.nodes / Self::STRIDE == before / Self::STRIDE { Ok(()) } else { self.check() }
    }

    /// Checks the clock and the flag now, for work that takes longer than a position.
    ///
    /// # Errors
    /// Returns an error if the search must stop.
    pub fn check(&self) -> Result<(), SearchStop> {
        if self.cancel.is_cancelled() {
            return Err(SearchStop::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(SearchStop::Spent),
            _ => Ok(()),
        }
    }

    /// A meter for another thread with the same limits, counting from zero.
    pub fn fork(&self) -> Self {
        Self { nodes: 0, cancel: self.cancel.clone(), ..*self }
    }

    /// A meter for another thread that stops only when `cancel` is set.
    pub fn unlimited(&self, cancel: CancelToken) -> Self {
        Self { nodes: 0, limit: u64::MAX, deadline: None, cancel, ..*self }
    }

    /// The number of positions counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}
