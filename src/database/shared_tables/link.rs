//! The connection to shared tables, on its own thread so that drawing never waits for it.

use std::{
    fmt,
    sync::{
        Arc, Condvar, Mutex,
        mpsc::{self, Receiver, Sender},
    },
    time::{Duration, Instant},
};

use super::{
    Client, ClientId, Entry, SharedError, StoredEntry, TableCode,
    connection::{Connection, Location},
    old_logs,
    presence::{Presence, Timing},
    store::{self, Appended, NewEntries, TableProgress},
};
use crate::{
    backoff::Backoff,
    job::{Job, Wake, Worker, WorkerState},
    sync::lock,
};

/// An outage is over once a connection has lasted this long.
const RECOVERY_TIME: Duration = Backoff::LONGEST_PAUSE;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outage {
    pub error: SharedError,
    /// When it began. Short connections in between don't count.
    pub since: Instant,
}

/// An outage that has lasted this long comes with advice.
const LONG_OUTAGE: Duration = Duration::from_secs(60);

impl Outage {
    /// Advice about a long outage, with a leading space; empty if it is short.
    pub fn advice(&self) -> &'static str {
        if self.since.elapsed() < LONG_OUTAGE {
            ""
        } else {
            " It has been like this for more than a minute: leave and come back later, or ask \
             whoever runs the database."
        }
    }
}

/// The state of a link for its handles.
#[derive(Debug, Default)]
struct LinkState {
    has_lobby_changed: bool,
    outage: Option<Outage>,
}

/// A cheap handle of the thread that uses the database. The thread ends with its last handle.
#[derive(Clone)]
pub struct Link {
    worker: Worker<LinkThread>,
    state: Arc<Mutex<LinkState>>,
    client: Client,
    timing: Timing,
}

/// The number of running link threads, and a signal for each that ends.
static RUNNING: (Mutex<usize>, Condvar) = (Mutex::new(0), Condvar::new());

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

/// Blocks until no link's thread runs or the timeout passes. Drop all links first.
pub fn wait_until_ended(timeout: Duration) {
    let running = lock(&RUNNING.0);
    // After a timeout, other clients notice the missing heartbeats.
    drop(RUNNING.1.wait_timeout_while(running, timeout, |running| *running > 0));
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").field("client", &self.client).finish_non_exhaustive()
    }
}

impl Link {
    /// Starts the thread, which opens the database and retries until it succeeds. `wake` is called
    /// whenever there is news or an answer.
    pub fn open(location: Location, client: Client, timing: Timing, wake: &Wake) -> Self {
        let state = Arc::<Mutex<LinkState>>::default();
        let running = RunningGuard::new();
        let thread = {
            let (client, wake, state) = (client.clone(), wake.clone(), Arc::clone(&state));
            move |poke| LinkThread {
                location,
                client,
                timing,
                wake,
                poke,
                state,
                connection: None,
                connected_at: Instant::now(),
                backoff: Backoff::default(),
                retry_at: Instant::now(),
                outage_since: None,
                table: None,
                follows_lobby: false,
                next_beat: Instant::now(),
                running,
            }
        };
        let worker = Worker::start("shared tables", wake, thread);
        Self { worker, state, client, timing }
    }

    pub fn client(&self) -> &Client {
        &self.client
    }

    pub fn timing(&self) -> Timing {
        self.timing
    }

    /// Queues a query after the earlier ones.
    pub fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut dyn Connection) -> Result<T, SharedError> + Send + 'static,
    ) -> Job<Result<T, SharedError>> {
        self.worker.ask(|thread| thread.answer(question))
    }

    /// Queues [`store::append`].
    pub fn append(
        &self,
        code: TableCode,
        number: u64,
        entry: Entry,
        progress: TableProgress,
    ) -> Job<Result<Appended, SharedError>> {
        let client = self.client.id.clone();
        self.ask(move |connection| {
            store::append(connection, &code, number, &client, &entry, &progress)
        })
    }

    /// Follows a table from the start of its log. Only the last table is followed.
    pub fn follow(&self, code: TableCode) -> TableSubscription {
        let (sender, entries) = mpsc::channel();
        let presence = Arc::<Mutex<Presence>>::default();
        let time = Arc::<Mutex<Option<DatabaseTime>>>::default();
        let table = TableFeed {
            code,
            entries: sender,
            entries_read: 0,
            presence: Arc::clone(&presence),
            time: Arc::clone(&time),
            clients: Vec::new(),
        };
        self.worker.run(move |thread| thread.follow(Some(table)));
        TableSubscription { worker: self.worker.clone(), entries, presence, time }
    }

    pub fn follow_lobby(&self, is_followed: bool) {
        self.worker.run(move |thread| thread.follow_lobby(is_followed));
    }

    /// Whether the lobby may have changed since the last call.
    pub fn poll_lobby(&self) -> bool {
        std::mem::take(&mut lock(&self.state).has_lobby_changed)
    }

    pub fn outage(&self) -> Option<Outage> {
        lock(&self.state).outage.clone()
    }
}

