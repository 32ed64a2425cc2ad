//! Running a program through a supervisor: our side.

use std::{
    io::{self, Read},
    net::Shutdown,
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::Pid;

use super::{
    POLL_INTERVAL, ProgramError, ProgramLimits,
    command::ProgramCommand,
    pipe_pump::PipePump,
    process_registry,
    run_report::{RunEnd, RunReport},
    supervisor::{SUPERVISOR, SupervisorReport, SupervisorRequest},
};
use fourcade_engine::play::CancelToken;

/// How long to wait for the supervisor once the program's time is over or its answer is no longer
/// needed. Then it is killed: the program may have stopped it, or so many processes are left that
/// we help to kill them.
const SUPERVISOR_TIMEOUT: Duration = Duration::from_secs(2);

/// The pause between two checks of whether the supervisor has ended.
const EXIT_POLL_INTERVAL: Duration = Duration::from_micros(100);

/// The size in bytes of the buffer for a report. Every report is shorter.
const REPORT_BYTES: usize = 1024;

/// Runs a program through a supervisor.
pub(super) fn run(
    supervisor: &Path,
    command: ProgramCommand,
    input: &[u8],
    limits: &ProgramLimits,
    cancel: &CancelToken,
) -> Result<RunReport, ProgramError> {
    let request = SupervisorRequest { limits: *limits, command };
    let mut client =
        SupervisorClient::start(supervisor, request).map_err(|why| start_error(&why))?;
    let mut pump = PipePump::new(client.take_stdin(), client.take_stdout(), limits.output_bytes)
        .map_err(|why| start_error(&why))?;
    pump.send_all(input);
    let report =
        client.wait_for_report(&mut pump, limits, cancel).map_err(|why| start_error(&why))?;
    let is_late = client.is_late(limits);
    drop(client);
    let SupervisorReport { end, time } = match serde_json::from_slice(&report) {
        Ok(report) => report,
        Err(_) if pump.is_over_limit() || cancel.is_cancelled() => {
            SupervisorReport { end: RunEnd::Stopped, time: Duration::ZERO }
        }
        Err(_) if is_late => SupervisorReport { end: RunEnd::TimedOut, time: limits.time },
        Err(_) => return Err(ProgramError::CannotRun(SUPERVISOR_LOST.to_owned())),
    };
    // The program has ended, so the rest of its output is in the pipe.
    Ok(RunReport { output: pump.into_output(), end, time })
}

/// Returns the error of a run whose supervisor can't be started or reached.
pub(super) fn start_error(why: &io::Error) -> ProgramError {
    ProgramError::CannotRun(format!("its supervisor can't be started: {why}"))
}

/// The error message for a supervisor that ended without a report.
const SUPERVISOR_LOST: &str = "its supervisor was ended";

/// A running supervisor. When this is dropped, the supervisor kills the program and all processes
/// that the program started, and then exits.
pub(super) struct SupervisorClient {
    process: Child,
    socket: UnixStream,
    started_at: Instant,
}

impl SupervisorClient {
    pub fn start(binary: &Path, request: SupervisorRequest) -> io::Result<Self> {
        let (socket, its_socket) = UnixStream::pair()?;
        let mut command = Command::new(binary);
        command.arg0("fourcade").arg(SUPERVISOR).args(request.into_args());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(OwnedFd::from(its_socket));
        let process = process_registry::start(&mut command)?;
        Ok(Self { process, socket, started_at: Instant::now() })
    }

    /// Whether the supervisor has not reported in time that the program's time is over.
    fn is_late(&self, limits: &ProgramLimits) -> bool {
        self.started_at.elapsed() > limits.time.saturating_add(SUPERVISOR_TIMEOUT)
    }

    pub fn take_stdin(&mut self) -> Option<OwnedFd> {
        self.process.stdin.take().map(OwnedFd::from)
    }

    pub fn take_stdout(&mut self) -> Option<OwnedFd> {
        self.process.stdout.take().map(OwnedFd::from)
    }

    /// Returns a descriptor that becomes readable when the program has ended.
    pub fn exit_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }

    /// Returns the end of the program if the supervisor has reported it. Does not wait.
    pub fn try_report(&mut self) -> Option<RunEnd> {
        let mut report = [0; REPORT_BYTES];
        self.socket.set_nonblocking(true).ok()?;
        let count = self.socket.read(&mut report).ok()?;
        // A report is so short that it arrives in one piece. Zero bytes mean that the supervisor
        // has ended without one.
        let report = serde_json::from_slice(report.get(..count)?);
        Some(report.map_or_else(
            |_| RunEnd::CannotRun(SUPERVISOR_LOST.to_owned()),
            |report: SupervisorReport| report.end,
        ))
    }

    /// Pumps the program's input and output until the supervisor has sent its report. The
    /// supervisor is told to stop when the answer is no longer needed. It enforces the time limit
    /// itself, so it doesn't matter if this process is suspended meanwhile. If it doesn't report
    /// soon after the time limit, the report is empty.
    fn wait_for_report(
        &mut self,
        pump: &mut PipePump,
        limits: &ProgramLimits,
        cancel: &CancelToken,
    ) -> io::Result<Vec<u8>> {
        let mut report = Vec::new();
        let mut stopped_at = None;
        loop {
            if stopped_at.is_none() && (pump.is_over_limit() || cancel.is_cancelled()) {
                stopped_at = Some(Instant::now());
                self.socket.shutdown(Shutdown::Write)?;
            }
            if pump.pump(Some(self.socket.as_fd()), POLL_INTERVAL)? {
                let mut chunk = [0; REPORT_BYTES];
                match self.socket.read(&mut chunk) {
                    Ok(count) if count > 0 => report.extend(&chunk[..count]),
                    Ok(_) | Err(_) => return Ok(report),
                }
            } else if self.is_late(limits)
                || stopped_at.is_some_and(|at| at.elapsed() > SUPERVISOR_TIMEOUT)
            {
                return Ok(report);
            }
        }
    }
}

impl Drop for SupervisorClient {
    fn drop(&mut self) {
        let _ = self.socket.shutdown(Shutdown::Both);
        let started = Instant::now();
        let status = loop {
            match self.process.try_wait() {
                Ok(None) if started.elapsed() < SUPERVISOR_TIMEOUT => {
                    thread::sleep(EXIT_POLL_INTERVAL);
                }
                Ok(None) => {
                    // It fails only if the supervisor has just ended.
                    let _ = self.process.kill();
                    break self.process.wait().ok();
                }
                Ok(status) => break status,
                Err(_) => break None,
            }
        };
        process_registry::forget(Pid::from_child(&self.process));
        // A supervisor that exits by itself has killed everything that the program left behind.
        if !status.is_some_and(|status| status.success()) {
            process_registry::kill_strays();
        }
    }
}
