//! The handle of all saved games, and the handle with which a table saves its own.

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
    game_writer::{GameUpdate, GameWriter, SaveStatus, Written},
    library::LoadedGame,
    saved_game::GameIdentity,
};
use crate::{
    job::{Job, Wake, Worker, WorkerState},
    settings::paths,
    sync::lock,
};
use fourcade_engine::play::{Game, Session};

/// The timeout of calls that block on the disk, longer than a write waits for other processes.
const DISK_TIMEOUT: Duration = BUSY_TIMEOUT.saturating_add(Duration::from_secs(1));

/// A longer pause between two updates doesn't count as playing time.
const LONGEST_PAUSE: Duration = Duration::from_secs(10 * 60);

/// A handle of the saved games, cheap to clone. A thread reads and writes them; only
/// [`Self::close`] and [`Self::wait_until_open`] wait for it.
///
/// If the file can't be opened, nothing is saved; if a later write fails, its game is no longer
/// saved. Both are reported once, as [messages](Self::take_messages).
#[derive(Clone, Debug)]
pub struct Store {
    worker: Worker<Saver>,
    is_enabled: bool,
    /// False if the database is disabled or can't be opened.
    is_available: Arc<AtomicBool>,
    messages: Arc<Mutex<Vec<String>>>,
}

impl Store {
    /// The thread calls `wake` when there is a [message](Self::take_messages) or an answer.
    /// `advice` is appended to the message about a game that is no longer saved.
    pub fn at_home(advice: impl Into<String>, wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self::start(paths::database(), BUSY_TIMEOUT, advice.into(), wake)
    }

    pub fn at(path: PathBuf, wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self::start(Some(path), BUSY_TIMEOUT, String::new(), wake)
    }

    /// Opens the saved games for reading; `None` if there is no file.
    pub fn for_reading() -> Result<Option<Self>, StoreError> {
        let path = paths::database().ok_or(StoreError::NoHome)?;
        let exists = path.try_exists().map_err(|error| StoreError::open_folder(&path, error))?;
        Ok(exists.then(|| Self::at(path, || ())))
    }

    /// Returns a store that saves nothing; its queries fail.
    pub fn disabled() -> Self {
        Self {
            worker: Worker::ended(),
            is_enabled: false,
            is_available: Arc::default(),
            messages: Arc::default(),
        }
    }

    pub(super) fn start(
        path: Option<PathBuf>,
        busy_timeout: Duration,
        advice: String,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let (wake, messages) = (Wake::new(wake), Arc::default());
        let is_available = Arc::new(AtomicBool::new(true));
        let worker = {
            let (messages, is_available) = (Arc::clone(&messages), Arc::clone(&is_available));
            let saver_wake = wake.clone();
            Worker::start("saved games", &wake, move |_| {
                let database = Database::open(path, busy_timeout);
                is_available.store(database.problem().is_none(), Ordering::Relaxed);
                let saver = Saver { database, messages, wake: saver_wake, advice, failure: None };
                saver.report_open_problems();
                saver
            })
        };
        Self { worker, is_enabled: true, is_available, messages }
    }

    pub fn is_available(&self) -> bool {
        self.is_available.load(Ordering::Relaxed)
    }

    /// Blocks until the file was opened or can't be. Not for the drawing thread.
    pub fn wait_until_open(&self) {
        let _ = self.ask(|_| Ok::<_, StoreError>(())).wait_for(DISK_TIMEOUT);
    }

    /// Returns a handle whose answers wake this thread.
    #[cfg(test)]
    pub fn waking(self, wake: &Wake) -> Self {
        Self { worker: self.worker.waking(wake), ..self }
    }

    /// Takes the messages for the person, such as the reason why games can't be saved.
    pub fn take_messages(&self) -> Vec<String> {
        mem::take(&mut lock(&self.messages))
    }

    /// Queues a query after everything sent before.
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

