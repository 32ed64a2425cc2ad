//! Talking with a process over pipes: one thread feeds its input and gathers its output.

use std::{
    fs::File,
    io::{self, Read, Write},
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    time::Duration,
};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// What is still to be said to a process, and what was heard from it.
pub(super) struct PipePump<'a> {
    input: Option<File>,
    rest: &'a [u8],
    output: Option<File>,
    heard: Vec<u8>,
    most: usize,
}

impl<'a> PipePump<'a> {
    /// Says `words` through `input` and listens to `output`, of which `most` bytes are wanted.
    pub fn new(
        input: Option<OwnedFd>,
        words: &'a [u8],
        output: Option<OwnedFd>,
        most: usize,
    ) -> io::Result<Self> {
        for pipe in input.iter().chain(&output) {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        let (input, output) = (input.map(File::from), output.map(File::from));
        Ok(Self { input, rest: words, output, heard: Vec::new(), most })
    }

    /// Talks until something was said, heard or closed, `other` has news, or `time` has passed.
    /// Says whether `other` has news.
    pub fn go_on(&mut self, other: Option<BorrowedFd<'_>>, time: Duration) -> io::Result<bool> {
        let mut awaited: Vec<PollFd<'_>> = Vec::with_capacity(3);
        awaited.extend(other.map(|other| PollFd::from_borrowed_fd(other, PollFlags::IN)));
        awaited.extend(
            self.input
                .as_ref()
                .map(|input| PollFd::from_borrowed_fd(input.as_fd(), PollFlags::OUT)),
        );
        awaited.extend(
            self.output
                .as_ref()
                .map(|output| PollFd::from_borrowed_fd(output.as_fd(), PollFlags::IN)),
        );
        wait_for(&mut awaited, time)?;
        let news =
            other.is_some() && awaited.first().is_some_and(|other| !other.revents().is_empty());
        self.say();
        self.listen();
        Ok(news)
    }

    /// Whether more was heard than is wanted. Then nobody listens any more.
    pub fn is_flooded(&self) -> bool {
        self.heard.len() > self.most
    }

    /// Whether the other side will say no more.
    pub fn is_over(&self) -> bool {
        self.output.is_none()
    }

    /// Hears what is left in the pipe, and ends the talk. One byte more than wanted tells that
    /// there was more.
    pub fn end(mut self) -> Vec<u8> {
        self.listen();
        self.heard
    }

    fn say(&mut self) {
        while let Some(input) = &mut self.input {
            match input.write(self.rest) {
                Ok(count) if count < self.rest.len() => self.rest = &self.rest[count..],
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                Err(why) if why.kind() == io::ErrorKind::WouldBlock => return,
                // All is said, or it does not want to hear more, which is its own affair.
                Ok(_) | Err(_) => self.input = None,
            }
        }
    }

    fn listen(&mut self) {
        let mut piece = [0; 16 * 1024];
        while let Some(output) = &mut self.output {
            match output.read(&mut piece) {
                Ok(count) if count > 0 => {
                    self.heard.extend(&piece[..count]);
                    if self.is_flooded() {
                        self.heard.truncate(self.most.saturating_add(1));
                        self.output = None;
                    }
                }
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                Err(why) if why.kind() == io::ErrorKind::WouldBlock => return,
                Ok(_) | Err(_) => self.output = None,
            }
        }
    }
}

/// Waits until one of these has news, or this time has passed.
pub(super) fn wait_for(awaited: &mut [PollFd<'_>], time: Duration) -> io::Result<()> {
    let time = Timespec::try_from(time).unwrap_or(Timespec { tv_sec: i32::MAX.into(), tv_nsec: 0 });
    match poll(awaited, Some(&time)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(why) => Err(why.into()),
    }
}
