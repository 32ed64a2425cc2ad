//! A conversation with a program: requests and answers, one after the other.

use std::{
    io,
    os::fd::{BorrowedFd, OwnedFd},
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};

use super::{
    POLL_INTERVAL, ProgramError, ProgramLimits,
    child_process::ChildProcess,
    command::ProgramCommand,
    pipe_pump::PipePump,
    run_report::RunEnd,
    supervisor_client::{SupervisorClient, SupervisorRequest, start_error},
    temp_folder::TempFolder,
};
use fourcade_engine::play::CancelToken;

/// How long to wait for a program to exit by itself after its input or its output was closed.
const EXIT_TIMEOUT: Duration = Duration::from_millis(50);

/// How long to wait for a report of how a program ended after it closed its output. A sandbox
/// takes some time to be taken down, above all on a busy machine.
const REPORT_TIMEOUT: Duration = Duration::from_secs(2);

/// A running program that answers requests. When dropped, the program and all processes that it
/// started are killed.
pub struct Conversation {
    pump: PipePump,
    host: ProgramHost,
    limits: ProgramLimits,
    /// It is removed after the host has been dropped.
    #[allow(dead_code, reason = "removed on drop")]
    folder: Option<TempFolder>,
}

impl Conversation {
    pub(super) fn start(
        supervisor: Option<&Path>,
        mut command: ProgramCommand,
        limits: &ProgramLimits,
    ) -> Result<Self, ProgramError> {
        let folder = command.prepare_folder().map_err(|why| ProgramError::from_io(&why))?;
        let mut host = match supervisor {
            Some(supervisor) => ProgramHost::supervised(supervisor, command, limits)?,
            None => ProgramHost::unsupervised(&command, limits)?,
        };
        let pump = PipePump::new(host.take_stdin(), host.take_stdout(), limits.output_bytes)
            .map_err(|why| ProgramError::from_io(&why))?;
        Ok(Self { pump, host, limits: *limits, folder })
    }

    /// Sends a request and waits for the answer, at most for the given time. `answer_len` gets all
    /// bytes received so far and returns the length of the answer once it is complete. Output that
    /// was printed before the request is discarded.
    ///
    /// After an error the conversation is over.
    pub fn ask(
        &mut self,
        request: &[u8],
        timeout: Duration,
        cancel: &CancelToken,
        answer_len: impl Fn(&[u8]) -> Option<usize>,
    ) -> Result<Vec<u8>, ProgramError> {
        let started = Instant::now();
        self.pump.read_available();
        self.check_output()?;
        self.pump.clear_received();
        self.pump.send(request);
        loop {
            if cancel.is_cancelled() {
                return Err(ProgramError::Cancelled);
            }
            // What has arrived counts even if this process was stopped until now.
            let time_left = timeout.saturating_sub(started.elapsed());
            let received_before = self.pump.received().len();
            let end = self.wait(time_left.min(POLL_INTERVAL))?;
            self.check_output()?;
            let received = self.pump.received();
            if received.len() > received_before
                && let Some(length) = answer_len(received)
            {
                return Ok(received.get(..length).unwrap_or(received).to_vec());
            }
            if let Some(end) = end {
                return Err(self.end_error(end));
            }
            if self.pump.is_output_closed() {
                return Err(self.closed_output_error());
            }
            if time_left.is_zero() {
                return Err(ProgramError::TimedOut(timeout));
            }
        }
    }

    /// Sends a last request, closes the program's input and gives the program a moment to exit by
    /// itself.
    pub fn finish(mut self, last_request: &[u8]) {
        let started = Instant::now();
        self.pump.send(last_request);
        self.pump.finish_input();
        while !self.pump.is_output_closed() && started.elapsed() < EXIT_TIMEOUT {
            self.pump.clear_received();
            let end = self.wait(EXIT_TIMEOUT.saturating_sub(started.elapsed()));
            if !matches!(end, Ok(None)) || self.pump.is_over_limit() {
                return;
            }
        }
    }

    /// Waits until there is new output, more of the request can be sent, the program has ended, or
    /// the timeout has passed. Returns how the program has ended, or `None` if it is running.
    fn wait(&mut self, timeout: Duration) -> Result<Option<RunEnd>, ProgramError> {
        let from_io = |why| ProgramError::from_io(&why);
        self.pump.pump(self.host.exit_fd(), timeout).map_err(from_io)?;
        let end = self.host.check(&self.limits).map_err(from_io)?;
        if end.is_some() {
            // The program may have printed its last output after the pump had read.
            self.pump.read_available();
        }
        Ok(end)
    }

    fn check_output(&self) -> Result<(), ProgramError> {
        if self.pump.is_over_limit() {
            return Err(ProgramError::OutputLimit(self.limits.output_bytes));
        }
        Ok(())
    }

    fn end_error(&self, end: RunEnd) -> ProgramError {
        end.into_conversation_error(&self.limits)
    }

    /// A program that has closed its output usually ends soon, so we wait a moment to learn how.
    fn closed_output_error(&mut self) -> ProgramError {
        let started = Instant::now();
        while started.elapsed() < REPORT_TIMEOUT {
            match self.wait(POLL_INTERVAL) {
                Ok(None) => {}
                Ok(Some(end)) => return self.end_error(end),
                Err(error) => return error,
            }
        }
        ProgramError::ClosedOutput
    }
}

/// The process through which the program runs.
enum ProgramHost {
    Supervisor(SupervisorClient),
    Child(ChildProcess),
}

impl ProgramHost {
    fn supervised(
        supervisor: &Path,
        command: ProgramCommand,
        limits: &ProgramLimits,
    ) -> Result<Self, ProgramError> {
        let request = SupervisorRequest { limits: *limits, command };
        SupervisorClient::start(supervisor, request)
            .map(Self::Supervisor)
            .map_err(|why| start_error(&why))
    }

    fn unsupervised(
        command: &ProgramCommand,
        limits: &ProgramLimits,
    ) -> Result<Self, ProgramError> {
        let mut process = command.to_command();
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let child = ChildProcess::start(&mut process)
            .map_err(|why| RunEnd::start_failed(&why).into_conversation_error(limits))?;
        child.apply_limits(limits);
        Ok(Self::Child(child))
    }

    fn take_stdin(&mut self) -> Option<OwnedFd> {
        match self {
            Self::Supervisor(client) => client.take_stdin(),
            Self::Child(child) => child.take_stdin(),
        }
    }

    fn take_stdout(&mut self) -> Option<OwnedFd> {
        match self {
            Self::Supervisor(client) => client.take_stdout(),
            Self::Child(child) => child.take_stdout(),
        }
    }

    /// Returns a descriptor that becomes readable when the program has ended, if there is one.
    fn exit_fd(&self) -> Option<BorrowedFd<'_>> {
        match self {
            Self::Supervisor(client) => Some(client.exit_fd()),
            Self::Child(..) => None,
        }
    }

    /// `None` if the program may go on.
    fn check(&mut self, limits: &ProgramLimits) -> io::Result<Option<RunEnd>> {
        match self {
            Self::Supervisor(client) => Ok(client.try_report()),
            Self::Child(child) => child.check(limits),
        }
    }
}
