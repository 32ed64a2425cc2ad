//! The thread that talks to the database, so that drawing never waits for it.

use std::{
    fmt,
    sync::{
        Arc, Condvar, Mutex,
        mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError},
    },
    thread,
    time::{Duration, Instant},
};

use super::{
    Client, Entry, SharedError, StoredEntry, TableCode,
    database::{self, Connection, Location},
    presence::{Presence, Timing},
    store::{self, Appended, TableProgress},
};
use crate::sync::lock;

/// The number of links whose threads have not ended, and a signal for each that ends.
static RUNNING: (Mutex<usize>, Condvar) = (Mutex::new(0), Condvar::new());

/// How long to wait before connecting again, at first and at most.
const RETRY_DELAYS: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(3));

/// What the thread has to do.
enum Request {
    /// Call a function with the connection, or with the reason why there is none.
    Run(Box<dyn FnOnce(Result<&mut dyn Connection, &SharedError>) -> Option<SharedError> + Send>),
    /// Read the log of this table from now on.
    Follow(Option<TableCode>),
    /// Report news of the lobby from now on, or no longer.
    FollowLobby(bool),
    /// The connection has news.
    News,
    /// Say goodbye and end.
    End,
}

/// What has happened since a screen looked last.
#[derive(Debug, Default)]
struct News {
    /// The entries of the table that is followed.
    entries: Vec<StoredEntry>,
    /// The clients at that table.
    presence: Presence,
    /// Whether the lobby may have changed.
    lobby: bool,
    /// Why the database can't be used now.
    trouble: Option<SharedError>,
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
pub struct Reply<T>(Receiver<Result<T, SharedError>>);

impl<T> Reply<T> {
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
        let worker = Worker {
            location,
            client: client.clone(),
            timing,
            wake: Arc::new(wake),
            news: Arc::clone(&news),
            requests: requests.clone(),
            connection: None,
            retry_delay: RETRY_DELAYS.0,
            retry_at: Instant::now(),
            table: None,
            lobby: false,
            next_beat: Instant::now(),
        };
        let thread = thread::Builder::new()
            .name("shared tables".to_owned())
            .spawn(move || {
                let _running = RunningGuard::new();
                worker.run(&received);
            })
            .ok();
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
    ) -> Reply<T> {
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
        Reply(answer)
    }

    /// Adds an entry to a log; see [`store::append`].
    pub fn append(
        &self,
        (code, number): (TableCode, u64),
        entry: Entry,
        progress: TableProgress,
    ) -> Reply<Appended> {
        let client = self.client.id.clone();
        self.ask(move |connection| {
            store::append(connection, (&code, number), &client, &entry, &progress)
        })
    }

    /// Reads the log of this table from now on, from its beginning. Only one table is followed.
    pub fn follow(&self, code: Option<TableCode>) {
        {
            let mut news = lock(&self.news);
            news.entries.clear();
            news.presence = Presence::default();
        }
        // Without a thread there is no news.
        let _ = self.requests.send(Request::Follow(code));
    }

    /// Reports news of the lobby from now on, or no longer.
    pub fn follow_lobby(&self, is_followed: bool) {
        // Without a thread there is no news.
        let _ = self.requests.send(Request::FollowLobby(is_followed));
    }

