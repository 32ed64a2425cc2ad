//! The updates of games that the writer has not tried to write yet. A frame that shows a move waits
//! for them, so that what was on the screen is in the store.

use std::{
    sync::{Arc, Condvar, Mutex, PoisonError},
    time::{Duration, Instant},
};

use super::writer::WriterNews;
use crate::sync::lock;

/// Counts the updates that are on their way to the database.
#[derive(Clone, Debug)]
pub struct UnwrittenUpdates(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    all_written: Condvar,
    news: Arc<WriterNews>,
}

#[derive(Debug, Default)]
struct State {
    count: usize,
    /// Whether a wait for the updates has timed out.
    is_late: bool,
}

impl UnwrittenUpdates {
    /// Creates a counter that reports late updates to `news`.
    pub fn new(news: Arc<WriterNews>) -> Self {
        Self(Arc::new(Shared { state: Mutex::default(), all_written: Condvar::new(), news }))
    }

    /// Counts an update until the returned value is dropped.
    pub fn add(&self) -> UnwrittenUpdate {
        lock(&self.0.state).count += 1;
        UnwrittenUpdate(self.clone())
    }

    /// Waits until all updates are written, at most for this long. Once that was too short, returns
    /// at once until the writer has caught up, and then wakes the thread that draws.
    pub fn wait(&self, timeout: Duration) {
        let deadline = Instant::now() + timeout;
        let mut state = lock(&self.0.state);
        while state.count > 0 && !state.is_late {
            let left = deadline.saturating_duration_since(Instant::now());
            state.is_late = left.is_zero();
            let waited = self.0.all_written.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Whether updates are still unwritten after a wait for them.
    pub fn are_late(&self) -> bool {
        lock(&self.0.state).is_late
    }

    fn remove(&self) {
        let mut state = lock(&self.0.state);
        state.count = state.count.saturating_sub(1);
        if state.count > 0 {
            return;
        }
        self.0.all_written.notify_all();
        if std::mem::take(&mut state.is_late) {
            drop(state);
            self.0.news.wake();
        }
    }
}

/// An update that is not written yet. Drop it after the attempt to write it.
#[derive(Debug)]
pub struct UnwrittenUpdate(UnwrittenUpdates);

impl Drop for UnwrittenUpdate {
    fn drop(&mut self) {
        self.0.remove();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn late_updates_are_waited_for_once_and_reported_when_they_are_written() {
        let wakes = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&wakes);
        let count_wake = move || {
            counter.fetch_add(1, Ordering::SeqCst);
        };
        let updates = UnwrittenUpdates::new(Arc::new(WriterNews::new(count_wake)));
        let long = Duration::from_secs(60 * 60);
        updates.wait(long);
        let (first, second) = (updates.add(), updates.add());
        drop(first);
        assert!(!updates.are_late());
        updates.wait(Duration::ZERO);
        // A second wait would not end.
        updates.wait(long);
        assert!(updates.are_late() && wakes.load(Ordering::SeqCst) == 0);
        drop(second);
        assert!(!updates.are_late());
        drop(updates.add());
        assert_eq!(wakes.load(Ordering::SeqCst), 1);
    }
}
