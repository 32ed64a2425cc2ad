//! The interface of the store for all other layers.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex,
        mpsc::{self, Sender},
    },
    thread,
    time::Duration,
};

use rusqlite::Connection;

use super::{
    error::StoreError,
    file::{BUSY_TIMEOUT, Database},
    game_handle::GameHandle,
    library::LoadedGame,
    saved_game::GameIdentity,
    tracked_game::{SaveStatus, TrackedGame},
    unwritten::UnwrittenUpdates,
    writer::{Writer, WriterNews, WriterRequest},
};
use crate::settings::paths;
use crate::sync::lock;

/// How long [`Store::close`] waits for unsaved changes to be written.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

/// A handle of the store, cheap to clone. A background thread reads and writes the database.
///
/// Sending the progress of a game ([`GameHandle::update`]) never waits. Methods that return a
/// [`Result`] wait for the thread, which may wait for the disk or for another process: don't call
/// them from the thread that draws.
#[derive(Clone)]
pub struct Store {
    /// The channel to the writer thread; `None` if the store is disabled.
    requests: Option<Sender<WriterRequest>>,
    news: Arc<WriterNews>,
    unwritten: UnwrittenUpdates,
}

impl Store {
    /// Opens the store in the home folder. The writer thread calls `wake` when there is
    /// [news](Self::news).
    pub fn at_home(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self::start(paths::database(), BUSY_TIMEOUT, wake)
    }

    /// Opens the store in this file; see [`Self::at_home`].
    pub fn at(path: PathBuf, wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self::start(Some(path), BUSY_TIMEOUT, wake)
    }

    /// Opens the store in this file for queries only. The file may be one that can't be written.
    pub fn for_reading(path: PathBuf) -> Self {
        Self::with_database(Database::new(Some(path), BUSY_TIMEOUT).for_reading(), || ())
    }

    /// Returns a store that saves nothing and whose queries fail.
    pub fn disabled() -> Self {
        let news = Arc::new(WriterNews::new(|| ()));
        Self { requests: None, unwritten: UnwrittenUpdates::new(Arc::clone(&news)), news }
    }

    pub(super) fn start(
        path: Option<PathBuf>,
        busy_timeout: Duration,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        Self::with_database(Database::new(path, busy_timeout), wake)
    }

    fn with_database(database: Database, wake: impl Fn() + Send + Sync + 'static) -> Self {
        let (requests, received) = mpsc::channel();
        let news = Arc::new(WriterNews::new(wake));
        let writer = Writer::new(database, Arc::clone(&news));
        let started =
            thread::Builder::new().name("store".to_owned()).spawn(move || writer.run(received));
        let unwritten = UnwrittenUpdates::new(Arc::clone(&news));
        Self { requests: started.is_ok().then_some(requests), news, unwritten }
    }

    /// Whether the store is enabled.
    pub fn is_available(&self) -> bool {
        self.requests.is_some()
    }

    /// Takes the messages for the screen, such as why games can't be saved. Each is returned once.
    pub fn news(&self) -> Vec<String> {
        self.news.take()
    }

    /// Waits until the writer has tried to write all updates of games, at most for `timeout`.
    ///
    /// If that is too short, further calls return at once until the writer has caught up. It then
    /// calls `wake`, even without [news](Self::news).
    pub fn wait_for_updates(&self, timeout: Duration) {
        self.unwritten.wait(timeout);
    }

    /// Whether updates are still unwritten after [`Self::wait_for_updates`].
    pub fn is_late(&self) -> bool {
        self.unwritten.are_late()
    }

    /// Returns the handle of a new game. The game is stored with its first update.
    pub fn new_game(&self, identity: GameIdentity) -> GameHandle {
        let save_status = Arc::default();
        self.track(TrackedGame::new(identity, Arc::clone(&save_status)), save_status, 0)
    }

    /// Returns the handle of a [claimed](Self::claim) game, which continues under its number.
    pub fn resume(&self, loaded: &LoadedGame) -> GameHandle {
        let save_status =
            Arc::new(Mutex::new(SaveStatus { id: Some(loaded.summary.id), failure: None }));
        let game = loaded.to_tracked(Arc::clone(&save_status));
        self.track(game, save_status, loaded.line_count()).with_pending_choices(loaded)
    }

    fn track(
        &self,
        game: TrackedGame,
        save_status: Arc<Mutex<SaveStatus>>,
        lines: usize,
    ) -> GameHandle {
        let key = game.key();
        let requests = self.requests.clone();
        let requests = requests
            .filter(|requests| requests.send(WriterRequest::Track(key, Box::new(game))).is_ok());
        GameHandle::new(requests.zip(Some(self.unwritten.clone())), key, save_status, lines)
    }

    /// Waits until the writer has tried to write everything that was sent so far.
    ///
    /// # Errors
    /// Returns an error if the store is disabled or the database can't be opened.
    pub fn flush(&self) -> Result<(), StoreError> {
        self.query(|_| Ok(()))
    }

    /// Writes unsaved changes and ends the thread. Waits for at most a few seconds.
    ///
    /// # Errors
    /// Returns an error if changes could not be written, or not in time.
    pub fn close(&self) -> Result<(), StoreError> {
        let Some(requests) = &self.requests else { return Ok(()) };
        let (reply, answer) = mpsc::channel();
        if requests.send(WriterRequest::Shutdown(reply)).is_err() {
            return Ok(());
        }
        match answer.recv_timeout(CLOSE_TIMEOUT) {
            Ok(result) => result,
            Err(_) => Err(StoreError::Stopped),
        }
    }

    /// Makes the thread wait until the returned sender is dropped.
    #[cfg(test)]
    pub fn stall(&self) -> Sender<()> {
        let (release, released) = mpsc::channel::<()>();
        if let Some(requests) = &self.requests {
            let wait = move |_: &mut Database| {
                let _ = released.recv();
            };
            let _ = requests.send(WriterRequest::Run(Box::new(wait)));
        }
        release
    }

    /// Runs a query after everything that was sent before, and waits for its result.
    pub(super) fn query<T: Send + 'static>(
        &self,
        query: impl FnMut(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let requests = self.requests.as_ref().ok_or(StoreError::Stopped)?;
        // The result has a place of its own, so that there is one type of channel for all queries.
        let result = Arc::new(Mutex::new(None));
        let (done, is_done) = mpsc::channel();
        let slot = Arc::clone(&result);
        let run = move |database: &mut Database| {
            *lock(&slot) = Some(database.with(query));
            // The caller may no longer wait.
            let _ = done.send(Ok(()));
        };
        requests.send(WriterRequest::Run(Box::new(run))).map_err(|_| StoreError::Stopped)?;
        is_done.recv().map_err(|_| StoreError::Stopped)??;
        let result = lock(&result).take();
        result.unwrap_or(Err(StoreError::Stopped))
    }
}
