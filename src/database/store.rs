//! The handle of the saved games, and the handle with which a table saves its game.

use std::{
    collections::BTreeMap,
    mem,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use super::{
    error::StoreError,
    file::{BUSY_TIMEOUT, Database, DatabaseLoss},
    library::LoadedGame,
    saved_game::GameIdentity,
    tracked_game::{GameUpdate, SaveStatus, TrackedGame},
};
use crate::{
    backoff::Backoff,
    job::{Job, Wake, Worker, Workplace},
    settings::paths,
    sync::lock,
};
use fourcade_engine::play::{Game, Session};

const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);
/// How long a conversation waits for the disk at a time.
const PATIENCE: Duration = Duration::from_secs(3);

/// The longest time between two updates that counts as playing time. After a longer one the person
/// is taken to have been away.
const AWAY: Duration = Duration::from_secs(10 * 60);

/// A handle of the saved games, cheap to clone. A thread reads and writes them; no method but
/// [`Self::close`] waits for it.
#[derive(Clone, Debug)]
pub struct Store {
    worker: Worker<Saver>,
    is_enabled: bool,
    /// Whether the database is enabled, and can be read.
    is_available: Arc<AtomicBool>,
    news: Arc<Mutex<Vec<String>>>,
}

impl Store {
    /// The thread calls `wake` when there is [news](Self::news), or an answer.
    pub fn at_home(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self::start(paths::database(), BUSY_TIMEOUT, wake)
    }

    pub fn at(path: PathBuf, wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self::start(Some(path), BUSY_TIMEOUT, wake)
    }

    /// Returns the saved games for reading, from a file that may be read-only; `None` if there is
    /// no file yet. None is created.
    pub fn for_reading() -> Result<Option<Self>, StoreError> {
        Self::for_reading_at(paths::database().ok_or(StoreError::NoHome)?)
    }

    pub(super) fn for_reading_at(path: PathBuf) -> Result<Option<Self>, StoreError> {
        if !path.try_exists().map_err(|error| StoreError::open_folder(&path, error))? {
            return Ok(None);
        }
        let database = Database::new(Some(path), BUSY_TIMEOUT).for_reading();
        Ok(Some(Self::with_database(database, || ())))
    }

    /// Returns a store that saves nothing and whose questions fail.
    pub fn disabled() -> Self {
        Self {
            worker: Worker::ended(),
            is_enabled: false,
            is_available: Arc::default(),
            news: Arc::default(),
        }
    }

    pub(super) fn start(
        path: Option<PathBuf>,
        busy_timeout: Duration,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        Self::with_database(Database::new(path, busy_timeout), wake)
    }

    fn with_database(database: Database, wake: impl Fn() + Send + Sync + 'static) -> Self {
        let (wake, news) = (Wake::new(wake), Arc::default());
        let is_available = Arc::new(AtomicBool::new(true));
        let saver = Saver {
            database,
            games: BTreeMap::new(),
            news: Arc::clone(&news),
            wake: wake.clone(),
            is_available: Arc::clone(&is_available),
            failure: None,
            stopped: None,
            backoff: Backoff::default(),
            retry_at: None,
        };
        let worker = Worker::start("saved games", &wake, move |_| saver.open());
        Self { worker, is_enabled: true, is_available, news }
    }

    /// Whether the database is enabled, and has not turned out to be unusable.
    pub fn is_available(&self) -> bool {
        self.is_available.load(Ordering::Relaxed)
    }

    /// Waits until the file is open, or is known to be unusable. Not for the thread that draws.
    pub fn wait_until_open(&self) {
        let _ = self.ask(|_| Ok::<_, StoreError>(())).wait_for(PATIENCE);
    }

    /// Returns a handle whose answers wake this thread.
    #[cfg(test)]
    pub fn waking(self, wake: &Wake) -> Self {
        Self { worker: self.worker.waking(wake), ..self }
    }

    /// Takes the messages for the screen, such as why games can't be saved. Each is returned once.
    pub fn news(&self) -> Vec<String> {
        mem::take(&mut lock(&self.news))
    }

