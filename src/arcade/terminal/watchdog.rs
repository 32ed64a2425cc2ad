//! Ends the program if the drawing thread doesn't.

use std::{
    io,
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::{Duration, Instant},
};

use signal_hook::{consts::signal::SIGHUP, low_level};

use super::guard;

/// How long the drawing thread may take to restore the terminal.
const TIME_TO_RESTORE: Duration = Duration::from_secs(2);

/// How long the program may take to end once the terminal is restored. This is more than the store
/// takes to write the last moves.
const TIME_TO_END: Duration = Duration::from_secs(6);

/// How long after the first request a second one is part of it: one action can send two signals.
const SAME_ACTION: Duration = Duration::from_millis(250);

/// Watches that the program ends after it was asked to. It sleeps until then.
///
/// At a second request, or if the terminal is not restored in time, it restores the terminal and
/// ends the program, whatever the drawing thread does.
#[derive(Clone, Debug)]
pub struct Watchdog(Sender<i32>);

impl Watchdog {
    pub fn start() -> io::Result<Self> {
        let (sender, requests) = mpsc::channel();
        thread::Builder::new().name("watchdog".to_owned()).spawn(move || watch(&requests))?;
        Ok(Self(sender))
    }

    /// Reports that the program was asked to end: by this signal, or by a key or a closed terminal,
    /// which count as the signal.
    pub fn expect_end(&self, signal: i32) {
        // The thread ends only together with the program.
        let _ = self.0.send(signal);
    }
}

/// Waits for requests, and ends the program if nobody else does.
fn watch(requests: &Receiver<i32>) {
    let Ok(first) = requests.recv() else { return };
    let start = Instant::now();
    let signal = match second(requests, start + TIME_TO_RESTORE) {
        None if !guard::is_taken() => second(requests, start + TIME_TO_END),
        signal => signal,
    };
    thread::sleep(SAME_ACTION.saturating_sub(start.elapsed()));
    guard::restore_at_once();
    let signal = signal.unwrap_or(first);
    let _ = low_level::emulate_default_handler(signal);
    low_level::exit(128 + signal);
}

/// Waits for a second request until a time. A closed terminal is no request of a person who is out
/// of patience, and often reported twice.
fn second(requests: &Receiver<i32>, end: Instant) -> Option<i32> {
    loop {
        match requests.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(SIGHUP) => {}
            Ok(signal) => return Some(signal),
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(end.saturating_duration_since(Instant::now()));
                return None;
            }
        }
    }
}
