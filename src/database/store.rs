//! The handle of the saved games, and the handle with which a table saves its game.

use std::{
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
    file::{BUSY_TIMEOUT, Database},
    game_writer::{GameUpdate, GameWriter, SaveStatus},
    library::LoadedGame,
    saved_game::GameIdentity,
};
use crate::{
    job::{Job, Wake, Worker, Workplace},
    settings::paths,
    sync::lock,
};
use fourcade_engine::play::{Game, Session};

/// How long a conversation or the end of the program waits for the disk at a time: until the thread
/// no longer waits for another process.
const PATIENCE: Duration = BUSY_TIMEOUT.saturating_add(Duration::from_secs(1));

/// The longest time between two updates that counts as playing time. After a longer one the person
/// is taken to have been away.
const AWAY: Duration = Duration::from_secs(10 * 60);

/// A handle of the saved games, cheap to clone. A thread reads and writes them; no method but
/// [`Self::close`] waits for it.
///
/// The file is opened and checked once. If that fails, nothing is saved; if a later write fails,
/// its game is not saved any more. Both are told once, as [news](Self::news).
#[derive(Clone, Debug)]
pub struct Store {
    worker: Worker<Saver>,
    is_enabled: bool,
    /// Whether the database is enabled, and can be read.
    is_available: Arc<AtomicBool>,
    news: Arc<Mutex<Vec<String>>>,
}

impl Store {
    /// The thread calls `wake` when there is [news](Self::news), or an answer. `advice` says what
    /// can be done with a game that is not saved any more.
    pub fn at_home(advice: impl Into<String>, wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self::start(paths::database(), BUSY_TIMEOUT, advice.into(), wake)
    }

    pub fn at(path: PathBuf, wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self::start(Some(path), BUSY_TIMEOUT, String::new(), wake)
    }

    /// Returns the saved games for reading; `None` if there is no file yet. None is created.
    pub fn for_reading() -> Result<Option<Self>, StoreError> {
        let path = paths::database().ok_or(StoreError::NoHome)?;
        let exists = path.try_exists().map_err(|error| StoreError::open_folder(&path, error))?;
        Ok(exists.then(|| Self::at(path, || ())))
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
        advice: String,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let (wake, news) = (Wake::new(wake), Arc::default());
        let is_available = Arc::new(AtomicBool::new(true));
        let (told, available, told_by) =
            (Arc::clone(&news), Arc::clone(&is_available), wake.clone());
        let worker = Worker::start("saved games", &wake, move |_| {
            let database = Database::open(path, busy_timeout);
            available.store(database.problem().is_none(), Ordering::Relaxed);
            let saver = Saver { database, news: told, wake: told_by, advice, failure: None };
            saver.tell_opening();
            saver
        });
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
        self.worker.ask(|saver| question(&mut saver.database))
    }

    /// The game is stored with its first update.
    pub fn new_game(&self, identity: GameIdentity) -> GameHandle {
        let save_status = Arc::default();
        let game = GameWriter::new(identity, Arc::clone(&save_status));
        self.track(game, save_status, 0)
    }

    /// Returns the handle of a [claimed](Database::claim) game, which continues under its number
    /// in this session.
    pub fn resume<G: Game>(&self, loaded: &LoadedGame, session: &Session<G>) -> GameHandle {
        let save_status = Arc::new(Mutex::new(SaveStatus::of_saved(loaded.summary.id)));
        let game = loaded.to_writer(Arc::clone(&save_status));
        self.track(game, save_status, session.revision())
    }

    /// Tracks a game that is saved up to this revision of its session.
    fn track(
        &self,
        game: GameWriter,
        save_status: Arc<Mutex<SaveStatus>>,
        sent_revision: u64,
    ) -> GameHandle {
        let is_running = self.worker.run(|_| ());
        let saving = is_running.then(|| (self.worker.clone(), Arc::new(Mutex::new(game))));
        GameHandle { saving, save_status, sent_revision, last_sent: Instant::now() }
    }

    /// Ends the thread after everything that was sent. Waits for at most a few seconds.
    /// Fails if a game is not saved.
    pub fn close(&self) -> Result<(), StoreError> {
        if !self.is_enabled {
            return Ok(());
        }
        self.worker.end().wait_for(PATIENCE).unwrap_or(Err(StoreError::Stopped))
    }
}