    /// Asks about saved games, after everything that was sent before.
    pub fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut Database) -> T + Send + 'static,
    ) -> Job<T> {
        self.worker.ask(|saver| saver.answer(question))
    }

    /// The game is stored with its first update.
    pub fn new_game(&self, identity: GameIdentity) -> GameHandle {
        let save_status = Arc::default();
        let game = TrackedGame::new(identity, Arc::clone(&save_status));
        self.track(game, save_status, 0)
    }

    /// Returns the handle of a [claimed](Database::claim) game, which continues under its number
    /// in this session.
    pub fn resume<G: Game>(&self, loaded: &LoadedGame, session: &Session<G>) -> GameHandle {
        let save_status = Arc::new(Mutex::new(SaveStatus::of_saved(loaded.summary.id)));
        let game = loaded.to_tracked(Arc::clone(&save_status));
        self.track(game, save_status, session.revision())
    }

    /// Tracks a game that is saved up to this revision of its session.
    fn track(
        &self,
        game: TrackedGame,
        save_status: Arc<Mutex<SaveStatus>>,
        sent_revision: u64,
    ) -> GameHandle {
        let key = game.key();
        let track = move |saver: &mut Saver| drop(saver.games.insert(key, game));
        let worker = self.worker.run(track).then(|| self.worker.clone());
        GameHandle { worker, key, save_status, sent_revision, last_sent: Instant::now() }
    }

    /// Writes unsaved changes and ends the thread. Waits for at most a few seconds.
    /// Fails if changes can't be written in time.
    pub fn close(&self) -> Result<(), StoreError> {
        if !self.is_enabled {
            return Ok(());
        }
        self.worker.end().wait_for(CLOSE_TIMEOUT).unwrap_or(Err(StoreError::Stopped))
    }
}

/// The handle with which a table saves its game.
///
/// Updates are sent to the thread of the database; no method waits for the disk. Dropping the
/// handle tells it that no more updates follow.
#[derive(Debug)]
pub struct GameHandle {
    /// `None` if games are not saved.
    worker: Option<Worker<Saver>>,
    key: i64,
    save_status: Arc<Mutex<SaveStatus>>,
    /// The revision of the session that was sent last; see [`Session::revision`].
    sent_revision: u64,
    last_sent: Instant,
}

impl GameHandle {
    pub fn disabled() -> Self {
        Self {
            worker: None,
            key: 0,
            save_status: Arc::default(),
            sent_revision: 0,
            last_sent: Instant::now(),
        }
    }

    /// Sends the game if it has changed since the last update.
    pub fn update<G: Game>(&mut self, session: &Session<G>) {
        let has_changed = session.revision() != self.sent_revision;
        let Some(worker) = self.worker.as_ref().filter(|_| has_changed) else { return };
        let elapsed = self.last_sent.elapsed();
        let played = if elapsed > AWAY { Duration::ZERO } else { elapsed };
        let Ok(update) = GameUpdate::since(self.sent_revision, session, played) else {
            lock(&self.save_status).has_failed = true;
            return;
        };
        self.last_sent = Instant::now();
        self.sent_revision = session.revision();
        let key = self.key;
        if !worker.run(move |saver| saver.update(key, update)) {
            self.worker = None;
        }
    }

    /// Whether the game is saved or soon will be, so that nothing is lost when the table is left.
    pub fn is_saved(&self) -> bool {
        self.worker.is_some() && !lock(&self.save_status).has_failed
    }

    /// Whether the daily deal has turned out to be for practice when its first move was stored.
    pub fn is_for_practice(&self) -> bool {
        lock(&self.save_status).is_for_practice
    }

    /// Waits until the database has tried to write what was sent. Not for the thread that draws.
    pub fn wait(&self) {
        let Some(worker) = &self.worker else { return };
        let _ = worker.ask(|_| Ok::<_, StoreError>(())).wait_for(PATIENCE);
    }

    /// Flushes what was sent to the disk. Returns whether it is there. Not for the thread that
    /// draws.
    pub fn flush(&self) -> bool {
        let (Some(worker), key) = (&self.worker, self.key) else { return false };
        worker.ask(move |saver| saver.flush(key)).wait_for(PATIENCE).is_some_and(|it| it.is_ok())
    }

    /// `None` until the game is in the database.
    pub fn id(&self) -> Option<i64> {
        lock(&self.save_status).id
    }
}

impl Drop for GameHandle {
    fn drop(&mut self) {
        if let Some(worker) = &self.worker {
            let key = self.key;
            // If the thread has ended, there is no game to close.
            worker.run(move |saver| saver.close(key));
        }
    }
}

