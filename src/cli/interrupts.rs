//! Ctrl-C in commands that take long: the first asks for the end, the second ends the program.

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

/// What shells say of a program that was interrupted.
pub const INTERRUPTED: u8 = 130;

/// How often somebody who waits for input looks whether he was interrupted.
const TICK: Duration = Duration::from_millis(50);

/// Watches for Ctrl-C (and being told to end) and sets a cancel flag. Ends when dropped.
pub struct Interrupts(signal_hook::iterator::Handle);

impl Interrupts {
    /// From now on.
    ///
    /// # Errors
    /// If the system does not let us.
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

/// Standard input that ends when it is no longer wanted, though somebody waits for it.
pub struct Input {
    stdin: Stdin,
    cancel: CancelToken,
}

impl Input {
    /// Until this flag is set.
    pub fn new(cancel: &CancelToken) -> Self {
        Self { stdin: stdin(), cancel: cancel.clone() }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let tick = Timespec::try_from(TICK).map_err(io::Error::other)?;
        loop {
            if self.cancel.is_cancelled() {
                return Ok(0);
            }
            match poll(
                &mut [PollFd::from_borrowed_fd(self.stdin.as_fd(), PollFlags::IN)],
                Some(&tick),
            ) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                // Past the buffer of `Stdin`, as what is in there can't be waited for.
                Ok(_) => return Ok(rustix::io::read(self.stdin.as_fd(), buffer)?),
                Err(why) => return Err(why.into()),
            }
        }
    }
}
