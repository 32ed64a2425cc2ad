//! The thread that talks to the database, so that drawing never waits for it.

mod worker;

use std::{
    fmt,
    sync::{
        Arc, Condvar, Mutex,
        mpsc::{self, Receiver, Sender, TryRecvError},
    },
    thread,
    time::{Duration, Instant},
};

use self::worker::Worker;
use super::{
    Client, Entry, SharedError, StoredEntry, TableCode,
    connection::{Connection, Location},
    presence::{Presence, Timing},
    store::{self, Appended, TableProgress},
};
use crate::sync::lock;

/// A function that is called with the connection, or with the reason why there is none. It returns
/// its own error.
type Question =
    Box<dyn FnOnce(Result<&mut dyn Connection, &SharedError>) -> Option<SharedError> + Send>;

/// What the thread has to do.
enum Request {
    /// Call a function with the connection, or with the reason why there is none.
    Run(Question),
    /// Read the log of this table from now on.
    Follow(Option<TableCode>, FollowId),
    /// Report news of the lobby from now on, or no longer.
    FollowLobby(bool),
    /// The connection has news.
    News,
    /// Say goodbye and end.
    End,
}

/// Tells the news of the table that is followed now from the news of those that were followed
/// before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FollowId(u64);

/// Why the database can't be used now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outage {
    /// The last error.
    pub error: SharedError,
    /// When it began. Connections that don't last change nothing.
    pub since: Instant,
}

/// After this time, people are told that the trouble lasts.
const LASTING: Duration = Duration::from_secs(60);

impl Outage {
    /// What to do about trouble that lasts, as a sentence after a space; empty if it is new.
    pub fn advice(&self) -> &'static str {
        if self.since.elapsed() < LASTING {
            ""
        } else {
            " It has been like this for more than a minute: leave and come back later, or ask \
             whoever runs the database."
        }
    }
}

/// What has happened since a screen looked last.
#[derive(Debug, Default)]
struct News {
    /// The table that is followed.
    follow: FollowId,
    /// The entries of the table that is followed.
    entries: Vec<StoredEntry>,
    /// The clients at that table.
    presence: Presence,
    /// Whether the lobby may have changed.
    lobby: bool,
    /// Why the database can't be used now.
    trouble: Option<Outage>,
}

/// A handle of the thread that talks to the database, cheap to clone. The thread ends with the last
/// handle.
#[derive(Clone)]
pub struct Link {
    requests: Sender<Request>,
    news: Arc<Mutex<News>>,
    client: Client,
    timing: Timing,
    /// Ends the thread when the last handle is dropped.
    _end: Arc<EndGuard>,
}

struct EndGuard(Sender<Request>, Mutex<Option<thread::JoinHandle<()>>>);

impl Drop for EndGuard {
    fn drop(&mut self) {
        // The thread may have ended already.
        let _ = self.0.send(Request::End);
    }
}

/// The number of links whose threads have not ended, and a signal for each that ends.
static RUNNING: (Mutex<usize>, Condvar) = (Mutex::new(0), Condvar::new());

/// Counts a thread in [`RUNNING`] until it ends.
struct RunningGuard;

impl RunningGuard {
    fn new() -> Self {
        *lock(&RUNNING.0) += 1;
        Self
    }
}

impl Drop for RunningGuard {
    fn drop(&mut self) {
        *lock(&RUNNING.0) -= 1;
        RUNNING.1.notify_all();
    }
}

/// Waits until the threads of all links that were dropped have said goodbye to the others, at most
/// for this time.
pub fn wait_until_ended(limit: Duration) {
    let running = lock(&RUNNING.0);
    // Others see that a client is gone by its silence, too.
    drop(RUNNING.1.wait_timeout_while(running, limit, |running| *running > 0));
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").field("client", &self.client).finish_non_exhaustive()
    }
}

/// The answer to a question, once it is there.
#[derive(Debug)]
pub struct PendingAnswer<T>(Receiver<Result<T, SharedError>>);

impl<T> PendingAnswer<T> {
    /// Takes the answer; `None` if it is not there yet. An answer can be taken once.
    pub fn take(&self) -> Option<Result<T, SharedError>> {
        match self.0.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(SharedError::Ended)),
        }
    }

    /// Waits for the answer. Not for the thread that draws.
    ///
    /// # Errors
    /// Returns the error of the question.
    pub fn wait(self) -> Result<T, SharedError> {
        self.0.recv().unwrap_or(Err(SharedError::Ended))
    }
}

