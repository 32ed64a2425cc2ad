//! What the thread does.

use std::{
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, RecvTimeoutError, Sender},
    },
    time::{Duration, Instant},
};

use super::{FollowId, News, Outage, Question, Request};
use crate::{
    database::shared_tables::{
        Client, ClientId, Entry, SharedError, StoredEntry, TableCode,
        connection::{self, Connection, Location},
        presence::Timing,
        store,
    },
    sync::lock,
};

/// How long to wait before connecting again, at first and at most.
const RETRY_DELAYS: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(5));
/// How long a connection must last until the trouble before it counts as over.
const RECOVERY: Duration = RETRY_DELAYS.1;

/// The table that is followed.
struct Followed {
    code: TableCode,
    id: FollowId,
    /// The number of entries that were read.
    read: u64,
    /// The clients at the table when they were looked at last, and what their silence means.
    clients: Vec<(ClientId, Silence)>,
}

/// What the silence of a client means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Silence {
    Here,
    Away,
    HandOver,
}

/// The state of the thread.
pub(super) struct Worker {
    location: Location,
    client: Client,
    timing: Timing,
    wake: Box<dyn Fn() + Send + Sync>,
    news: Arc<Mutex<News>>,
    requests: Sender<Request>,
    connection: Option<Box<dyn Connection>>,
    /// When the connection was opened.
    connected: Instant,
    retry_delay: Duration,
    /// When to connect again.
    retry_at: Instant,
    /// When the trouble began that is not over; `None` if there was none.
    trouble_since: Option<Instant>,
    table: Option<Followed>,
    lobby: bool,
    next_beat: Instant,
}

impl Worker {
    pub(super) fn new(
        (location, client, timing): (Location, Client, Timing),
        wake: Box<dyn Fn() + Send + Sync>,
        news: Arc<Mutex<News>>,
        requests: Sender<Request>,
    ) -> Self {
        Self {
            location,
            client,
            timing,
            wake,
            news,
            requests,
            connection: None,
            connected: Instant::now(),
            retry_delay: RETRY_DELAYS.0,
            retry_at: Instant::now(),
            trouble_since: None,
            table: None,
            lobby: false,
            next_beat: Instant::now(),
        }
    }

    pub(super) fn run(mut self, requests: &Receiver<Request>) {
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
                    self.answer(run);
                    (self.wake)();
                }
                Some(Request::Follow(code, id)) => {
                    self.table =
                        code.map(|code| Followed { code, id, read: 0, clients: Vec::new() });
                    // Others must see that this client is here before it takes a seat.
                    let result = self.catch_up();
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

    /// Calls a function with the connection, or with the reason why there is none.
    fn answer(&mut self, run: Question) {
        let Some(connection) = &mut self.connection else {
            let missing = SharedError::Unreachable("not connected".to_owned());
            let trouble = lock(&self.news).trouble.clone();
            let trouble = trouble.map_or(missing, |trouble| trouble.error);
            // This says nothing new, and must not put off the next attempt to connect.
            run(Err(&trouble));
            return;
        };
        let error = run(Ok(connection.as_mut()));
        self.note(error.map_or(Ok(()), Err));
        // What was added is news for this process, too.
        let result = self.read_entries();
        self.note(result);
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
        let opened = connection::open(&self.location, wake);
        self.connected = Instant::now();
        let result = opened.and_then(|connection| {
            self.connection = Some(connection);
            lock(&self.news).presence.restart(Instant::now());
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
        let (Some(connection), Some(table)) = (&mut self.connection, &self.table) else {
            return Ok(0);
        };
        let entries = store::entries(connection.as_mut(), &table.code, table.read)?;
        let Some(last) = entries.last() else { return Ok(0) };
        let (read, count) = (last.number + 1, entries.len());
        let is_choice = |entry: &StoredEntry| {
            serde_json::from_str::<Entry>(&entry.text).is_ok_and(|entry| entry.choice().is_some())
        };
        if !entries.iter().all(is_choice) {
            // Somebody may have come, who must not look as if they were away.
            self.read_presence()?;
        }
        let Some(table) = &mut self.table else { return Ok(0) };
        let mut news = lock(&self.news);
        if news.follow != table.id {
            // Another table is followed already, and the request to do so is on its way.
            return Ok(0);
        }
        news.entries.extend(entries);
        drop(news);
        table.read = read;
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
        let (Some(connection), Some(table)) = (&mut self.connection, &mut self.table) else {
            return Ok(());
        };
        let clients = store::clients(connection.as_mut(), Some(&table.code))?.items;
        let now = Instant::now();
        let mut news = lock(&self.news);
        if news.follow != table.id {
            return Ok(());
        }
        news.presence.update(&clients, now);
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
        let clients: Vec<_> = news.presence.silences(now).map(meaning).collect();
        drop(news);
        if clients != table.clients {
            table.clients = clients;
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

    /// Reports the result of using the connection. After trouble the connection is opened again, and
    /// later each time.
    fn note<T>(&mut self, result: Result<T, SharedError>) {
        let trouble = match result {
            Err(error) if error.is_trouble() => Some(error),
            // A question that is refused is answered to the one who asked.
            Err(_) => return,
            Ok(_) if self.connection.is_none() => return,
            Ok(_) => None,
        };
        if trouble.is_none() && self.connected.elapsed() >= RECOVERY {
            (self.retry_delay, self.trouble_since) = (RETRY_DELAYS.0, None);
        }
        let trouble = trouble.map(|error| {
            self.connection = None;
            self.retry_at = Instant::now() + self.retry_delay;
            self.retry_delay = (self.retry_delay * 2).min(RETRY_DELAYS.1);
            let since = *self.trouble_since.get_or_insert_with(Instant::now);
            Outage { error, since }
        });
        let mut news = lock(&self.news);
        // What lasts is said in other words after a while.
        if news.trouble.is_some() || trouble.is_some() {
            news.trouble = trouble;
            drop(news);
            (self.wake)();
        }
    }
}
