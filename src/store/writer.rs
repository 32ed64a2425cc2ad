//! The thread that reads and writes the file, so that nobody who draws waits for a disk.

use std::{
    collections::BTreeMap,
    mem,
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, RecvTimeoutError, Sender},
    },
    time::{Duration, Instant},
};

use super::{
    database::Database,
    error::StoreError,
    tracked_game::{GameUpdate, TrackedGame},
};
use crate::sync::lock;

/// How long after a failure it is tried again to write what is not kept.
const RETRY: Duration = Duration::from_secs(2);

/// What the thread is asked to do.
pub enum WriterRequest {
    /// A game begins or goes on, under this number of its own.
    Open(i64, Box<TrackedGame>),
    /// A game went on.
    GameUpdate(i64, GameUpdate),
    /// A game will not change any more.
    Leave(i64),
    /// Something else.
    Run(Box<dyn FnOnce(&mut Database) + Send>),
    /// Write all that is not written yet, say why if something can't be, and end.
    Close(Sender<Result<(), StoreError>>),
}

/// What the thread has to tell, and to whom.
pub struct WriterNews {
    words: Mutex<Vec<String>>,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl WriterNews {
    /// `wake` is called when there is something to tell.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self { words: Mutex::default(), wake: Box::new(wake) }
    }

    /// What has not been told yet.
    pub fn take(&self) -> Vec<String> {
        mem::take(&mut lock(&self.words))
    }

    fn tell(&self, words: String) {
        lock(&self.words).push(words);
        (self.wake)();
    }
}

/// The thread's state.
pub struct Writer {
    database: Database,
    games: BTreeMap<i64, TrackedGame>,
    news: Arc<WriterNews>,
    /// What went wrong when it was tried last to write.
    trouble: Option<String>,
    /// When what is not kept is tried again.
    retry: Option<Instant>,
}

impl Writer {
    /// Works on this file.
    pub fn new(database: Database, news: Arc<WriterNews>) -> Self {
        Self { database, games: BTreeMap::new(), news, trouble: None, retry: None }
    }

    /// Does what is asked until nobody can ask any more.
    pub fn run(mut self, requests: Receiver<WriterRequest>) {
        // What is wrong with the file is said before somebody has played.
        let opened = self.database.with(|_| Ok(()));
        self.say(&opened);
        loop {
            let received = match self.retry {
                None => requests.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => requests.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            match received {
                Ok(WriterRequest::Close(reply)) => {
                    let done = self.write_all();
                    // Before it is said that all is done nobody can ask any more, and the file is
                    // closed.
                    drop((requests, self));
                    // Who no longer waits need not know.
                    let _ = reply.send(done);
                    return;
                }
                Ok(request) => self.obey(request),
                Err(RecvTimeoutError::Timeout) => {
                    // What is wrong has been said.
                    let _ = self.write_all();
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let _ = self.write_all();
                    return;
                }
            }
        }
    }

    fn obey(&mut self, request: WriterRequest) {
        match request {
            WriterRequest::Open(key, mirror) => {
                self.games.insert(key, *mirror);
            }
            WriterRequest::GameUpdate(key, change) => {
                if let Some(mirror) = self.games.get_mut(&key) {
                    mirror.change(change);
                    // What is wrong is said, and tried again.
                    let _ = self.write(key);
                }
            }
            WriterRequest::Leave(key) => {
                if let Some(mirror) = self.games.get_mut(&key) {
                    mirror.is_left = true;
                }
                self.forget();
            }
            WriterRequest::Run(work) => {
                // Who asks wants to know of what could not be written before, too.
                if self.retry.is_some() {
                    let _ = self.write_all();
                }
                work(&mut self.database);
                self.tell_set_aside();
            }
            WriterRequest::Close(_) => {}
        }
    }

    /// Writes all games that are not written.
    fn write_all(&mut self) -> Result<(), StoreError> {
        self.retry = None;
        let keys: Vec<i64> = self.games.keys().copied().collect();
        let mut done = Ok(());
        for key in keys {
            done = done.and(self.write(key));
        }
        self.forget();
        done
    }

    /// Writes what has changed of a game.
    fn write(&mut self, key: i64) -> Result<(), StoreError> {
        let Some(mirror) = self.games.get_mut(&key).filter(|mirror| mirror.is_behind) else {
            return Ok(());
        };
        let done = self.database.with(|connection| mirror.write(connection));
        mirror.tell(&done);
        self.say(&done);
        if done.is_err() {
            self.retry = Some(Instant::now() + RETRY);
        }
        done
    }

    /// Tells what went wrong, once, and that it works again.
    fn say(&mut self, done: &Result<(), StoreError>) {
        self.tell_set_aside();
        let trouble = done.as_ref().err().map(ToString::to_string);
        if trouble != self.trouble {
            self.news.tell(trouble.clone().unwrap_or_else(|| "games are kept again".to_owned()));
            self.trouble = trouble;
        }
    }

    fn tell_set_aside(&mut self) {
        for path in mem::take(&mut self.database.set_aside) {
            let path = path.display();
            self.news.tell(format!(
                "the kept games were damaged; they are in {path} now, and new ones are kept anew"
            ));
            // What was written of the games that go on is in that file, too.
            self.games.values_mut().for_each(|mirror| mirror.is_behind = true);
            self.retry = Some(Instant::now());
        }
    }

    /// Forgets the games that will not change and are written.
    fn forget(&mut self) {
        self.games.retain(|_, mirror| mirror.is_behind || !mirror.is_left);
    }
}