/// A reading of the database's clock.
#[derive(Clone, Copy, Debug)]
struct DatabaseTime {
    /// In milliseconds since 1970.
    time: i64,
    read_at: Instant,
}

/// Receives the news of a table until it is dropped or another table is followed.
pub struct TableSubscription {
    worker: Worker<LinkThread>,
    entries: Receiver<StoredEntry>,
    presence: Arc<Mutex<Presence>>,
    time: Arc<Mutex<Option<DatabaseTime>>>,
}

impl TableSubscription {
    /// Takes the received entries, in the order of the log.
    pub fn take_entries(&self) -> impl Iterator<Item = StoredEntry> {
        self.entries.try_iter()
    }

    pub fn presence(&self) -> Presence {
        lock(&self.presence).clone()
    }

    /// The time by the database's clock, in milliseconds since 1970; 0 before the log was read. May
    /// lag by the latency of the last reading.
    pub fn database_time(&self) -> i64 {
        let Some(DatabaseTime { time, read_at }) = *lock(&self.time) else { return 0 };
        let passed = i64::try_from(read_at.elapsed().as_millis()).unwrap_or(i64::MAX);
        time.saturating_add(passed)
    }
}

impl Drop for TableSubscription {
    fn drop(&mut self) {
        let presence = Arc::clone(&self.presence);
        self.worker.run(move |thread| thread.unfollow(&presence));
    }
}

/// The thread's end of a [`TableSubscription`].
struct TableFeed {
    code: TableCode,
    entries: Sender<StoredEntry>,
    /// The number of entries read and sent to the subscription.
    entries_read: u64,
    presence: Arc<Mutex<Presence>>,
    time: Arc<Mutex<Option<DatabaseTime>>>,
    /// The clients at the table as of the last heartbeat.
    clients: Vec<(ClientId, Attendance)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attendance {
    Here,
    Away,
    /// Away long enough for a stand-in.
    Replaceable,
}

struct LinkThread {
    location: Location,
    client: Client,
    timing: Timing,
    wake: Wake,
    /// Makes the thread poll for news.
    poke: Wake,
    state: Arc<Mutex<LinkState>>,
    connection: Option<Box<dyn Connection>>,
    connected_at: Instant,
    /// Used without its limit: retries go on until people leave.
    backoff: Backoff,
    retry_at: Instant,
    outage_since: Option<Instant>,
    table: Option<TableFeed>,
    follows_lobby: bool,
    next_beat: Instant,
    running: RunningGuard,
}

impl WorkerState for LinkThread {
    type Output = ();

    fn run_due(&mut self) -> Option<Instant> {
        self.connect();
        self.read_news_and_beat();
        let Some(connection) = &self.connection else { return Some(self.retry_at) };
        let next_poll = connection.poll_interval().map(|interval| Instant::now() + interval);
        Some(next_poll.map_or(self.next_beat, |poll| poll.min(self.next_beat)))
    }

    fn finish(self) {
        let Self { connection, client, running, .. } = self;
        if let Some(mut connection) = connection {
            // If this fails, other clients notice the missing heartbeats.
            let _ = store::remove_client(connection.as_mut(), &client.id);
        }
        drop(running);
    }
}

impl LinkThread {
    fn answer<T>(
        &mut self,
        question: impl FnOnce(&mut dyn Connection) -> Result<T, SharedError>,
    ) -> Result<T, SharedError> {
        let Some(connection) = &mut self.connection else {
            // Not recorded: it must not delay the next attempt to connect.
            let outage = lock(&self.state).outage.clone();
            let missing = || SharedError::Unreachable("not connected".to_owned());
            return Err(outage.map_or_else(missing, |outage| outage.error));
        };
        let result = question(connection.as_mut());
        self.record(result.as_ref().map(drop).map_err(Clone::clone));
        // The query may have added an entry, whose notification isn't sent back to this process.
        let read = self.read_entries();
        self.record(read);
        result
    }

    fn follow(&mut self, table: Option<TableFeed>) {
        self.table = table;
        // Sends a heartbeat before this client takes a seat, so that others see it as present.
        let result = self.catch_up();
        self.record(result);
    }

    /// Stops following a table, unless another one is followed by now.
    fn unfollow(&mut self, presence: &Arc<Mutex<Presence>>) {
        if self.table.as_ref().is_some_and(|table| Arc::ptr_eq(&table.presence, presence)) {
            self.follow(None);
        }
    }

    fn follow_lobby(&mut self, is_followed: bool) {
        self.follows_lobby = is_followed;
        lock(&self.state).has_lobby_changed = is_followed;
        let result = self.listen();
        self.record(result);
        self.wake.wake();
    }

    fn connect(&mut self) {
        if self.connection.is_some() || Instant::now() < self.retry_at {
            return;
        }
        let poke = self.poke.clone();
        let opened = old_logs::open(&self.location, move || poke.wake());
        self.connected_at = Instant::now();
        let result = opened.and_then(|connection| {
            self.connection = Some(connection);
            if let Some(table) = &self.table {
                lock(&table.presence).restart(Instant::now());
            }
            self.catch_up()
        });
        if result.is_ok() {
            lock(&self.state).has_lobby_changed |= self.follows_lobby;
        }
        self.record(result);
    }

