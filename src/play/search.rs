//! Budgets, limits and cancellation of a player's search.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use super::{Rng, Seat, random};

/// How much a player may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Until so much time has passed.
    Time(Duration),
    /// So many positions: the same answer on every machine.
    Nodes(u64),
}

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// Time or positions for one decision.
    pub budget: Budget,
    /// The maximum depth in plies, or `None` for no limit.
    pub depth: Option<u32>,
    /// Whether to search to the end of the game, however long that takes.
    pub exact: bool,
    /// Memory for the transposition table, in bytes.
    pub memory: usize,
    /// The number of threads.
    pub threads: usize,
}

impl SearchLimits {
    /// Limits with this budget: any depth, 64 MiB of memory, one thread.
    pub const fn new(budget: Budget) -> Self {
        Self { budget, depth: None, exact: false, memory: 64 << 20, threads: 1 }
    }
}

/// A flag that stops thinking, shared by who thinks and who waits.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Asks to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

type Listener = Arc<dyn Fn(String) + Send + Sync>;

/// The frame of one decision: budget, cancel flag, chance, and whom to tell how it goes.
#[derive(Clone)]
pub struct ThinkContext {
    budget: Budget,
    started: Instant,
    cancel: CancelToken,
    chance: u64,
    listener: Option<Listener>,
}

impl ThinkContext {
    /// For the decision of `seat` when `decision` lines of the record stand, in a game with this
    /// seed.
    pub fn new(budget: Budget, seed: u64, seat: Seat, decision: usize) -> Self {
        let chance = random::derive(seed, &[seat.index() as u64, decision as u64]);
        Self {
            budget,
            started: Instant::now(),
            cancel: CancelToken::default(),
            chance,
            listener: None,
        }
    }

    /// With this cancel flag.
    pub fn with_cancel(mut self, cancel: CancelToken) -> Self {
        self.cancel = cancel;
        self
    }

    /// Tells `listener` how the thinking goes.
    pub fn with_listener(mut self, listener: impl Fn(String) + Send + Sync + 'static) -> Self {
        self.listener = Some(Arc::new(listener));
        self
    }

    /// The frame of one look among several: so many percent of the budget, from now on. Nobody
    /// listens.
    pub fn share(&self, percent: u32) -> Self {
        let budget = match self.budget {
            Budget::Time(time) => Budget::Time(time * percent / 100),
            Budget::Nodes(u64::MAX) => Budget::Nodes(u64::MAX),
            Budget::Nodes(nodes) => {
                Budget::Nodes((nodes / 100).saturating_mul(percent.into()).max(1))
            }
        };
        Self { budget, started: Instant::now(), listener: None, ..self.clone() }
    }

    /// How much it may think.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Time since the thinking began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether it was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// The flag itself, for work that somebody else does.
    pub fn cancel_token(&self) -> &CancelToken {
        &self.cancel
    }

    /// This decision's generator: the same at each call.
    pub fn rng(&self) -> Rng {
        random::rng(self.chance, &[])
    }

    /// Returns the generator that chooses the replacement of an illegal answer. It differs from
    /// [`Self::rng`], from which the player may have drawn.
    pub(super) fn replacement_rng(&self) -> Rng {
        random::rng(self.chance, &[1])
    }

    /// Says in a few words how far the thinking has come.
    pub fn report(&self, words: impl FnOnce() -> String) {
        if let Some(listener) = &self.listener {
            listener(words());
        }
    }

    /// Counts the positions of a search and says when to stop.
    pub fn meter(&self) -> Meter {
        Meter {
            nodes: 0,
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
        f.debug_struct("Think")
            .field("budget", &self.budget)
            .field("chance", &self.chance)
            .finish_non_exhaustive()
    }
}

/// Why a search must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchStop {
    /// The budget is used up: answer with what is known.
    Spent,
    /// It was asked to stop: no answer is wanted.
    Cancelled,
}

/// Counts positions against a budget; the clock and the cancel flag are looked at now and then.
#[derive(Debug)]
pub struct Meter {
    nodes: u64,
    limit: u64,
    deadline: Option<Instant>,
    cancel: CancelToken,
}

impl Meter {
    /// Positions between two looks at the clock and the flag (a fraction of a millisecond).
    const STRIDE: u64 = 1024;

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
        let before = self.nodes;
        self.nodes += nodes;
        if self.nodes > self.limit {
            return Err(SearchStop::Spent);
        }
        if self.nodes / Self::STRIDE == before / Self::STRIDE { Ok(()) } else { self.check() }
    }

    /// Looks at the flag and the clock now: for work that is coarser than a position.
    ///
    /// # Errors
    /// [`SearchStop`] when the search must end.
    pub fn check(&self) -> Result<(), SearchStop> {
        if self.cancel.is_cancelled() {
            return Err(SearchStop::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(SearchStop::Spent),
            _ => Ok(()),
        }
    }

    /// One with the same limits, for a thread that helps: it begins to count anew.
    pub fn fork(&self) -> Self {
        Self { nodes: 0, limit: self.limit, deadline: self.deadline, cancel: self.cancel.clone() }
    }

    /// Positions counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}
