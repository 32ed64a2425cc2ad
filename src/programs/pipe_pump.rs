//! The pipes to a program: one thread writes its input and collects its output, within a limit.

use std::{
    fs::File,
    io::{self, Read, Write},
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    time::Duration,
};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

const CHUNK_BYTES: usize = 16 * 1024;

/// Writes a program's input and collects its output without blocking.
pub(super) struct PipePump {
    /// `None` when it is closed.
    input: Option<File>,
    to_send: Vec<u8>,
    /// How many bytes of `to_send` have been sent.
    sent: usize,
    closes_input_when_sent: bool,
    /// The program's output; `None` when the program has closed it or has printed too much.
    output: Option<File>,
    received: Vec<u8>,
    max_output: usize,
}

impl PipePump {
    pub fn new(
        input: Option<OwnedFd>,
        output: Option<OwnedFd>,
        max_output: usize,
    ) -> io::Result<Self> {
        for pipe in input.iter().chain(&output) {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        Ok(Self {
            input: input.map(File::from),
            to_send: Vec::new(),
            sent: 0,
            closes_input_when_sent: false,
            output: output.map(File::from),
            received: Vec::new(),
            max_output,
        })
    }

    /// Queues bytes for the program's input, in place of all that has not been sent yet.
    pub fn send(&mut self, bytes: &[u8]) {
        self.to_send = bytes.to_vec();
        self.sent = 0;
    }

    /// Queues the whole input of the program: the input is closed once all of it has been sent.
    pub fn send_all(&mut self, bytes: &[u8]) {
        self.send(bytes);
        self.closes_input_when_sent = true;
        self.close_input_if_sent();
    }

    /// Sends as much as the program takes now, and then closes its input.
    pub fn finish_input(&mut self) {
        self.write_available();
        self.input = None;
    }

    /// Waits until bytes can be sent or received, a pipe is closed, `wake` becomes readable, or
    /// `timeout` has passed. Then sends and receives as much as possible. Returns whether `wake`
    /// is readable.
    pub fn pump(&mut self, wake: BorrowedFd<'_>, timeout: Duration) -> io::Result<bool> {
        let mut fds = Vec::with_capacity(3);
        fds.push(PollFd::from_borrowed_fd(wake, PollFlags::IN));
        if let Some(input) = self.input.as_ref().filter(|_| !self.is_all_sent()) {
            fds.push(PollFd::from_borrowed_fd(input.as_fd(), PollFlags::OUT));
        }
        if let Some(output) = &self.output {
            fds.push(PollFd::from_borrowed_fd(output.as_fd(), PollFlags::IN));
        }
        poll_for(&mut fds, timeout)?;
        let is_woken = fds.first().is_some_and(|wake| !wake.revents().is_empty());
        self.write_available();
        self.read_available();
        Ok(is_woken)
    }

    /// It is at most one byte longer than the limit.
    pub fn received(&self) -> &[u8] {
        &self.received
    }

    /// Removes the first bytes of what was received.
    pub fn take_received(&mut self, count: usize) {
        self.received.drain(..count.min(self.received.len()));
    }

    pub fn clear_received(&mut self) {
        self.received.clear();
    }

    /// Includes what is left in the pipe.
    pub fn into_output(mut self) -> Vec<u8> {
        self.read_available();
        self.received
    }

    /// Nothing more is read then.
    pub fn is_over_limit(&self) -> bool {
        self.received.len() > self.max_output
    }

    pub fn is_output_closed(&self) -> bool {
        self.output.is_none()
    }

    pub fn read_available(&mut self) {
        let mut chunk = [0; CHUNK_BYTES];
        while let Some(output) = &mut self.output {
            match output.read(&mut chunk) {
                Ok(count) if count > 0 => {
                    self.received.extend(&chunk[..count]);
                    if self.is_over_limit() {
                        self.received.truncate(self.max_output.saturating_add(1));
                        self.output = None;
                    }
                }
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                Err(why) if why.kind() == io::ErrorKind::WouldBlock => return,
                Ok(_) | Err(_) => self.output = None,
            }
        }
    }

    fn write_available(&mut self) {
        while let Some(input) = &mut self.input
            && self.sent < self.to_send.len()
        {
            match input.write(&self.to_send[self.sent..]) {
                Ok(count) if count > 0 => self.sent += count,
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                Err(why) if why.kind() == io::ErrorKind::WouldBlock => break,
                // The program has closed its input, which is no error: it need not read.
                Ok(_) | Err(_) => self.input = None,
            }
        }
        self.close_input_if_sent();
    }

    fn close_input_if_sent(&mut self) {
        if self.closes_input_when_sent && self.is_all_sent() {
            self.input = None;
        }
    }

    fn is_all_sent(&self) -> bool {
        self.sent == self.to_send.len()
    }
}

/// Closes our copies of the program's standard input and output.
pub(super) fn release_stdin_and_stdout() -> io::Result<()> {
    let null = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    Ok(rustix::stdio::dup2_stdout(&null)?)
}

pub(super) fn poll_for(fds: &mut [PollFd<'_>], timeout: Duration) -> io::Result<()> {
    let timeout =
        Timespec::try_from(timeout).unwrap_or(Timespec { tv_sec: i32::MAX.into(), tv_nsec: 0 });
    match poll(fds, Some(&timeout)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(why) => Err(why.into()),
    }
}