    /// Prepares a new connection or table: listens, sends a heartbeat, and reads the log.
    fn catch_up(&mut self) -> Result<(), SharedError> {
        self.listen()?;
        self.beat()?;
        self.read_entries().map(drop)
    }

    fn read_news_and_beat(&mut self) {
        let result = self.read_news();
        self.record(result);
        if self.connection.is_some() && Instant::now() >= self.next_beat {
            let result = self.beat();
            self.record(result);
        }
    }

    fn read_news(&mut self) -> Result<(), SharedError> {
        let Some(connection) = &mut self.connection else { return Ok(()) };
        if !connection.poll_news()? {
            return Ok(());
        }
        lock(&self.state).has_lobby_changed |= self.follows_lobby;
        // New entries have already woken the screens.
        if self.read_entries()? == 0 && self.follows_lobby {
            self.wake.wake();
        }
        Ok(())
    }

    fn read_entries(&mut self) -> Result<usize, SharedError> {
        let (Some(connection), Some(table)) = (&mut self.connection, &self.table) else {
            return Ok(0);
        };
        let NewEntries { entries, read_at } =
            store::entries(connection.as_mut(), &table.code, table.entries_read)?;
        *lock(&table.time) = Some(DatabaseTime { time: read_at, read_at: Instant::now() });
        let count = entries.len();
        if count == 0 {
            return Ok(0);
        }
        if !entries.iter().all(StoredEntry::is_choice) {
            // A person who has just sat down must not appear as away.
            self.read_presence()?;
        }
        let Some(table) = &mut self.table else { return Ok(0) };
        for stored in entries {
            table.entries_read = stored.number + 1;
            // The receiver may already be dropped.
            let _ = table.entries.send(stored);
        }
        self.wake.wake();
        Ok(count)
    }

    /// Sends a heartbeat and reads those of others.
    fn beat(&mut self) -> Result<(), SharedError> {
        self.next_beat = Instant::now() + self.timing.beat;
        let Some(connection) = &mut self.connection else { return Ok(()) };
        let code = self.table.as_ref().map(|table| &table.code);
        store::beat(connection.as_mut(), &self.client, code)?;
        self.read_presence()
    }

    fn read_presence(&mut self) -> Result<(), SharedError> {
        let (Some(connection), Some(table)) = (&mut self.connection, &mut self.table) else {
            return Ok(());
        };
        let clients = store::clients(connection.as_mut(), Some(&table.code))?;
        let now = Instant::now();
        let mut presence = lock(&table.presence);
        presence.update(&clients, now);
        // A client that falls silent causes no notification, so the last state is compared.
        let attendance = |silence: Duration| match silence {
            silence if silence >= self.timing.hand_over => Attendance::Replaceable,
            silence if silence >= self.timing.away => Attendance::Away,
            _ => Attendance::Here,
        };
        let silences = presence.silences(now);
        let clients: Vec<_> =
            silences.map(|(id, silence)| (id.clone(), attendance(silence))).collect();
        drop(presence);
        if clients != table.clients {
            table.clients = clients;
            self.wake.wake();
        }
        Ok(())
    }

    fn listen(&mut self) -> Result<(), SharedError> {
        let Some(connection) = &mut self.connection else { return Ok(()) };
        let mut channels: Vec<String> =
            self.table.iter().map(|table| store::channel(&table.code)).collect();
        if self.follows_lobby {
            channels.push(store::LOBBY_CHANNEL.to_owned());
        }
        connection.listen(&channels)
    }

    /// Records the result of using the connection. During an outage it is reopened with backoff.
    fn record<T>(&mut self, result: Result<T, SharedError>) {
        let failure = match result {
            Err(error) if error.is_failure() => Some(error),
            // The caller handles the refusal of a request.
            Err(_) => return,
            Ok(_) if self.connection.is_none() => return,
            Ok(_) => None,
        };
        if failure.is_none() && self.connected_at.elapsed() >= RECOVERY_TIME {
            (self.backoff, self.outage_since) = (Backoff::default(), None);
        }
        let outage = failure.map(|error| {
            self.connection = None;
            self.backoff.fail();
            self.retry_at = Instant::now() + self.backoff.pause();
            let since = *self.outage_since.get_or_insert_with(Instant::now);
            Outage { error, since }
        });
        let mut state = lock(&self.state);
        // Wakes the screens even if nothing changes: the text of a long outage changes with time.
        if state.outage.is_some() || outage.is_some() {
            state.outage = outage;
            drop(state);
            self.wake.wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_outage_comes_with_advice() {
        let outage = |since| Outage { error: SharedError::Ended, since };
        assert_eq!(outage(Instant::now() + LONG_OUTAGE).advice(), "");
        let long = outage(Instant::now().checked_sub(LONG_OUTAGE).unwrap());
        assert!(long.advice().contains("more than a minute"));
    }
}
