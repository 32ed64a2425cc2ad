//! A parallel search by the young brothers wait concept: when a position's first move has caused no
//! cutoff, its other moves ("young brothers") are shared among the threads.
//!
//! The thread that created a split point also searches its moves. When no move is left to start, it
//! helps only with positions below that split point (the "helpful master" concept), so it never
//! waits for a thread that is busy elsewhere.
//!
//! R. Feldmann, "Game Tree Search on Massively Parallel Systems", 1993.

use std::sync::{
    Arc, Condvar, Mutex, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
};

use super::super::super::ordered_move::OrderedMove;
use crate::sync::lock;
use crate::{flip::model::bitboard::Position, play::SearchStop};

/// The split points of a search.
#[derive(Default)]
pub struct SplitPointPool {
    split_points: Mutex<Vec<Arc<SplitPoint>>>,
    /// Notified when there is a new split point, when a thread leaves one, and at the end.
    changed: Condvar,
    /// The number of waiting threads.
    idle_count: AtomicUsize,
    is_over: AtomicBool,
}

/// A position whose remaining moves are shared among threads.
pub struct SplitPoint {
    pub position: Position,
    /// The upper end of the window, in tiles.
    pub beta: i32,
    moves: Vec<OrderedMove>,
    /// The index of the next move to start.
    next: AtomicUsize,
    state: Mutex<SplitState>,
    /// Whether a move has reached `beta` or the search was stopped, so that the scores of the
    /// remaining moves no longer matter.
    is_cut_off: AtomicBool,
    /// The split point that was being searched when this one was created.
    parent: Option<Arc<SplitPoint>>,
}

/// The result of a split point so far. Scores are in tiles.
#[derive(Clone, Copy)]
pub struct SplitState {
    pub best: i32,
    /// The index of the best move's square.
    pub best_at: u32,
    /// The score that a better move must exceed.
    pub lower: i32,
    /// Why the search of its moves was stopped, if it was.
    pub stop: Option<SearchStop>,
    workers: usize,
}

/// Removes a thread from the workers of a split point when dropped, even by a panic.
pub struct WorkerGuard<'a> {
    pool: &'a SplitPointPool,
    split_point: &'a SplitPoint,
}

/// Ends the waiting of all helpers when dropped, even by a panic.
pub struct ShutdownGuard<'a>(&'a SplitPointPool);

impl SplitPoint {
    /// Returns a split point for the remaining moves of a position. `state` is the result of the
    /// moves that were searched before.
    pub fn new(
        position: Position,
        moves: &[OrderedMove],
        beta: i32,
        state: SplitState,
        parent: Option<Arc<Self>>,
    ) -> Arc<Self> {
        Arc::new(Self {
            position,
            beta,
            moves: moves.to_vec(),
            next: AtomicUsize::new(0),
            state: Mutex::new(state),
            is_cut_off: AtomicBool::new(false),
            parent,
        })
    }

    /// Returns whether this split point, or one above it, is cut off.
    pub fn is_cut_off(&self) -> bool {
        self.is_cut_off.load(Relaxed)
            || self.parent.as_ref().is_some_and(|parent| parent.is_cut_off())
    }

    /// Takes the next move to search, or returns `None` if none is left or needed.
    pub fn take_move(&self) -> Option<OrderedMove> {
        if self.is_cut_off() {
            return None;
        }
        self.moves.get(self.next.fetch_add(1, Relaxed)).copied()
    }

    pub fn lower(&self) -> i32 {
        lock(&self.state).lower
    }

    pub fn record_score(&self, score: i32, at: u32) {
        let mut state = lock(&self.state);
        if score > state.best {
            (state.best, state.best_at) = (score, at);
            state.lower = state.lower.max(score);
            if score >= self.beta {
                self.is_cut_off.store(true, Relaxed);
            }
        }
    }

    pub fn stop(&self, stop: SearchStop) {
        lock(&self.state).stop = Some(stop);
        self.is_cut_off.store(true, Relaxed);
    }

    fn has_moves(&self) -> bool {
        self.next.load(Relaxed) < self.moves.len() && !self.is_cut_off()
    }

    fn is_below(&self, other: &Arc<Self>) -> bool {
        self.parent
            .as_ref()
            .is_some_and(|parent| Arc::ptr_eq(parent, other) || parent.is_below(other))
    }
}

impl SplitState {
    /// Returns the state of a split point with the thread that creates it as its only worker.
    pub fn new(best: i32, best_at: u32, lower: i32) -> Self {
        Self { best, best_at, lower, stop: None, workers: 1 }
    }
}

impl SplitPointPool {
    pub fn has_idle_threads(&self) -> bool {
        self.idle_count.load(Relaxed) > 0
    }

    pub fn add(&self, split_point: &Arc<SplitPoint>) {
        lock(&self.split_points).push(split_point.clone());
        self.changed.notify_all();
    }

    /// Returns a guard for a thread that already counts as a worker of a split point.
    pub fn worker_guard<'a>(&'a self, split_point: &'a SplitPoint) -> WorkerGuard<'a> {
        WorkerGuard { pool: self, split_point }
    }

    pub fn shutdown_guard(&self) -> ShutdownGuard<'_> {
        ShutdownGuard(self)
    }

    /// Waits for a split point with moves to search and makes the thread a worker of it.
    ///
    /// With `own`, the thread gets only split points below it, and `None` once `own` has no workers
    /// left. Without, it gets any split point, and `None` when the search is over.
    pub fn wait_for_work(&self, own: Option<&Arc<SplitPoint>>) -> Option<Arc<SplitPoint>> {
        let mut split_points = lock(&self.split_points);
        self.idle_count.fetch_add(1, Relaxed);
        let work = loop {
            let is_done =
                own.map_or(self.is_over.load(Relaxed), |own| lock(&own.state).workers == 0);
            if is_done {
                break None;
            }
            let is_suitable = |split_point: &&Arc<SplitPoint>| {
                split_point.has_moves() && own.is_none_or(|own| split_point.is_below(own))
            };
            if let Some(split_point) = split_points.iter().find(is_suitable) {
                lock(&split_point.state).workers += 1;
                break Some(split_point.clone());
            }
            split_points = self.changed.wait(split_points).unwrap_or_else(PoisonError::into_inner);
        };
        self.idle_count.fetch_sub(1, Relaxed);
        work
    }

    pub fn remove(&self, split_point: &Arc<SplitPoint>) -> SplitState {
        lock(&self.split_points).retain(|other| !Arc::ptr_eq(other, split_point));
        *lock(&split_point.state)
    }
}

// The conditions that end a wait change while the split points are locked, so that the waiting
// thread can't miss the notification.
impl Drop for WorkerGuard<'_> {
    fn drop(&mut self) {
        let _split_points = lock(&self.pool.split_points);
        lock(&self.split_point.state).workers -= 1;
        self.pool.changed.notify_all();
    }
}

impl Drop for ShutdownGuard<'_> {
    fn drop(&mut self) {
        let _split_points = lock(&self.0.split_points);
        self.0.is_over.store(true, Relaxed);
        self.0.changed.notify_all();
    }
}
