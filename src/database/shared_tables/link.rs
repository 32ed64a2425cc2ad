//! The thread that talks to the database, so that drawing never waits for it.

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
    store::{self, Appended, LogNews, TableProgress},
};
use crate::{
    backoff::Backoff,
    job::{Job, Wake, Worker, Workplace},
    sync::lock,
};

/// How long a connection must last until the trouble before it counts as over.
const RECOVERY: Duration = Backoff::LONGEST;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outage {
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
    /// Whether the lobby may have changed.
    lobby: bool,
    trouble: Option<Outage>,
}

/// A handle of the thread that talks to the database, cheap to clone. The thread ends with the last
/// handle.
#[derive(Clone)]
pub struct Link {
    worker: Worker<Talker>,
    news: Arc<Mutex<News>>,
    client: Client,
    timing: Timing,
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

impl Link {
    /// Starts the thread. It opens the database and keeps trying if that can't be reached. `wake`
    /// is called whenever there is news or an answer.
    pub fn open(location: Location, client: Client, timing: Timing, wake: &Wake) -> Self {
        let news = Arc::<Mutex<News>>::default();
        let running = RunningGuard::new();
        let talker = {
            let (client, wake, news) = (client.clone(), wake.clone(), Arc::clone(&news));
            move |poke| Talker {
                location,
                client,
                timing,
                wake,
                poke,
                news,
                connection: None,
                connected: Instant::now(),
                backoff: Backoff::default(),
                retry_at: Instant::now(),
                trouble_since: None,
                table: None,
                lobby: false,
                next_beat: Instant::now(),
                running,
            }
        };
        let worker = Worker::start("shared tables", wake, talker);
        Self { worker, news, client, timing }
    }

    pub fn client(&self) -> &Client {
        &self.client
    }

    pub fn timing(&self) -> Timing {
        self.timing
    }

    /// The thread answers after the questions that were asked before.
    pub fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut dyn Connection) -> Result<T, SharedError> + Send + 'static,
    ) -> Job<Result<T, SharedError>> {
        self.worker.ask(|talker| talker.answer(question))
    }

    /// Adds an entry to a log; see [`store::append`].
    pub fn append(
        &self,
        (code, number): (TableCode, u64),
        entry: Entry,
        progress: TableProgress,
    ) -> Job<Result<Appended, SharedError>> {
        let client = self.client.id.clone();
        self.ask(move |connection| {
            store::append(connection, (&code, number), &client, &entry, &progress)
        })
    }

    /// Reads the log of this table from now on, from its beginning. Only the last one is followed.
    pub fn follow(&self, code: TableCode) -> FollowedTable {
        let (sender, entries) = mpsc::channel();
        let presence = Arc::<Mutex<Presence>>::default();
        let time = Arc::<Mutex<Option<DatabaseTime>>>::default();
        let table = Followed {
            code,
            entries: sender,
            read: 0,
            presence: Arc::clone(&presence),
            time: Arc::clone(&time),
            clients: Vec::new(),
        };
        self.worker.run(move |talker| talker.follow(Some(table)));
        FollowedTable { worker: self.worker.clone(), entries, presence, time }
    }

    pub fn follow_lobby(&self, is_followed: bool) {
        self.worker.run(move |talker| talker.follow_lobby(is_followed));
    }

    /// Whether the lobby may have changed since the last call.
    pub fn take_lobby_news(&self) -> bool {
        std::mem::take(&mut lock(&self.news).lobby)
    }

    pub fn trouble(&self) -> Option<Outage> {
        lock(&self.news).trouble.clone()
    }
}

/// What time it was by the clock of the database, and when that was read.
#[derive(Clone, Copy, Debug)]
struct DatabaseTime {
    /// In milliseconds since 1970.
    time: i64,
    read: Instant,
}

/// The news of a table. It is followed until this is dropped or another one is followed.
pub struct FollowedTable {
    worker: Worker<Talker>,
    entries: Receiver<StoredEntry>,
    presence: Arc<Mutex<Presence>>,
    /// As of the last news of the log.
    time: Arc<Mutex<Option<DatabaseTime>>>,
}

