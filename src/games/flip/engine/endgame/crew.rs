//! Several threads at one search: when a position's first move didn't settle it, its other moves
//! are shared out ("young brothers wait").
//!
//! Who shares a position also works at it, and when no move of it is left to begin, helps those who
//! still search one of them, and nobody else: so nobody waits long for one who is busy with
//! something else.

use std::sync::{
    Arc, Condvar, Mutex, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
};

use super::close::Move;
use crate::{play::SearchStop, sync::lock};

/// What the threads share: where there is work.
#[derive(Default)]
pub struct Crew {
    splits: Mutex<Vec<Arc<Split>>>,
    /// Told when there is new work, when some is done, and at the end.
    news: Condvar,
    /// How many threads have nothing to do.
    idle: AtomicUsize,
    is_over: AtomicBool,
}

/// A position whose moves are shared out.
pub struct Split {
    pub own: u64,
    pub opp: u64,
    pub beta: i32,
    /// The moves that nobody has searched before.
    pub moves: Vec<Move>,
    /// The number of the next one that nobody has begun.
    next: AtomicUsize,
    found: Mutex<Found>,
    /// Set when what its moves are worth is of no use any more.
    is_settled: AtomicBool,
    /// The position in whose search this one came up.
    parent: Option<Arc<Split>>,
}

/// What is known of a shared position.
#[derive(Clone, Copy)]
pub struct Found {
    /// The value of the best move, and its cell.
    pub best: i32,
    pub best_at: u32,
    /// What a better move must be worth more than.
    pub lower: i32,
    /// Why it can't be finished.
    pub halt: Option<SearchStop>,
    /// How many threads work at it.
    working: usize,
}

/// Somebody takes part in a split.
pub struct Leaving<'a> {
    crew: &'a Crew,
    split: &'a Split,
}

/// The search goes on.
pub struct Closing<'a>(&'a Crew);

impl Split {
    /// The moves from `moves` on, after others have found `best` at `best_at`.
    pub fn new(
        (own, opp): (u64, u64),
        moves: &[Move],
        (lower, beta): (i32, i32),
        (best, best_at): (i32, u32),
        parent: Option<Arc<Self>>,
    ) -> Arc<Self> {
        let found = Found { best, best_at, lower, halt: None, working: 1 };
        Arc::new(Self {
            own,
            opp,
            beta,
            moves: moves.to_vec(),
            next: AtomicUsize::new(0),
            found: Mutex::new(found),
            is_settled: AtomicBool::new(false),
            parent,
        })
    }

    /// Whether nobody needs it any more, or one of those above it.
    pub fn is_settled(&self) -> bool {
        self.is_settled.load(Relaxed)
            || self.parent.as_ref().is_some_and(|parent| parent.is_settled())
    }

    /// The next move to search, if there is one.
    pub fn take(&self) -> Option<Move> {
        if self.is_settled() {
            return None;
        }
        self.moves.get(self.next.fetch_add(1, Relaxed)).copied()
    }

    /// What a better move must be worth more than, now.
    pub fn lower(&self) -> i32 {
        lock(&self.found).lower
    }

    /// Takes note of what a move is worth.
    pub fn note(&self, value: i32, at: u32) {
        let mut found = lock(&self.found);
        if value > found.best {
            (found.best, found.best_at) = (value, at);
            found.lower = found.lower.max(value);
            if value >= self.beta {
                self.is_settled.store(true, Relaxed);
            }
        }
    }

    /// Takes note that it can't be finished.
    pub fn give_up(&self, halt: SearchStop) {
        lock(&self.found).halt = Some(halt);
        self.is_settled.store(true, Relaxed);
    }

    fn has_moves(&self) -> bool {
        self.next.load(Relaxed) < self.moves.len() && !self.is_settled()
    }

    fn is_below(&self, other: &Arc<Self>) -> bool {
        self.parent
            .as_ref()
            .is_some_and(|parent| Arc::ptr_eq(parent, other) || parent.is_below(other))
    }
}

impl Crew {
    /// Whether somebody has nothing to do.
    pub fn has_idle(&self) -> bool {
        self.idle.load(Relaxed) > 0
    }

    /// Offers the moves of a position to the others.
    pub fn offer(&self, split: &Arc<Split>) {
        lock(&self.splits).push(split.clone());
        self.news.notify_all();
    }

    /// Says so when who took part in a split has no move to search any more, or has panicked.
    pub fn leaving<'a>(&'a self, split: &'a Split) -> Leaving<'a> {
        Leaving { crew: self, split }
    }

    /// Sends everybody home when it is dropped.
    pub fn closing(&self) -> Closing<'_> {
        Closing(self)
    }

    /// Work for a thread that has none, or none but to wait until nobody works at `own` any more: a
    /// split to take part in. None when there will be no more.
    pub fn next(&self, own: Option<&Arc<Split>>) -> Option<Arc<Split>> {
        let mut splits = lock(&self.splits);
        self.idle.fetch_add(1, Relaxed);
        let work = loop {
            let is_done =
                own.map_or(self.is_over.load(Relaxed), |own| lock(&own.found).working == 0);
            if is_done {
                break None;
            }
            let fits = |split: &&Arc<Split>| {
                split.has_moves() && own.is_none_or(|own| split.is_below(own))
            };
            if let Some(split) = splits.iter().find(fits) {
                lock(&split.found).working += 1;
                break Some(split.clone());
            }
            splits = self.news.wait(splits).unwrap_or_else(PoisonError::into_inner);
        };
        self.idle.fetch_sub(1, Relaxed);
        work
    }

    /// Takes a split off the list, and says what was found.
    pub fn withdraw(&self, split: &Arc<Split>) -> Found {
        lock(&self.splits).retain(|other| !Arc::ptr_eq(other, split));
        *lock(&split.found)
    }
}

/// Who waits looks at what is changed here under the lock of the splits: so no news is missed.
impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        let _splits = lock(&self.crew.splits);
        lock(&self.split.found).working -= 1;
        self.crew.news.notify_all();
    }
}

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        let _splits = lock(&self.0.splits);
        self.0.is_over.store(true, Relaxed);
        self.0.news.notify_all();
    }
}