/// What the thread of the saved games works with.
struct Saver {
    database: Database,
    /// The games at tables, and those that are not saved yet, by [`TrackedGame::key`].
    games: BTreeMap<i64, TrackedGame>,
    /// The messages for the screen.
    news: Arc<Mutex<Vec<String>>>,
    wake: Wake,
    /// See [`Store::is_available`].
    is_available: Arc<AtomicBool>,
    /// The failure that was reported last, unless writing has worked since.
    failure: Option<String>,
    /// Why games are not saved any more.
    stopped: Option<String>,
    /// The failures to write.
    backoff: Backoff,
    retry_at: Option<Instant>,
}

impl Workplace for Saver {
    type End = Result<(), StoreError>;

    fn tend(&mut self) -> Option<Instant> {
        if self.retry_at.is_some_and(|at| at <= Instant::now()) {
            // A failure is reported, and the write is retried.
            let _ = self.write_all();
        }
        self.retry_at
    }

    fn end(mut self) -> Self::End {
        self.write_all()
    }
}

impl Saver {
    /// Opens the database, so that a problem with the file is reported before the first game is
    /// played.
    fn open(mut self) -> Self {
        let opened = self.database.open();
        self.report(&opened);
        self
    }

    fn answer<T>(&mut self, question: impl FnOnce(&mut Database) -> T) -> T {
        // The answer should include changes that could not be written before.
        if self.games.values().any(|game| game.has_unsaved_changes) {
            let _ = self.write_all();
        }
        let answer = question(&mut self.database);
        self.report_losses();
        answer
    }

    fn update(&mut self, key: i64, update: GameUpdate) {
        if let Some(game) = self.games.get_mut(&key) {
            game.apply(update);
            // A failure is reported, and the write is retried.
            let _ = self.write(key);
        }
    }

    /// Fails unless all of this game is on the disk.
    fn flush(&mut self, key: i64) -> Result<(), StoreError> {
        if let Some(game) = self.games.get_mut(&key) {
            game.request_flush();
        }
        self.write(key)
    }

    /// No more updates of this game follow.
    fn close(&mut self, key: i64) {
        if let Some(game) = self.games.get_mut(&key) {
            game.is_closed = true;
        }
        self.drop_finished_games();
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
        let result = match &self.stopped {
            Some(reason) => Err(StoreError::Unusable(reason.clone())),
            None => self.database.with(|connection| game.write(connection)),
        };
        game.report(&result);
        let news = game.take_news();
        self.report(&result);
        if let Some(news) = news {
            self.tell(news);
        }
        if result.is_ok() {
            self.backoff.reset();
        } else {
            self.backoff.fail();
            let rest = self.backoff.rest().filter(|_| self.stopped.is_none());
            self.retry_at = rest.map(|rest| Instant::now() + rest);
        }
        result
    }

    /// Reports a new failure once, and reports when writing works again. A failure that won't pass
    /// stops the saving of games.
    fn report(&mut self, result: &Result<(), StoreError>) {
        self.report_losses();
        if self.stopped.is_some() {
            return;
        }
        if let Err(error) = result
            && !error.is_temporary()
        {
            self.stopped = Some(error.to_string());
            self.is_available.store(self.database.is_usable(), Ordering::Relaxed);
            self.tell(format!("games are not saved: {error}"));
            return;
        }
        let failure = result.as_ref().err().map(ToString::to_string);
        if failure != self.failure {
            self.tell(failure.clone().unwrap_or_else(|| "games are saved again".to_owned()));
            self.failure = failure;
        }
    }

    /// Reports the files that were lost, and marks all games as unsaved.
    fn report_losses(&mut self) {
        for loss in mem::take(&mut self.database.losses) {
            self.tell(match loss {
                DatabaseLoss::SetAside(path) => format!(
                    "the saved games were damaged; they are in {} now, and new games go to a new \
                     file",
                    path.display()
                ),
                DatabaseLoss::Deleted => "the file with the saved games was deleted while it was \
                                          in use; there is a new one with the games of this session"
                    .to_owned(),
            });
            // The games in progress were in that file, too, so write them again.
            self.games.values_mut().for_each(|game| game.has_unsaved_changes = true);
            self.retry_at = Some(Instant::now());
        }
    }

    fn tell(&self, message: String) {
        lock(&self.news).push(message);
        self.wake.wake();
    }

    /// Drops the games that are closed and saved.
    fn drop_finished_games(&mut self) {
        self.games.retain(|_, game| game.has_unsaved_changes || !game.is_closed);
    }
}
