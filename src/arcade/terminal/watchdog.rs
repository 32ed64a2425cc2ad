//! Ends the program if the drawing thread doesn't end it when asked to.

use std::{
    io,
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::{Duration, Instant},
};

use signal_hook::{consts::signal::SIGHUP, low_level};

use super::guard;

/// Time allowed to the drawing thread to restore the terminal.
const RESTORE_TIMEOUT: Duration = Duration::from_secs(2);

/// Time allowed until the program ends. The store needs less to write the last moves.
const EXIT_TIMEOUT: Duration = Duration::from_secs(6);

/// Minimum time from the first request to a forced end, because one action may send two signals.
const MIN_TIME_TO_FORCED_END: Duration = Duration::from_millis(250);

/// At a second request to end, or some time after the first, the watchdog restores the terminal and
/// ends the program, whatever the drawing thread does.
#[derive(Clone, Debug)]
pub struct Watchdog(Sender<i32>);

impl Watchdog {
    pub fn start() -> io::Result<Self> {
        let (sender, requests) = mpsc::channel();
        thread::Builder::new().name("watchdog".to_owned()).spawn(move || watch(&requests))?;
        Ok(Self(sender))
    }

    /// Reports a request to end. A key or a closed terminal is reported as the signal that it
    /// stands for.
    pub fn report_request(&self, signal: i32) {
        // The thread lives as long as the program.
        let _ = self.0.send(signal);
    }
}

fn watch(requests: &Receiver<i32>) {
    let Ok(first) = requests.recv() else { return };
    let start = Instant::now();
    let mut second = second_request(requests, start + RESTORE_TIMEOUT);
    // A restored terminal leaves time for the store.
    if second.is_none() && !guard::is_taken() {
        second = second_request(requests, start + EXIT_TIMEOUT);
    }
    thread::sleep(MIN_TIME_TO_FORCED_END.saturating_sub(start.elapsed()));
    guard::force_restore();
    let signal = second.unwrap_or(first);
    let _ = low_level::emulate_default_handler(signal);
    low_level::exit(128 + signal);
}

/// Waits for a second request until `end`. A closed terminal, often reported twice, is ignored.
fn second_request(requests: &Receiver<i32>, end: Instant) -> Option<i32> {
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