    /// Returns the handle of a [claimed](Database::claim) game, which keeps its ID.
    pub fn resume<G: Game>(&self, loaded: &LoadedGame, session: &Session<G>) -> GameHandle {
        let save_status = Arc::new(Mutex::new(SaveStatus::of_saved(loaded.summary.id)));
        let game = loaded.to_writer(Arc::clone(&save_status));
        self.track(game, save_status, session.revision())
    }

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

    /// Ends the thread, after a few seconds at most. Fails if a game is not saved.
    pub fn close(&self) -> Result<(), StoreError> {
        if !self.is_enabled {
            return Ok(());
        }
        self.worker.end().wait_for(DISK_TIMEOUT).unwrap_or(Err(StoreError::Stopped))
    }
}

/// The handle with which a table saves its game. Only [`Self::wait_until_saved`] waits for the
/// disk.
#[derive(Debug)]
pub struct GameHandle {
    /// `None` if games are not saved.
    saving: Option<(Worker<Saver>, Arc<Mutex<GameWriter>>)>,
    save_status: Arc<Mutex<SaveStatus>>,
    /// The [revision](Session::revision) of the session that was sent last.
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

    pub fn update<G: Game>(&mut self, session: &Session<G>) {
        let has_changed = session.revision() != self.sent_revision;
        let Some((worker, game)) = self.saving.as_ref().filter(|_| has_changed) else { return };
        let elapsed = self.last_sent.elapsed();
        let played = if elapsed > LONGEST_PAUSE { Duration::ZERO } else { elapsed };
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

    /// Whether the game is saved or queued, so that leaving the table loses nothing.
    pub fn is_saved(&self) -> bool {
        self.saving.is_some() && !lock(&self.save_status).has_failed
    }

    /// Whether the daily deal was demoted to practice when its first move was stored.
    pub fn is_for_practice(&self) -> bool {
        lock(&self.save_status).is_for_practice
    }

    /// Blocks until everything is on the disk; `false` on failure. Not for the drawing thread.
    pub fn wait_until_saved(&self) -> bool {
        let Some((worker, _)) = &self.saving else { return false };
        let has_written = worker.ask(|_| Ok::<_, StoreError>(())).wait_for(DISK_TIMEOUT);
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
            // The thread removes the game's lock after the last update.
            worker.run(move |_| drop(game));
        }
    }
}

struct Saver {
    database: Database,
    messages: Arc<Mutex<Vec<String>>>,
    wake: Wake,
    advice: String,
    failure: Option<StoreError>,
}

impl WorkerState for Saver {
    type Output = Result<(), StoreError>;

    fn run_due(&mut self) -> Option<Instant> {
        None
    }

    fn finish(self) -> Self::Output {
        self.failure.map_or(Ok(()), Err)
    }
}

impl Saver {
    fn report_open_problems(&self) {
        if let Some(path) = &self.database.set_aside {
            self.report(format!(
                "the saved games were damaged; they are in {} now, and new games go to a new file",
                path.display()
            ));
        }
        if let Some(problem) = self.database.problem() {
            self.report(format!("games are not saved: {problem}"));
        }
    }

    /// Writes an update, unless an earlier one of the game has failed.
    fn save(&mut self, game: &mut GameWriter, update: &GameUpdate) {
        if game.has_failed() {
            return;
        }
        match game.write(update, &mut self.database) {
            Ok(Written::Saved | Written::SavedElsewhere) => {}
            Ok(Written::Demoted(reason)) => self.report(reason.message()),
            Err(error) => {
                game.set_failed();
                // A problem with the file was reported when it was opened.
                if self.database.problem().is_none() {
                    let advice = &self.advice;
                    self.report(format!("this game is not saved any more: {error}{advice}"));
                }
                self.failure = Some(error);
            }
        }
    }

    fn report(&self, message: String) {
        lock(&self.messages).push(message);
        self.wake.wake();
    }
}
