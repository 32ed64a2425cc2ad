//! A program that is talked with: one thing is said, one answer is awaited, again and again.

use std::{
    fs::File,
    io::{self, Read, Write},
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};

use rustix::event::{PollFd, PollFlags};

use super::{
    ProgramError, ProgramLimits, TICK, command::ProgramCommand, direct::limit, failure::RunEnd,
    folder::TempFolder, process::ChildProcess, supervisor::SupervisorRequest,
    supervisor_client::SupervisorClient, talk::wait_for,
};
use crate::play::CancelToken;

/// How long a program may take to end itself when it was asked to.
const FAREWELL: Duration = Duration::from_millis(50);

/// A program that runs and answers. When dropped it is ended, with all that it started.
pub struct Conversation {
    input: Option<File>,
    output: Option<File>,
    host: Host,
    limits: ProgramLimits,
    sandboxed: bool,
}

/// Who looks after the program.
enum Host {
    SupervisorClient(SupervisorClient),
    /// It is our own child, and this is its folder.
    Ourselves(ChildProcess, #[allow(dead_code, reason = "it is removed with this")] TempFolder),
}

impl Conversation {
    /// Starts a program.
    pub(super) fn start(
        supervisor: Option<&Path>,
        call: ProgramCommand,
        limits: &ProgramLimits,
    ) -> Result<Self, ProgramError> {
        let sandboxed = call.bwrap.is_some();
        let lost =
            |why: io::Error| ProgramError::CannotRun(format!("its keeper can't be started: {why}"));
        let mut host = match supervisor {
            Some(supervisor) => Host::SupervisorClient(
                SupervisorClient::start(supervisor, SupervisorRequest { limits: *limits, call })
                    .map_err(lost)?,
            ),
            None => start_ourselves(&call, limits)?,
        };
        let (input, output) = (host.take_input(), host.take_output());
        for pipe in input.iter().chain(&output) {
            rustix::io::ioctl_fionbio(pipe, true)
                .map_err(|why| ProgramError::around(&why.into()))?;
        }
        Ok(Self {
            input: input.map(File::from),
            output: output.map(File::from),
            host,
            limits: *limits,
            sandboxed,
        })
    }

    /// Says something and waits at most this time for an answer. `whole` says how many of the bytes
    /// that were heard are the whole answer, as soon as they are. What was said unasked before is
    /// not listened to.
    ///
    /// # Errors
    /// If there is no answer. Then the conversation is over.
    pub fn ask(
        &mut self,
        words: &[u8],
        time: Duration,
        cancel: &CancelToken,
        whole: impl Fn(&[u8]) -> Option<usize>,
    ) -> Result<Vec<u8>, ProgramError> {
        let began = Instant::now();
        let mut heard = Vec::new();
        self.listen(&mut heard)?;
        heard.clear();
        let mut rest = words;
        loop {
            if cancel.is_cancelled() {
                return Err(ProgramError::Cancelled);
            }
            let left = time.saturating_sub(began.elapsed());
            if left.is_zero() {
                return Err(ProgramError::TimedOut(time));
            }
            // Whoever has ended has said everything by now.
            let end = self.wait(!rest.is_empty(), left.min(TICK))?;
            self.say(&mut rest);
            let before = heard.len();
            self.listen(&mut heard)?;
            if heard.len() > before
                && let Some(length) = whole(&heard)
            {
                heard.truncate(length);
                return Ok(heard);
            }
            if let Some(end) = end {
                return Err(end.in_conversation(self.sandboxed, &self.limits));
            }
            if self.output.is_none() {
                return Err(self.deserted());
            }
        }
    }

    /// Says something last, and gives the program a moment to end itself.
    pub fn end(mut self, words: &[u8]) {
        let began = Instant::now();
        let mut rest = words;
        self.say(&mut rest);
        self.input = None;
        while self.output.is_some() && began.elapsed() < FAREWELL {
            let ended = self.wait(false, FAREWELL.saturating_sub(began.elapsed()));
            if !matches!(ended, Ok(None)) || self.listen(&mut Vec::new()).is_err() {
                return;
            }
        }
    }

