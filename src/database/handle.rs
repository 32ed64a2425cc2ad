//! The handle of the database, and the handle with which a table saves its game.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex,
        mpsc::{self, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use rusqlite::Connection;

use super::{
    error::StoreError,
    file::{BUSY_TIMEOUT, Database},
    pending_choices,
    saved_game::{GameIdentity, GameProgress},
    tracked_game::{GameUpdate, SaveStatus, TrackedGame},
    writer::{UnwrittenUpdates, Writer, WriterNews, WriterRequest},
};
use crate::settings::paths;
use crate::sync::lock;
use fourcade_engine::play::{Game, RecordLine, Session};

const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

/// The longest time between two updates that counts as playing time. After a longer one the person
/// is taken to have been away.
const AWAY: Duration = Duration::from_secs(10 * 60);

/// A handle of the database, cheap to clone. A background thread reads and writes the database.
///
/// Sending the progress of a game ([`GameHandle::update`]) never waits. Methods that return a
/// [`Result`] wait for the thread, which may wait for the disk or for another process: don't call
/// them from the thread that draws.
#[derive(Clone)]
pub struct Store {
    /// `None` if the database is disabled.
    requests: Option<Sender<WriterRequest>>,
    news: Arc<WriterNews>,
    unwritten: UnwrittenUpdates,
}

impl Store {
    /// The writer thread calls `wake` when there is [news](Self::news).
    pub fn at_home(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self::start(paths::database(), BUSY_TIMEOUT, wake)
    }

    pub fn at(path: PathBuf, wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self::start(Some(path), BUSY_TIMEOUT, wake)
    }

    /// The file may be one that can't be written.
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

    /// Whether the database is enabled.
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

    /// The game is stored with its first update.
    pub fn new_game(&self, identity: GameIdentity) -> GameHandle {
        let save_status = Arc::default();
        let game = TrackedGame::new(identity, Arc::clone(&save_status));
        self.track(game, save_status, 0, String::new())
    }

    /// Lets the writer track a game of which so many lines, and these pending choices, are saved.
    pub(super) fn track(
        &self,
        game: TrackedGame,
        save_status: Arc<Mutex<SaveStatus>>,
        lines: usize,
        choices: String,
    ) -> GameHandle {
        let key = game.key();
        let requests = self.requests.clone();
        let requests = requests
            .filter(|requests| requests.send(WriterRequest::Track(key, Box::new(game))).is_ok());
        let requests = requests.zip(Some(self.unwritten.clone()));
        GameHandle::new(requests, key, save_status, lines, choices)
    }

    /// Waits until the writer has tried to write everything that was sent so far.
    pub fn flush(&self) -> Result<(), StoreError> {
        self.query(|_| Ok(()))
    }

    /// Writes unsaved changes and ends the thread. Waits for at most a few seconds.
    /// Fails if changes can't be written in time.
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

/// The handle with which a table saves its game.
///
/// Updates are sent to the writer thread; no method waits for the disk. Dropping the handle tells
/// the writer that no more updates follow.
#[derive(Debug)]
pub struct GameHandle {
    /// `None` if games are not saved.
    requests: Option<(Sender<WriterRequest>, UnwrittenUpdates)>,
    key: i64,
    save_status: Arc<Mutex<SaveStatus>>,
    sent_lines: usize,
    sent_choices: String,
    last_sent: Instant,
}

impl GameHandle {
    fn new(
        requests: Option<(Sender<WriterRequest>, UnwrittenUpdates)>,
        key: i64,
        save_status: Arc<Mutex<SaveStatus>>,
        sent_lines: usize,
        sent_choices: String,
    ) -> Self {
        let last_sent = Instant::now();
        Self { requests, key, save_status, sent_lines, sent_choices, last_sent }
    }

    pub fn disabled() -> Self {
        Self::new(None, 0, Arc::default(), 0, String::new())
    }

    /// Sends what has changed in the game since the last update.
    ///
    /// `unchanged` is the number of leading record lines that have stayed the same since then
    /// ([`Session::take_unchanged`]), and `have_marks_changed` says whether the session's marks
    /// have changed. No update is sent if nothing has changed, or before a person has made the
    /// first choice or the first step has been played.
    pub fn update<G: Game>(
        &mut self,
        session: &Session<G>,
        unchanged: usize,
        have_marks_changed: bool,
    ) {
        let lines = session.lines();
        let unchanged = unchanged.min(self.sent_lines).min(lines.len());
        let choices = pending_choices::to_text(session);
        let has_row = self.sent_lines > 0 || !self.sent_choices.is_empty();
        let has_changed = unchanged < lines.len()
            || lines.len() < self.sent_lines
            || choices != self.sent_choices
            || (have_marks_changed && has_row);
        let Some((requests, unwritten)) = self.requests.as_ref().filter(|_| has_changed) else {
            return;
        };
        let new_lines: Result<Vec<String>, _> =
            lines[unchanged..].iter().map(RecordLine::to_json).collect();
        let new_lines = match new_lines {
            Ok(new_lines) => new_lines,
            Err(error) => {
                lock(&self.save_status).failure = Some(error.to_string());
                return;
            }
        };
        let elapsed = self.last_sent.elapsed();
        let played = if elapsed > AWAY { Duration::ZERO } else { elapsed };
        self.last_sent = Instant::now();
        self.sent_lines = lines.len();
        self.sent_choices = choices;
        let update =
            GameUpdate { unchanged, new_lines, progress: GameProgress::of(session), played };
        if requests.send(WriterRequest::Update(self.key, update, unwritten.add())).is_err() {
            self.requests = None;
        }
    }

    /// Whether the game is saved or soon will be, so that nothing is lost when the table is left.
    pub fn is_saved(&self) -> bool {
        self.requests.is_some() && lock(&self.save_status).failure.is_none()
    }

    pub fn failure(&self) -> Option<String> {
        lock(&self.save_status).failure.clone()
    }

    /// `None` until the game is in the database.
    pub fn id(&self) -> Option<i64> {
        lock(&self.save_status).id
    }
}

impl Drop for GameHandle {
    fn drop(&mut self) {
        if let Some((requests, _)) = &self.requests {
            // If the writer has ended, there is no game to close.
            let _ = requests.send(WriterRequest::Close(self.key));
        }
    }
}
