//! Ctrl-C in long commands: the first one cancels the command, the second one ends the program.

use std::{
    io::{self, Read, Stdin, stdin},
    os::fd::AsFd,
    thread,
    time::Duration,
};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    iterator::Signals,
};

use crate::play::CancelToken;

/// The exit status of a program that was interrupted, as shells use it.
pub const INTERRUPTED: u8 = 130;

/// How often a wait for input checks the cancel flag.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Sets a cancel flag on Ctrl-C and on SIGTERM, until it is dropped.
pub struct Interrupts(signal_hook::iterator::Handle);

impl Interrupts {
    /// Starts to watch for signals. A second signal ends the program at once.
    ///
    /// # Errors
    /// Returns an error if the handlers or the thread cannot be installed.
    pub fn watch(cancel: &CancelToken) -> io::Result<Self> {
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        let (handle, cancel) = (signals.handle(), cancel.clone());
        thread::Builder::new().name("interrupts".to_owned()).spawn(move || {
            for _ in signals.forever() {
                if cancel.is_cancelled() {
                    std::process::exit(INTERRUPTED.into());
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

/// Standard input that ends when a flag is set, even during a read.
pub struct CancellableInput {
    stdin: Stdin,
    cancel: CancelToken,
}

impl CancellableInput {
    /// Creates an input that ends when this flag is set.
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
                // Bypass the buffer of `Stdin`, because `poll` cannot see what is in it.
                Ok(_) => return Ok(rustix::io::read(self.stdin.as_fd(), buffer)?),
                Err(error) => return Err(error.into()),
            }
        }
    }
}
