//! The handle by which all others come to the store.

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
    database::{BUSY, Database},
    error::StoreError,
    game_handle::GameHandle,
    library::LoadedGame,
    paths,
    saved_game::GameIdentity,
    tracked_game::{SaveStatus, TrackedGame},
    writer::{Writer, WriterNews, WriterRequest},
};

/// How long the end of the program waits for what is not written.
const PATIENCE: Duration = Duration::from_secs(3);

/// The store: cheap to clone. A thread of its own reads and writes.
///
/// Handing over what happens at a table ([`GameHandle::update`]) never waits. What answers with a
/// [`Result`] waits for the thread, which may have to wait for a disk or for another arcade: nobody
/// who draws asks for it.
#[derive(Clone)]
pub struct Store {
    /// None: nothing is kept.
    requests: Option<Sender<WriterRequest>>,
    news: Arc<WriterNews>,
}

impl Store {
    /// The one at home. `wake` is called from its thread when there is [news](Self::news).
    pub fn at_home(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self::start(paths::database(), BUSY, wake)
    }

    /// The one in this file; as [`Self::at_home`].
    pub fn at(path: PathBuf, wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self::start(Some(path), BUSY, wake)
    }

    /// One that keeps nothing.
    pub fn disabled() -> Self {
        Self { requests: None, news: Arc::new(WriterNews::new(|| ())) }
    }

    pub(super) fn start(
        path: Option<PathBuf>,
        busy: Duration,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let (requests, received) = mpsc::channel();
        let news = Arc::new(WriterNews::new(wake));
        let writer = Writer::new(Database::new(path, busy), Arc::clone(&news));
        let started =
            thread::Builder::new().name("store".to_owned()).spawn(move || writer.run(received));
        Self { requests: started.is_ok().then_some(requests), news }
    }

    /// Whether there is a store at all.
    pub fn is_available(&self) -> bool {
        self.requests.is_some()
    }

    /// What the person should know and has not been told: sentences, such as why games can't be
    /// kept.
    pub fn news(&self) -> Vec<String> {
        self.news.take()
    }

    /// An entry for a game that begins. It is written when something has happened in it.
    pub fn new_game(&self, about: GameIdentity) -> GameHandle {
        let status = Arc::default();
        self.open(TrackedGame::new(about, Arc::clone(&status)), status, 0)
    }

    /// The entry of a game that was [taken up](Self::take_up): it goes on under its number.
    pub fn resume(&self, loaded: &LoadedGame) -> GameHandle {
        let status =
            Arc::new(Mutex::new(SaveStatus { id: Some(loaded.summary.id), failure: None }));
        let (mirror, lines) = loaded.mirror(Arc::clone(&status));
        self.open(mirror, status, lines).with_gathered(loaded)
    }

    fn open(
        &self,
        mirror: TrackedGame,
        status: Arc<Mutex<SaveStatus>>,
        lines: usize,
    ) -> GameHandle {
        let key = mirror.key();
        let requests = self.requests.clone();
        let requests = requests
            .filter(|requests| requests.send(WriterRequest::Open(key, Box::new(mirror))).is_ok());
        GameHandle::new(requests, key, status, lines)
    }

    /// Waits until what was handed over so far has been tried to write.
    ///
    /// # Errors
    /// If nothing is kept at all.
    pub fn flush(&self) -> Result<(), StoreError> {
        self.ask(|_| Ok(()))
    }

    /// Writes what is not written yet and ends the thread; waits a few seconds at most.
    ///
    /// # Errors
    /// If something could not be written.
    pub fn close(&self) -> Result<(), StoreError> {
        let Some(requests) = &self.requests else { return Ok(()) };
        let (reply, answer) = mpsc::channel();
        if requests.send(WriterRequest::Close(reply)).is_err() {
            return Ok(());
        }
        match answer.recv_timeout(PATIENCE) {
            Ok(done) => done,
            Err(_) => Err(StoreError::Stopped),
        }
    }

    /// Asks the database, behind everything that was handed over before, and waits for the answer.
    pub(super) fn ask<T: Send + 'static>(
        &self,
        question: impl FnMut(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let requests = self.requests.as_ref().ok_or(StoreError::Stopped)?;
        let (reply, answer) = mpsc::channel();
        let run = move |database: &mut Database| {
            // Who no longer waits need not know.
            let _ = reply.send(database.with(question));
        };
        requests.send(WriterRequest::Run(Box::new(run))).map_err(|_| StoreError::Stopped)?;
        answer.recv().map_err(|_| StoreError::Stopped)?
    }
}
