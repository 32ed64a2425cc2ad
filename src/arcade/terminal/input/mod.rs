//! Input from the terminal: reads bytes and turns them into crossterm's events.
//!
//! crossterm's own reader keeps an unfinished sequence until its last byte comes, so a sequence
//! that was cut swallows all keys, Ctrl-C included, and it reads a terminal that has gone away in
//! an endless loop. What is missing is the framing by time, which [`Parser`] adds.

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

pub use key::is_foreign;
use parser::Parser;

/// A sequence whose next byte does not come in this time is not continued.
const PAUSE: Duration = Duration::from_millis(50);

/// The size of the buffer in bytes, which is that of a terminal's queue.
const BUFFER_BYTES: usize = 4096;

/// What a terminal has sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    Event(Event),
    /// A key with a letter that is not Latin, and the Latin character at its place.
    Placed(KeyEvent, char),
    /// The answer to the question whether the terminal has the kitty protocol.
    KnowsKitty,
}

pub struct Input {
    tty: OwnedFd,
    parser: Parser,
}

impl Input {
    /// Opens the terminal of standard input, or the controlling terminal if that is no terminal.
    pub fn open() -> io::Result<Self> {
        let tty = if isatty(stdin()) {
            fcntl_dupfd_cloexec(stdin(), 0)?
        } else {
            open("/dev/tty", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?
        };
        Ok(Self { tty, parser: Parser::default() })
    }

    /// Waits for what comes next. There may be nothing. Returns `None` once the terminal has gone
    /// away.
    pub fn next(&mut self) -> Option<Vec<Sent>> {
        let pause = self.parser.is_waiting().then(|| Timespec::try_from(PAUSE).ok()).flatten();
        let mut polled = [PollFd::new(&self.tty, PollFlags::IN)];
        match poll(&mut polled, pause.as_ref()) {
            Ok(0) => self.parser.pause(Instant::now()),
            Ok(_) => {
                let state = polled[0].revents();
                let mut buffer = [0; BUFFER_BYTES];
                match read(&self.tty, &mut buffer) {
                    // Without a hang-up, nothing was read because another program has left the
                    // terminal in a mode in which this can happen.
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