/// The handle with which a table saves its game.
///
/// Updates are sent to the thread of the database; no method but [`Self::wait`] waits for the disk.
#[derive(Debug)]
pub struct GameHandle {
    /// `None` if games are not saved.
    saving: Option<(Worker<Saver>, Arc<Mutex<GameWriter>>)>,
    save_status: Arc<Mutex<SaveStatus>>,
    /// The revision of the session that was sent last; see [`Session::revision`].
    sent_revision: u64,
    last_sent: Instant,
}

impl GameHandle {
    pub fn disabled() -> Self {
        Self {
            saving: None,
            save_status: Arc::default(),
            sent_revision: 0,
            last_sent: Instant::now(),
        }
    }

    /// Sends the game if it has changed since the last update.
    pub fn update<G: Game>(&mut self, session: &Session<G>) {
        let has_changed = session.revision() != self.sent_revision;
        let Some((worker, game)) = self.saving.as_ref().filter(|_| has_changed) else { return };
        let elapsed = self.last_sent.elapsed();
        let played = if elapsed > AWAY { Duration::ZERO } else { elapsed };
        let Ok(update) = GameUpdate::since(self.sent_revision, session, played) else {
            lock(&self.save_status).has_failed = true;
            return;
        };
        self.last_sent = Instant::now();
        self.sent_revision = session.revision();
        let game = Arc::clone(game);
        if !worker.run(move |saver| saver.save(&mut lock(&game), &update)) {
            self.saving = None;
        }
    }

    /// Whether the game is saved or soon will be, so that nothing is lost when the table is left.
    pub fn is_saved(&self) -> bool {
        self.saving.is_some() && !lock(&self.save_status).has_failed
    }

    /// Whether the daily deal has turned out to be for practice when its first move was stored.
    pub fn is_for_practice(&self) -> bool {
        lock(&self.save_status).is_for_practice
    }

    /// Waits until what was sent is on the disk. Returns whether it is. Not for the thread that
    /// draws.
    pub fn wait(&self) -> bool {
        let Some((worker, _)) = &self.saving else { return false };
        let has_written = worker.ask(|_| Ok::<_, StoreError>(())).wait_for(PATIENCE);
        has_written.is_some_and(|written| written.is_ok()) && self.is_saved()
    }

    /// `None` until the game is in the database.
    pub fn id(&self) -> Option<i64> {
        lock(&self.save_status).id
    }
}

impl Drop for GameHandle {
    fn drop(&mut self) {
        if let Some((worker, game)) = self.saving.take() {
            // The thread then removes the lock of the game.
            worker.run(move |_| drop(game));
        }
    }
}

/// What the thread of the saved games works with.
struct Saver {
    database: Database,
    /// The messages for the screen.
    news: Arc<Mutex<Vec<String>>>,
    wake: Wake,
    /// What can be done with a game that is not saved any more.
    advice: String,
    /// Why a game is not saved.
    failure: Option<StoreError>,
}

impl Workplace for Saver {
    type End = Result<(), StoreError>;

    fn tend(&mut self) -> Option<Instant> {
        None
    }

    fn end(self) -> Self::End {
        self.failure.map_or(Ok(()), Err)
    }
}

impl Saver {
    /// Tells a problem with the file before the first game is played.
    fn tell_opening(&self) {
        if let Some(path) = &self.database.set_aside {
            self.tell(format!(
                "the saved games were damaged; they are in {} now, and new games go to a new file",
                path.display()
            ));
        }
        if let Some(problem) = self.database.problem() {
            self.tell(format!("games are not saved: {problem}"));
        }
    }

    /// Saves what has happened in a game, until that fails.
    fn save(&mut self, game: &mut GameWriter, update: &GameUpdate) {
        if game.has_failed() {
            return;
        }
        let written = self.database.with(|connection| game.write(update, connection));
        match written.and_then(|written| written) {
            Ok(None) => {}
            Ok(Some(uncounted)) => self.tell(uncounted.message()),
            Err(error) => {
                game.set_failed();
                // A problem with the file has been told.
                if self.database.problem().is_none() {
                    let advice = &self.advice;
                    self.tell(format!("this game is not saved any more: {error}{advice}"));
                }
                self.failure = Some(error);
            }
        }
    }

    fn tell(&self, message: String) {
        lock(&self.news).push(message);
        self.wake.wake();
    }
}