    /// It has closed its output: usually because it ends, which is known a moment later.
    fn deserted(&mut self) -> ProgramError {
        let began = Instant::now();
        while began.elapsed() < FAREWELL {
            match self.wait(false, TICK) {
                Ok(None) => {}
                Ok(Some(end)) => return end.in_conversation(self.sandboxed, &self.limits),
                Err(failure) => return failure,
            }
        }
        ProgramError::ClosedOutput
    }

    /// Waits until there is something to hear, the program can be told more if there is more to
    /// say, it has ended, or this time has passed. Says how it has ended.
    fn wait(&mut self, speaks: bool, time: Duration) -> Result<Option<RunEnd>, ProgramError> {
        let around = |why| ProgramError::around(&why);
        let mut awaited: Vec<PollFd<'_>> = Vec::with_capacity(3);
        awaited.extend(self.host.news().map(|news| PollFd::from_borrowed_fd(news, PollFlags::IN)));
        let input = self.input.as_ref().filter(|_| speaks);
        awaited.extend(input.map(|input| PollFd::from_borrowed_fd(input.as_fd(), PollFlags::OUT)));
        awaited.extend(
            self.output
                .as_ref()
                .map(|output| PollFd::from_borrowed_fd(output.as_fd(), PollFlags::IN)),
        );
        wait_for(&mut awaited, time).map_err(around)?;
        drop(awaited);
        self.host.end(&self.limits).map_err(around)
    }

    fn say(&mut self, rest: &mut &[u8]) {
        while let Some(input) = &mut self.input
            && !rest.is_empty()
        {
            match input.write(rest) {
                Ok(count) => *rest = rest.get(count..).unwrap_or_default(),
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                Err(why) if why.kind() == io::ErrorKind::WouldBlock => return,
                // It does not want to hear more: its own affair, unless it does not answer.
                Err(_) => self.input = None,
            }
        }
    }

    /// Hears what is there, if it is not too much for one answer.
    fn listen(&mut self, heard: &mut Vec<u8>) -> Result<(), ProgramError> {
        let mut piece = [0; 16 * 1024];
        while let Some(output) = &mut self.output {
            match output.read(&mut piece) {
                Ok(count) if count > 0 => {
                    heard.extend(&piece[..count]);
                    if heard.len() > self.limits.output_bytes {
                        return Err(ProgramError::OutputLimit(self.limits.output_bytes));
                    }
                }
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                Err(why) if why.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Ok(_) | Err(_) => self.output = None,
            }
        }
        Ok(())
    }
}

/// Without a keeper.
fn start_ourselves(call: &ProgramCommand, limits: &ProgramLimits) -> Result<Host, ProgramError> {
    let folder = TempFolder::new().map_err(|why| ProgramError::around(&why))?;
    let mut command = call.command(folder.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let started = ChildProcess::start(&mut command)
        .map_err(|why| RunEnd::not_started(&why).in_conversation(call.bwrap.is_some(), limits))?;
    limit(&started, limits);
    Ok(Host::Ourselves(started, folder))
}

impl Host {
    fn take_input(&mut self) -> Option<OwnedFd> {
        match self {
            Self::SupervisorClient(supervisor) => supervisor.take_input(),
            Self::Ourselves(started, _) => started.take_input(),
        }
    }

    fn take_output(&mut self) -> Option<OwnedFd> {
        match self {
            Self::SupervisorClient(supervisor) => supervisor.take_output(),
            Self::Ourselves(started, _) => started.take_output(),
        }
    }

    fn news(&self) -> Option<BorrowedFd<'_>> {
        match self {
            Self::SupervisorClient(supervisor) => Some(supervisor.news()),
            Self::Ourselves(..) => None,
        }
    }

    /// How it has ended, if it has.
    fn end(&mut self, limits: &ProgramLimits) -> io::Result<Option<RunEnd>> {
        match self {
            Self::SupervisorClient(supervisor) => Ok(supervisor.report().map(|report| report.end)),
            Self::Ourselves(started, _) => started.end(limits),
        }
    }
}
