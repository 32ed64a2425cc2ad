//! The thread that drives the I/O of a connection.

use std::{
    future::{Future, poll_fn},
    pin::pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicI32, Ordering},
        mpsc,
    },
    task::Poll,
    thread::{self, JoinHandle},
    time::Duration,
};

use tokio::{
    runtime::{Builder, Handle},
    sync::oneshot,
    time::timeout,
};
use tokio_postgres::{AsyncMessage, Client, Config, Connection, NoTls, Socket, tls::NoTlsStream};

use super::failure;
use crate::{database::shared_tables::SharedError, sync::lock};

const STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);
/// The timeout for the server's handshake after connecting.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);
const CLOSE_TIMEOUT: Duration = Duration::from_millis(300);

#[derive(Debug, Default)]
struct State {
    has_news: AtomicBool,
    /// The reason why the connection has ended.
    ended: Mutex<Option<SharedError>>,
    /// The server process of this connection. Its own notifications are ignored.
    backend_pid: AtomicI32,
}

/// A handle of the thread, which ends when this is dropped. Drop the client first.
#[derive(Debug)]
pub struct ConnectionThread {
    state: Arc<State>,
    runtime: Handle,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

struct Connected {
    client: Client,
    runtime: Handle,
    version: String,
}

enum Event {
    EndRequested,
    /// A notification by the server process with this ID.
    Notified(i32),
    OtherMessage,
    Ended(SharedError),
}

impl ConnectionThread {
    /// `wake` is called when there is news and when the connection has ended.
    pub fn connect(
        config: Config,
        wake: impl Fn() + Send + 'static,
    ) -> Result<(Self, Client), SharedError> {
        let state = Arc::new(State { has_news: true.into(), ..State::default() });
        let (end, ended) = oneshot::channel();
        let (report, reported) = mpsc::channel();
        let work = {
            let state = Arc::clone(&state);
            move || run(&config, &state, &wake, ended, &report)
        };
        let failed = |error: std::io::Error| SharedError::Unreachable(error.to_string());
        let thread = thread::Builder::new().name("postgres".to_owned()).spawn(work);
        let thread = thread.map_err(failed)?;
        let Connected { client, runtime, version } =
            reported.recv().unwrap_or(Err(SharedError::Ended))?;
        let connection = Self { state, runtime, end: Some(end), thread: Some(thread) };
        failure::check_version(&version)?;
        Ok((connection, client))
    }

    pub fn set_backend_pid(&self, pid: i32) {
        self.state.backend_pid.store(pid, Ordering::Relaxed);
    }

    pub fn poll_news(&self) -> Result<bool, SharedError> {
        self.check()?;
        Ok(self.state.has_news.swap(false, Ordering::Relaxed))
    }

    /// Blocks until the answer is there. After a timeout the connection is given up.
    pub fn wait<T>(
        &self,
        answer: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, SharedError> {
        self.check()?;
        let answer = self.runtime.block_on(async { timeout(STATEMENT_TIMEOUT, answer).await });
        match answer {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) if error.is_closed() => {
                self.check()?;
                Err(hung_up())
            }
            Ok(Err(error)) => Err(failure::shared_error(&error)),
            Err(_) => Err(self.give_up("there was no answer for too long")),
        }
    }

    pub fn give_up(&self, reason: &str) -> SharedError {
        let error = SharedError::Unreachable(reason.to_owned());
        lock(&self.state.ended).get_or_insert(error).clone()
    }

    fn check(&self) -> Result<(), SharedError> {
        lock(&self.state.ended).clone().map_or(Ok(()), Err)
    }
}

impl Drop for ConnectionThread {
    fn drop(&mut self) {
        // The thread may have ended already. A panic was reported on that thread.
        let _ = self.end.take().map(|end| end.send(()));
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn run(
    config: &Config,
    state: &State,
    wake: &dyn Fn(),
    end: oneshot::Receiver<()>,
    report: &mpsc::Sender<Result<Connected, SharedError>>,
) {
    let runtime = match Builder::new_current_thread().enable_io().enable_time().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            let error = SharedError::Unreachable(error.to_string());
            // The receiver may be gone, here and below.
            let _ = report.send(Err(error));
            return;
        }
    };
    runtime.block_on(async {
        let (client, mut connection) = match connect(config).await {
            Ok(connected) => connected,
            Err(error) => {
                let _ = report.send(Err(error));
                return;
            }
        };
        let version = connection.parameter("server_version").unwrap_or_default().to_owned();
        let connected = Connected { client, runtime: Handle::current(), version };
        if report.send(Ok(connected)).is_err() {
            return;
        }
        let mut end = pin!(end);
        let mut is_ending = false;
        let mut next = poll_fn(|context| {
            if !is_ending && end.as_mut().poll(context).is_ready() {
                is_ending = true;
                return Poll::Ready(Event::EndRequested);
            }
            connection.poll_message(context).map(|message| match message {
                Some(Ok(AsyncMessage::Notification(news))) => Event::Notified(news.process_id()),
                Some(Ok(_)) => Event::OtherMessage,
                Some(Err(error)) => Event::Ended(failure::shared_error(&error)),
                None => Event::Ended(hung_up()),
            })
        });
        let reason = loop {
            match (&mut next).await {
                Event::EndRequested => {
                    let is_open = |event| !matches!(event, Event::Ended(_));
                    let close = async { while is_open((&mut next).await) {} };
                    // If this fails, the server notices that the socket is closed.
                    let _ = timeout(CLOSE_TIMEOUT, close).await;
                    return;
                }
                Event::Notified(process_id) => {
                    let is_own = process_id == state.backend_pid.load(Ordering::Relaxed);
                    if !is_own && !state.has_news.swap(true, Ordering::Relaxed) {
                        wake();
                    }
                }
                Event::OtherMessage => {}
                Event::Ended(reason) => break reason,
            }
        };
        drop(connection);
        lock(&state.ended).get_or_insert(reason);
        wake();
        // The runtime must live on, because its timers serve threads that wait for an answer.
        let _ = end.await;
    });
    runtime.shutdown_background();
}

/// Connects to a server, with a timeout in proportion to the number of its addresses.
async fn connect(
    config: &Config,
) -> Result<(Client, Connection<Socket, NoTlsStream>), SharedError> {
    let addresses = config.get_hosts().len().max(config.get_hostaddrs().len()).max(1);
    let each = config.get_connect_timeout().copied().unwrap_or_default() + HANDSHAKE_TIMEOUT;
    let limit = each * u32::try_from(addresses).unwrap_or(1);
    match timeout(limit, config.connect(NoTls)).await {
        Ok(connected) => connected.map_err(|error| failure::shared_error(&error)),
        Err(_) => Err(SharedError::Unreachable(failure::NO_ANSWER.to_owned())),
    }
}

fn hung_up() -> SharedError {
    SharedError::Unreachable("the server has hung up".to_owned())
}