    /// Takes the new entries of the table that is followed.
    pub fn take_entries(&self) -> Vec<StoredEntry> {
        std::mem::take(&mut lock(&self.news).entries)
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
    pub fn trouble(&self) -> Option<SharedError> {
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

/// The table that is followed.
struct Followed {
    code: TableCode,
    /// The number of entries that were read.
    read: u64,
}

/// The state of the thread.
struct Worker {
    location: Location,
    client: Client,
    timing: Timing,
    wake: Arc<dyn Fn() + Send + Sync>,
    news: Arc<Mutex<News>>,
    requests: Sender<Request>,
    connection: Option<Box<dyn Connection>>,
    retry_delay: Duration,
    /// When to connect again.
    retry_at: Instant,
    table: Option<Followed>,
    lobby: bool,
    next_beat: Instant,
}

impl Worker {
    fn run(mut self, requests: &Receiver<Request>) {
        loop {
            self.connect();
            self.keep_up();
            let request = match requests.recv_timeout(self.wait_time()) {
                Ok(Request::End) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(request) => Some(request),
                Err(RecvTimeoutError::Timeout) => None,
            };
            match request {
                Some(Request::Run(run)) => {
                    let missing = SharedError::Unreachable("not connected".to_owned());
                    let trouble = lock(&self.news).trouble.clone().unwrap_or(missing);
                    let error = match &mut self.connection {
                        Some(connection) => run(Ok(connection.as_mut())),
                        None => run(Err(&trouble)),
                    };
                    let result = error.map_or(Ok(()), Err);
                    self.note(result);
                    // What was added is news for this process, too.
                    let result = self.read_entries();
                    self.note(result);
                    (self.wake)();
                }
                Some(Request::Follow(code)) => {
                    self.table = code.map(|code| Followed { code, read: 0 });
                    // Others must see that this client is here before it takes a seat.
                    let result = self.listen().and_then(|()| self.beat());
                    let result = result.and_then(|()| self.read_entries());
                    self.note(result);
                }
                Some(Request::FollowLobby(lobby)) => {
                    self.lobby = lobby;
                    lock(&self.news).lobby = lobby;
                    let result = self.listen();
                    self.note(result);
                    (self.wake)();
                }
                Some(Request::News | Request::End) | None => {}
            }
        }
        if let Some(connection) = &mut self.connection {
            // Others see that the client is gone by its silence, too.
            let _ = store::remove_client(connection.as_mut(), &self.client.id);
        }
    }

    /// How long to wait for requests before something else is due.
    fn wait_time(&self) -> Duration {
        let now = Instant::now();
        let Some(connection) = &self.connection else {
            return self.retry_at.saturating_duration_since(now);
        };
        let beat = self.next_beat.saturating_duration_since(now);
        connection.news_interval().map_or(beat, |interval| beat.min(interval))
    }

    /// Connects if there is no connection and it is time to try.
    fn connect(&mut self) {
        if self.connection.is_some() || Instant::now() < self.retry_at {
            return;
        }
        let requests = self.requests.clone();
        let wake = move || {
            // The thread has ended if nobody receives.
            let _ = requests.send(Request::News);
        };
        let opened = database::open(&self.location, wake);
        let result = opened.and_then(|connection| {
            self.connection = Some(connection);
            lock(&self.news).presence.restart(Instant::now());
            self.listen().and_then(|()| self.beat())
        });
        if result.is_ok() {
            self.retry_delay = RETRY_DELAYS.0;
            lock(&self.news).lobby |= self.lobby;
        }
        self.note(result);
    }

    /// Reads the news, and says that this client is here when that is due.
    fn keep_up(&mut self) {
        let result = self.look_for_news();
        self.note(result);
        if self.connection.is_some() && Instant::now() >= self.next_beat {
            let result = self.beat();
            self.note(result);
        }
    }

    fn look_for_news(&mut self) -> Result<(), SharedError> {
        let Some(connection) = &mut self.connection else { return Ok(()) };
        if !connection.has_news()? {
            return Ok(());
        }
        let is_lobby = self.lobby;
        let mut has_news = is_lobby;
        lock(&self.news).lobby |= is_lobby;
        has_news |= self.read_entries()? > 0;
        if has_news {
            (self.wake)();
        }
        Ok(())
    }

    /// Reads the new entries of the table that is followed. Returns their number.
    fn read_entries(&mut self) -> Result<usize, SharedError> {
        let (Some(connection), Some(table)) = (&mut self.connection, &mut self.table) else {
            return Ok(0);
        };
        let entries = store::entries(connection.as_mut(), &table.code, table.read)?;
        let Some(last) = entries.last() else { return Ok(0) };
        table.read = last.number + 1;
        let count = entries.len();
        let is_choice = |entry: &StoredEntry| {
            serde_json::from_str::<Entry>(&entry.text).is_ok_and(|entry| entry.choice().is_some())
        };
        if !entries.iter().all(is_choice) {
            // Somebody may have come, who must not look as if they were away.
            self.read_presence()?;
        }
        lock(&self.news).entries.extend(entries);
        (self.wake)();
        Ok(count)
    }

    /// Says that this client is here, and reads who else is.
    fn beat(&mut self) -> Result<(), SharedError> {
        self.next_beat = Instant::now() + self.timing.beat;
        let Some(connection) = &mut self.connection else { return Ok(()) };
        let code = self.table.as_ref().map(|table| &table.code);
        store::beat(connection.as_mut(), &self.client, code)?;
        self.read_presence()
    }

    /// Reads who is at the table that is followed.
    fn read_presence(&mut self) -> Result<(), SharedError> {
        let (Some(connection), Some(table)) = (&mut self.connection, &self.table) else {
            return Ok(());
        };
        let clients = store::clients(connection.as_mut(), Some(&table.code))?;
        let now = Instant::now();
        let here = |presence: &Presence| {
            presence.present(self.timing.away, now).map(|(id, _)| id.clone()).collect::<Vec<_>>()
        };
        let mut news = lock(&self.news);
        let before = here(&news.presence);
        news.presence.update(&clients, now);
        let is_changed = before != here(&news.presence);
        drop(news);
        if is_changed {
            (self.wake)();
        }
        Ok(())
    }

    /// Tells the connection what to listen to.
    fn listen(&mut self) -> Result<(), SharedError> {
        let Some(connection) = &mut self.connection else { return Ok(()) };
        let mut channels: Vec<String> =
            self.table.iter().map(|table| store::channel(&table.code)).collect();
        if self.lobby {
            channels.push(store::LOBBY_CHANNEL.to_owned());
        }
        connection.listen(&channels)
    }

    /// Reports the result of using the connection. A connection that is lost is opened again.
    fn note<T>(&mut self, result: Result<T, SharedError>) {
        let trouble = match result {
            Err(error @ (SharedError::Unreachable(_) | SharedError::Unusable(_))) => Some(error),
            Err(error @ (SharedError::TooNew { .. } | SharedError::Foreign(_))) => Some(error),
            // A question that fails is answered to the one who asked.
            Err(_) => return,
            Ok(_) if self.connection.is_none() => return,
            Ok(_) => None,
        };
        if trouble.is_some() {
            self.connection = None;
            self.retry_at = Instant::now() + self.retry_delay;
            self.retry_delay = (self.retry_delay * 2).min(RETRY_DELAYS.1);
        }
        let mut news = lock(&self.news);
        if news.trouble != trouble {
            news.trouble = trouble;
            drop(news);
            (self.wake)();
        }
    }
}
