//! Requests to a running program and its answers.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use super::{
    Cancel, POLL_INTERVAL, ProgramError, ProgramLimits,
    command::ProgramCommand,
    run::RunEnd,
    supervisor::{
        client::{Streams, SupervisorClient},
        pipe_pump::PipePump,
    },
};

/// Time allowed to a program to exit by itself after its input was closed.
const EXIT_TIMEOUT: Duration = Duration::from_millis(50);

/// Time allowed for the report after a program closed its output. On a busy machine, removing a
/// sandbox takes a while.
const REPORT_TIMEOUT: Duration = Duration::from_secs(2);

/// A running program that answers requests. Dropping it kills the program and all processes that it
/// started.
pub struct Conversation {
    pump: PipePump,
    client: SupervisorClient,
    limits: ProgramLimits,
}

impl Conversation {
    pub(super) fn start(
        supervisor: &Path,
        command: ProgramCommand,
        limits: &ProgramLimits,
        streams: Streams,
    ) -> Result<Self, ProgramError> {
        let (client, pump) = SupervisorClient::start(supervisor, limits, command, streams)?;
        Ok(Self { pump, client, limits: *limits })
    }

    /// Sends a request and waits for the answer. `answer_len` gets all bytes received so far and
    /// returns the length of the answer in bytes once it is complete. Output printed before the
    /// request is discarded.
    ///
    /// # Errors
    /// Returns an error if the program timed out, ended, closed its output, printed too much or was
    /// cancelled. The conversation is over then.
    pub fn ask(
        &mut self,
        request: &[u8],
        timeout: Duration,
        cancel: Cancel<'_>,
        answer_len: impl Fn(&[u8]) -> Option<usize>,
    ) -> Result<Vec<u8>, ProgramError> {
        self.pump.read_available();
        self.check_output_limit()?;
        self.pump.clear_received();
        self.ask_keeping_output(request, timeout, cancel, answer_len)
    }

    /// Like [`Conversation::ask`], but output printed since the last answer belongs to this answer.
    ///
    /// # Errors
    /// As for [`Conversation::ask`].
    pub fn ask_keeping_output(
        &mut self,
        request: &[u8],
        timeout: Duration,
        cancel: Cancel<'_>,
        answer_len: impl Fn(&[u8]) -> Option<usize>,
    ) -> Result<Vec<u8>, ProgramError> {
        let started = Instant::now();
        self.pump.send(request);
        loop {
            if cancel() {
                return Err(ProgramError::Cancelled);
            }
            // Output that has arrived is read before the timeout is checked: this process may have
            // been suspended.
            let time_left = timeout.saturating_sub(started.elapsed());
            let end = self.wait(time_left.min(POLL_INTERVAL))?;
            self.check_output_limit()?;
            let received = self.pump.received();
            if let Some(length) = answer_len(received) {
                let answer = received.get(..length).unwrap_or(received).to_vec();
                self.pump.drop_received(answer.len());
                return Ok(answer);
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

    /// Returns the output printed since the last answer.
    pub fn received(&self) -> &[u8] {
        self.pump.received()
    }

    /// Sends a last request, closes the program's input and waits a moment for it to exit.
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

    /// Waits for new output, room for more of the request, or the end of the program. Returns
    /// `None` while the program is running.
    fn wait(&mut self, timeout: Duration) -> Result<Option<RunEnd>, ProgramError> {
        self.pump
            .pump(self.client.exit_fd(), timeout)
            .map_err(|error| ProgramError::from_io(&error))?;
        let end = self.client.try_read_end();
        if end.is_some() {
            // The last output may have been printed after the pump read.
            self.pump.read_available();
        }
        Ok(end)
    }

    fn check_output_limit(&self) -> Result<(), ProgramError> {
        if self.pump.is_over_limit() {
            return Err(ProgramError::OutputLimit(self.limits.output_bytes));
        }
        Ok(())
    }

    fn end_error(&self, end: RunEnd) -> ProgramError {
        end.into_conversation_error(&self.limits)
    }

    /// Waits for the end of a program that closed its output: usually it ends at once, and how it
    /// ended is the better error.
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
