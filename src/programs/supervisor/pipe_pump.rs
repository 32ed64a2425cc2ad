//! The pipes to a program, served by one thread without blocking.

use std::{
    fs::File,
    io::{self, Read, Write},
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    time::Duration,
};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

const CHUNK_BYTES: usize = 16 * 1024;

/// Writes a program's input and collects its output up to a limit.
pub(crate) struct PipePump {
    /// `None` once closed.
    input: Option<File>,
    to_send: Vec<u8>,
    sent: usize,
    closes_input_when_sent: bool,
    /// `None` once the program has closed it or printed too much.
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

    /// Queues bytes for the program's input, in place of those not yet sent.
    pub fn send(&mut self, bytes: &[u8]) {
        self.to_send = bytes.to_vec();
        self.sent = 0;
    }

    /// Queues bytes as [`PipePump::send`] does. The input is closed once they are sent.
    pub fn send_and_close(&mut self, bytes: &[u8]) {
        self.send(bytes);
        self.closes_input_when_sent = true;
        self.close_input_if_sent();
    }

    /// Sends as much as the program takes now and closes its input.
    pub fn finish_input(&mut self) {
        self.write_available();
        self.input = None;
    }

    /// Waits for a pipe or for `wake` to become ready, then sends and receives as much as possible.
    /// Returns whether `wake` is readable.
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

    /// Returns the collected output, which is at most one byte longer than the limit.
    pub fn received(&self) -> &[u8] {
        &self.received
    }

    pub fn drop_received(&mut self, count: usize) {
        self.received.drain(..count.min(self.received.len()));
    }

    pub fn clear_received(&mut self) {
        self.received.clear();
    }

    /// Returns the collected output, including what is still in the pipe.
    pub fn into_output(mut self) -> Vec<u8> {
        self.read_available();
        self.received
    }

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
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
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
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                // A program need not read its input, so closing it is no error.
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

/// Replaces our copies of the program's standard input and output by `/dev/null`.
pub(crate) fn release_stdin_and_stdout() -> io::Result<()> {
    let null = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    Ok(rustix::stdio::dup2_stdout(&null)?)
}

pub(crate) fn poll_for(fds: &mut [PollFd<'_>], timeout: Duration) -> io::Result<()> {
    let timeout =
        Timespec::try_from(timeout).unwrap_or(Timespec { tv_sec: i32::MAX.into(), tv_nsec: 0 });
    match poll(fds, Some(&timeout)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
