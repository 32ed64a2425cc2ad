//! Reads the terminal's bytes and turns them into crossterm's events.
//!
//! crossterm's own reader waits for the end of a sequence without a timeout, so a truncated one
//! swallows all keys, even Ctrl-C. It also loops forever once the terminal is gone.

mod key;
mod parser;
#[cfg(test)]
mod tests;

use std::{
    io,
    os::fd::OwnedFd,
    time::{Duration, Instant},
};

use crossterm::event::{Event, KeyEvent};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{Mode, OFlags, open},
    io::{Errno, fcntl_dupfd_cloexec, read},
    stdio::stdin,
    termios::isatty,
};

pub use key::is_non_latin;
use parser::Parser;

/// Pause after which an unfinished sequence is given up.
const PAUSE: Duration = Duration::from_millis(50);

/// The size of the buffer in bytes: that of a terminal's queue.
const BUFFER_BYTES: usize = 4096;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    Event(Event),
    /// A key of a non-Latin layout, and its character on a US keyboard.
    NonLatinKey(KeyEvent, char),
    /// The terminal's reply that it has the kitty keyboard protocol.
    SupportsKitty,
}

pub struct Input {
    tty: OwnedFd,
    parser: Parser,
}

impl Input {
    /// Opens standard input or, if that is no terminal, the controlling terminal.
    pub fn open() -> io::Result<Self> {
        let tty = if isatty(stdin()) {
            fcntl_dupfd_cloexec(stdin(), 0)?
        } else {
            open("/dev/tty", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?
        };
        Ok(Self { tty, parser: Parser::default() })
    }

    /// Waits for bytes or a pause; returns the events so far, or `None` once the terminal is gone.
    pub fn next(&mut self) -> Option<Vec<Received>> {
        let pause = self.parser.is_waiting().then(|| Timespec::try_from(PAUSE).ok()).flatten();
        let mut polled = [PollFd::new(&self.tty, PollFlags::IN)];
        match poll(&mut polled, pause.as_ref()) {
            Ok(0) => self.parser.pause(Instant::now()),
            Ok(_) => {
                let state = polled[0].revents();
                let mut buffer = [0; BUFFER_BYTES];
                match read(&self.tty, &mut buffer) {
                    // Without a hang-up, 0 bytes mean that another program has set a mode in which
                    // a read may return nothing (VMIN = 0).
                    Ok(0) if state.intersects(PollFlags::HUP | PollFlags::ERR) => return None,
                    Ok(count) => self.parser.feed(&buffer[..count], Instant::now()),
                    Err(Errno::INTR | Errno::AGAIN) => {}
                    Err(_) => return None,
                }
            }
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(_) => return None,
        }
        Some(self.parser.take())
    }
}
