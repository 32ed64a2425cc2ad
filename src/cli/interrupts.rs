//! Ctrl-C and other signals in long commands: the first cancels the command, the second ends the
//! program.

use std::{
    fs,
    io::{self, Read, Stdin, stdin},
    os::fd::AsFd,
    process::ExitCode,
    sync::atomic::{AtomicI32, Ordering},
    thread,
    time::Duration,
};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};

use fourcade_engine::play::CancelToken;

/// Without a signal, an interrupted command ends as if by Ctrl-C.
static LAST_SIGNAL: AtomicI32 = AtomicI32::new(SIGINT);

/// Interval at which a wait for input checks for cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Returns the exit status after a signal, as shells report it.
pub fn status_after(signal: i32) -> u8 {
    u8::try_from(128 + signal).unwrap_or(u8::MAX)
}

/// Returns the exit status after the last signal, or after Ctrl-C if none was received.
pub fn interrupted_status() -> u8 {
    status_after(LAST_SIGNAL.load(Ordering::SeqCst))
}

/// Returns the exit status of a command that has shown its results, or part of them if interrupted.
pub fn exit_code(is_interrupted: bool) -> ExitCode {
    if is_interrupted { ExitCode::from(interrupted_status()) } else { ExitCode::SUCCESS }
}

/// Returns the signals that interrupt the program: SIGINT (Ctrl-C), SIGTERM, and SIGHUP unless
/// `nohup` started the program.
pub fn signals() -> Vec<i32> {
    let mut signals = vec![SIGINT, SIGTERM];
    if !is_ignored(SIGHUP) {
        signals.push(SIGHUP);
    }
    signals
}

/// Whether the parent process made us ignore this signal. False on systems without `/proc`.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask & (1 << (signal - 1)) != 0)
}

pub fn start_error(what: &str, error: &io::Error) -> io::Error {
    io::Error::other(format!("{what} can't be started: {error}; end other programs and try again"))
}

/// Cancels a token on the [signals], until dropped.
pub struct Interrupts(signal_hook::iterator::Handle);

impl Interrupts {
    /// Starts a thread that waits for signals. A second signal ends the program at once.
    pub fn watch(cancel: &CancelToken) -> io::Result<Self> {
        Self::start(cancel).map_err(|error| start_error("the thread for signals", &error))
    }

    fn start(cancel: &CancelToken) -> io::Result<Self> {
        let mut signals = Signals::new(signals())?;
        let (handle, cancel) = (signals.handle(), cancel.clone());
        thread::Builder::new().name("interrupts".to_owned()).spawn(move || {
            for signal in signals.forever() {
                LAST_SIGNAL.store(signal, Ordering::SeqCst);
                if cancel.is_cancelled() {
                    std::process::exit(interrupted_status().into());
                }
                cancel.cancel();
            }
        })?;
        Ok(Self(handle))
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Standard input that ends on cancellation, even during a read.
pub struct CancellableInput {
    stdin: Stdin,
    cancel: CancelToken,
}

impl CancellableInput {
    pub fn new(cancel: &CancelToken) -> Self {
        Self { stdin: stdin(), cancel: cancel.clone() }
    }
}

impl Read for CancellableInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let tick = Timespec::try_from(POLL_INTERVAL).map_err(io::Error::other)?;
        loop {
            if self.cancel.is_cancelled() {
                return Ok(0);
            }
            match poll(
                &mut [PollFd::from_borrowed_fd(self.stdin.as_fd(), PollFlags::IN)],
                Some(&tick),
            ) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                // Bypasses the buffer of `Stdin`, which `poll` can't see.
                Ok(_) => return Ok(rustix::io::read(self.stdin.as_fd(), buffer)?),
                Err(error) => return Err(error.into()),
            }
        }
    }
}
