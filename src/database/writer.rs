//! The thread that reads and writes the database, so that drawing never waits for the disk.

use std::{
    collections::BTreeMap,
    fmt, mem,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, Sender},
    },
    time::{Duration, Instant},
};

use super::{
    error::StoreError,
    file::{Database, DatabaseLoss},
    tracked_game::{GameUpdate, TrackedGame},
};
use crate::sync::lock;

const RETRY_DELAY: Duration = Duration::from_secs(2);

/// A request to the writer thread. Games are identified by [`TrackedGame::key`].
pub enum WriterRequest {
    Track(i64, Box<TrackedGame>),
    Update(i64, GameUpdate, UnwrittenUpdate),
    /// No more updates of this game follow.
    Close(i64),
    Run(Box<dyn FnOnce(&mut Database) + Send>),
    /// Write all unsaved changes, reply with the result, and end.
    Shutdown(Sender<Result<(), StoreError>>),
}

/// The messages for the screen, from the writer thread to the thread that draws.
pub struct WriterNews {
    messages: Mutex<Vec<String>>,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl fmt::Debug for WriterNews {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WriterNews").field("messages", &self.messages).finish_non_exhaustive()
    }
}

impl WriterNews {
    /// `wake` is called for each new message.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self { messages: Mutex::default(), wake: Box::new(wake) }
    }

    pub fn take(&self) -> Vec<String> {
        mem::take(&mut lock(&self.messages))
    }

    fn push(&self, message: String) {
        lock(&self.messages).push(message);
        self.wake();
    }

    fn wake(&self) {
        (self.wake)();
    }
}

/// Counts the updates that the writer has not tried to write yet. A frame that shows a move waits
/// for them, so that what was on the screen is in the database.
#[derive(Clone, Debug)]
pub struct UnwrittenUpdates(Arc<Unwritten>);

#[derive(Debug)]
struct Unwritten {
    state: Mutex<UnwrittenCount>,
    all_written: Condvar,
    news: Arc<WriterNews>,
}

#[derive(Debug, Default)]
struct UnwrittenCount {
    count: usize,
    /// Whether a wait for the updates has timed out.
    is_late: bool,
}

impl UnwrittenUpdates {
    pub fn new(news: Arc<WriterNews>) -> Self {
        Self(Arc::new(Unwritten { state: Mutex::default(), all_written: Condvar::new(), news }))
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

pub struct Writer {
    database: Database,
    games: BTreeMap<i64, TrackedGame>,
    news: Arc<WriterNews>,
    failure: Option<String>,
    retry_at: Option<Instant>,
}

impl Writer {
    pub fn new(database: Database, news: Arc<WriterNews>) -> Self {
        Self { database, games: BTreeMap::new(), news, failure: None, retry_at: None }
    }

    /// Handles requests until the writer is shut down or all senders are gone.
    pub fn run(mut self, requests: Receiver<WriterRequest>) {
        // Report a problem with the file before the first game is played.
        let opened = self.database.open();
        self.report(&opened);
        loop {
            let received = match self.retry_at {
                None => requests.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => requests.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            match received {
                Ok(WriterRequest::Shutdown(reply)) => {
                    let result = self.write_all();
                    // When the reply arrives, the database is closed and no request is accepted.
                    drop((requests, self));
                    // The caller may no longer wait.
                    let _ = reply.send(result);
                    return;
                }
                Ok(request) => self.handle(request),
                Err(RecvTimeoutError::Timeout) => {
                    // A failure is reported, and the write is retried.
                    let _ = self.write_all();
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let _ = self.write_all();
                    return;
                }
            }
        }
    }

    fn handle(&mut self, request: WriterRequest) {
        match request {
            WriterRequest::Track(key, game) => {
                self.games.insert(key, *game);
            }
            WriterRequest::Update(key, update, _unwritten) => {
                if let Some(game) = self.games.get_mut(&key) {
                    game.apply(update);
                    // A failure is reported, and the write is retried.
                    let _ = self.write(key);
                }
            }
            WriterRequest::Close(key) => {
                if let Some(game) = self.games.get_mut(&key) {
                    game.is_closed = true;
                }
                self.drop_finished_games();
            }
            WriterRequest::Run(run) => {
                // The result should include changes that could not be written before.
                if self.retry_at.is_some() {
                    let _ = self.write_all();
                }
                run(&mut self.database);
                self.report_losses();
            }
            WriterRequest::Shutdown(_) => {}
        }
    }

    fn write_all(&mut self) -> Result<(), StoreError> {
        self.retry_at = None;
        let keys: Vec<i64> = self.games.keys().copied().collect();
        let mut result = Ok(());
        for key in keys {
            result = result.and(self.write(key));
        }
        self.drop_finished_games();
        result
    }

    fn write(&mut self, key: i64) -> Result<(), StoreError> {
        let Some(game) = self.games.get_mut(&key).filter(|game| game.has_unsaved_changes) else {
            return Ok(());
        };
        let result = self.database.with(|connection| game.write(connection));
        game.report(&result);
        self.report(&result);
        if result.is_err() {
            self.retry_at = Some(Instant::now() + RETRY_DELAY);
        }
        result
    }

    /// Reports a new failure once, and reports when writing works again.
    fn report(&mut self, result: &Result<(), StoreError>) {
        self.report_losses();
        let failure = result.as_ref().err().map(ToString::to_string);
        if failure != self.failure {
            self.news.push(failure.clone().unwrap_or_else(|| "games are saved again".to_owned()));
            self.failure = failure;
        }
    }

    /// Reports the files that were lost, and marks all games as unsaved.
    fn report_losses(&mut self) {
        for loss in mem::take(&mut self.database.losses) {
            self.news.push(match loss {
                DatabaseLoss::SetAside(path) => format!(
                    "the saved games were damaged; they are in {} now, and new games go to a new \
                     file",
                    path.display()
                ),
                DatabaseLoss::Deleted => {
                    "the file with the saved games was deleted while it was in \
                                          use; there is a new one with the games of this session"
                        .to_owned()
                }
            });
            // The games in progress were in that file, too, so write them again.
            self.games.values_mut().for_each(|game| game.has_unsaved_changes = true);
            self.retry_at = Some(Instant::now());
        }
    }

    /// Drops the games that are closed and saved.
    fn drop_finished_games(&mut self) {
        self.games.retain(|_, game| game.has_unsaved_changes || !game.is_closed);
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