impl Link {
    /// Starts the thread. It opens the database and keeps trying if that can't be reached. `wake`
    /// is called whenever there is news or a reply.
    pub fn open(
        location: Location,
        client: Client,
        timing: Timing,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let (requests, received) = mpsc::channel();
        let news = Arc::<Mutex<News>>::default();
        let worker = Worker::new(
            (location, client.clone(), timing),
            Box::new(wake),
            Arc::clone(&news),
            requests.clone(),
        );
        let running = RunningGuard::new();
        let work = move || {
            worker.run(&received);
            drop(running);
        };
        let thread = thread::Builder::new().name("shared tables".to_owned()).spawn(work).ok();
        let end = Arc::new(EndGuard(requests.clone(), Mutex::new(thread)));
        Self { requests, news, client, timing, _end: end }
    }

    /// Who takes part.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// What silence means.
    pub fn timing(&self) -> Timing {
        self.timing
    }

    /// Asks a question. The thread answers it after those that were asked before.
    pub fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut dyn Connection) -> Result<T, SharedError> + Send + 'static,
    ) -> PendingAnswer<T> {
        let (reply, answer) = mpsc::channel();
        let run = move |connection: Result<&mut dyn Connection, &SharedError>| {
            let result = match connection {
                Ok(connection) => question(connection),
                Err(error) => Err(error.clone()),
            };
            let error = result.as_ref().err().cloned();
            // The screen that asked may be gone.
            let _ = reply.send(result);
            error
        };
        // Without a thread the reply says that it has ended.
        let _ = self.requests.send(Request::Run(Box::new(run)));
        PendingAnswer(answer)
    }

    /// Adds an entry to a log; see [`store::append`].
    pub fn append(
        &self,
        (code, number): (TableCode, u64),
        entry: Entry,
        progress: TableProgress,
    ) -> PendingAnswer<Appended> {
        let client = self.client.id.clone();
        self.ask(move |connection| {
            store::append(connection, (&code, number), &client, &entry, &progress)
        })
    }

    /// Reads the log of this table from now on, from its beginning. Only one table is followed.
    pub fn follow(&self, code: Option<TableCode>) -> FollowId {
        self.follow_with(&mut lock(&self.news), code)
    }

    /// Follows no table any more, unless another one is followed already.
    pub fn unfollow(&self, id: FollowId) {
        let mut news = lock(&self.news);
        if news.follow == id {
            self.follow_with(&mut news, None);
        }
    }

    fn follow_with(&self, news: &mut News, code: Option<TableCode>) -> FollowId {
        news.follow.0 += 1;
        news.entries.clear();
        news.presence = Presence::default();
        // Without a thread there is no news.
        let _ = self.requests.send(Request::Follow(code, news.follow));
        news.follow
    }

    /// Reports news of the lobby from now on, or no longer.
    pub fn follow_lobby(&self, is_followed: bool) {
        // Without a thread there is no news.
        let _ = self.requests.send(Request::FollowLobby(is_followed));
    }

    /// Takes the new entries of a table; none if another one is followed now.
    pub fn take_entries(&self, id: FollowId) -> Vec<StoredEntry> {
        let mut news = lock(&self.news);
        if news.follow == id { std::mem::take(&mut news.entries) } else { Vec::new() }
    }

    /// Returns who is at the table that is followed.
    pub fn presence(&self) -> Presence {
        lock(&self.news).presence.clone()
    }

    /// Whether the lobby may have changed since the last call.
    pub fn take_lobby_news(&self) -> bool {
        std::mem::take(&mut lock(&self.news).lobby)
    }

    /// Why the database can't be used now.
    pub fn trouble(&self) -> Option<Outage> {
        lock(&self.news).trouble.clone()
    }

    /// Waits until the thread has said goodbye to the others, if this is the last handle.
    pub fn close(self) {
        let Self { requests, _end: end, .. } = self;
        drop(requests);
        if let Some(end) = Arc::into_inner(end) {
            let thread = lock(&end.1).take();
            drop(end);
            // A thread that has panicked has said so.
            let _ = thread.map(thread::JoinHandle::join);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_that_lasts_is_told() {
        let now = Instant::now() + LASTING;
        let trouble = |since| Outage { error: SharedError::Ended, since };
        assert_eq!(trouble(now).advice(), "");
        let lasting = trouble(Instant::now().checked_sub(LASTING).unwrap());
        assert!(lasting.advice().contains("more than a minute"));
    }
}