impl FollowedTable {
    /// Takes the entries that have come, which are the next ones of the log.
    pub fn take_entries(&self) -> impl Iterator<Item = StoredEntry> {
        self.entries.try_iter()
    }

    pub fn presence(&self) -> Presence {
        lock(&self.presence).clone()
    }

    /// What time it is by the clock of the database, in milliseconds since 1970. It may be a little
    /// later, because the news was on its way. 0 before the log was read.
    pub fn database_time(&self) -> i64 {
        let Some(DatabaseTime { time, read }) = *lock(&self.time) else { return 0 };
        let passed = i64::try_from(read.elapsed().as_millis()).unwrap_or(i64::MAX);
        time.saturating_add(passed)
    }
}

impl Drop for FollowedTable {
    fn drop(&mut self) {
        let presence = Arc::clone(&self.presence);
        self.worker.run(move |talker| talker.unfollow(&presence));
    }
}

struct Followed {
    code: TableCode,
    entries: Sender<StoredEntry>,
    /// The number of entries that were read and sent.
    read: u64,
    presence: Arc<Mutex<Presence>>,
    time: Arc<Mutex<Option<DatabaseTime>>>,
    /// The clients at the table when they were looked at last, and what their silence means.
    clients: Vec<(ClientId, Silence)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Silence {
    Here,
    Away,
    HandOver,
}

/// What the thread works with.
struct Talker {
    location: Location,
    client: Client,
    timing: Timing,
    wake: Wake,
    /// Lets the thread look for news.
    poke: Wake,
    news: Arc<Mutex<News>>,
    connection: Option<Box<dyn Connection>>,
    connected: Instant,
    /// It ignores the limit: people are told that the trouble lasts, and wait or leave.
    backoff: Backoff,
    retry_at: Instant,
    /// When the trouble began that is not over; `None` if there was none.
    trouble_since: Option<Instant>,
    table: Option<Followed>,
    lobby: bool,
    next_beat: Instant,
    running: RunningGuard,
}

impl Workplace for Talker {
    type End = ();

    fn tend(&mut self) -> Option<Instant> {
        self.connect();
        self.keep_up();
        let Some(connection) = &self.connection else { return Some(self.retry_at) };
        let news = connection.news_interval().map(|interval| Instant::now() + interval);
        Some(news.map_or(self.next_beat, |news| news.min(self.next_beat)))
    }

    fn end(self) {
        let Self { connection, client, running, .. } = self;
        if let Some(mut connection) = connection {
            // Others see that the client is gone by its silence, too.
            let _ = store::remove_client(connection.as_mut(), &client.id);
        }
        drop(running);
    }
}

impl Talker {
    fn answer<T>(
        &mut self,
        question: impl FnOnce(&mut dyn Connection) -> Result<T, SharedError>,
    ) -> Result<T, SharedError> {
        let Some(connection) = &mut self.connection else {
            // This says nothing new, and must not put off the next attempt to connect.
            let trouble = lock(&self.news).trouble.clone();
            let missing = || SharedError::Unreachable("not connected".to_owned());
            return Err(trouble.map_or_else(missing, |trouble| trouble.error));
        };
        let result = question(connection.as_mut());
        self.note(result.as_ref().map(drop).map_err(Clone::clone));
        // What was added is news for this process, too.
        let read = self.read_entries();
        self.note(read);
        result
    }

    fn follow(&mut self, table: Option<Followed>) {
        self.table = table;
        // Others must see that this client is here before it takes a seat.
        let result = self.catch_up();
        self.note(result);
    }

    /// Follows no table any more, unless another one is followed already.
    fn unfollow(&mut self, presence: &Arc<Mutex<Presence>>) {
        if self.table.as_ref().is_some_and(|table| Arc::ptr_eq(&table.presence, presence)) {
            self.follow(None);
        }
    }

    fn follow_lobby(&mut self, is_followed: bool) {
        self.lobby = is_followed;
        lock(&self.news).lobby = is_followed;
        let result = self.listen();
        self.note(result);
        self.wake.wake();
    }

    /// Connects if there is no connection and it is time to try.
    fn connect(&mut self) {
        if self.connection.is_some() || Instant::now() < self.retry_at {
            return;
        }
        let poke = self.poke.clone();
        let opened = old_logs::open(&self.location, move || poke.wake());
        self.connected = Instant::now();
        let result = opened.and_then(|connection| {
            self.connection = Some(connection);
            if let Some(table) = &self.table {
                lock(&table.presence).restart(Instant::now());
            }
            self.catch_up()
        });
        if result.is_ok() {
            lock(&self.news).lobby |= self.lobby;
        }
        self.note(result);
    }

    /// Does what a new connection or another table needs: listens, says that this client is here,
    /// and reads what was added before it listened.
    fn catch_up(&mut self) -> Result<(), SharedError> {
        self.listen()?;
        self.beat()?;
        self.read_entries().map(drop)
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
        lock(&self.news).lobby |= self.lobby;
        // New entries have woken the screens.
        if self.read_entries()? == 0 && self.lobby {
            self.wake.wake();
        }
        Ok(())
    }

    /// Returns the number of new entries.
    fn read_entries(&mut self) -> Result<usize, SharedError> {
        let (Some(connection), Some(table)) = (&mut self.connection, &self.table) else {
            return Ok(0);
        };
        let news = store::entries(connection.as_mut(), &table.code, table.read)?;
        let LogNews { entries, read_at } = news;
        *lock(&table.time) = Some(DatabaseTime { time: read_at, read: Instant::now() });
        let count = entries.len();
        if count == 0 {
            return Ok(0);
        }
        if !entries.iter().all(StoredEntry::is_choice) {
            // Somebody may have come, who must not look as if they were away.
            self.read_presence()?;
        }
        let Some(table) = &mut self.table else { return Ok(0) };
        for stored in entries {
            table.read = stored.number + 1;
            // Another table may be followed soon.
            let _ = table.entries.send(stored);
        }
        self.wake.wake();
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

    fn read_presence(&mut self) -> Result<(), SharedError> {
        let (Some(connection), Some(table)) = (&mut self.connection, &mut self.table) else {
            return Ok(());
        };
        let clients = store::clients(connection.as_mut(), Some(&table.code))?;
        let now = Instant::now();
        let mut presence = lock(&table.presence);
        presence.update(&clients, now);
        // A client that falls silent changes nothing in the database. So what its silence meant
        // before is remembered.
        let meaning = |(id, silence): (&ClientId, Duration)| {
            let meaning = match silence {
                silence if silence >= self.timing.hand_over => Silence::HandOver,
                silence if silence >= self.timing.away => Silence::Away,
                _ => Silence::Here,
            };
            (id.clone(), meaning)
        };
        let clients: Vec<_> = presence.silences(now).map(meaning).collect();
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
        if self.lobby {
            channels.push(store::LOBBY_CHANNEL.to_owned());
        }
        connection.listen(&channels)
    }

    /// Reports the result of using the connection. After trouble the connection is opened again,
    /// and later each time.
    fn note<T>(&mut self, result: Result<T, SharedError>) {
        let trouble = match result {
            Err(error) if error.is_trouble() => Some(error),
            // A question that is refused is answered to the one who asked.
            Err(_) => return,
            Ok(_) if self.connection.is_none() => return,
            Ok(_) => None,
        };
        if trouble.is_none() && self.connected.elapsed() >= RECOVERY {
            (self.backoff, self.trouble_since) = (Backoff::default(), None);
        }
        let trouble = trouble.map(|error| {
            self.connection = None;
            self.backoff.fail();
            self.retry_at = Instant::now() + self.backoff.pause();
            let since = *self.trouble_since.get_or_insert_with(Instant::now);
            Outage { error, since }
        });
        let mut news = lock(&self.news);
        // What lasts is said in other words after a while.
        if news.trouble.is_some() || trouble.is_some() {
            news.trouble = trouble;
            drop(news);
            self.wake.wake();
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
