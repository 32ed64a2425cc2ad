//! Running a command once, with a supervisor if there is one.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
    sync::Arc,
    time::Duration,
};

use super::{
    POLL_INTERVAL, ProgramError, ProgramLimits,
    child_process::ChildProcess,
    command::{CapturedStream, ProgramCommand},
    pipe_pump::PipePump,
    run_report::{RunEnd, RunReport},
    sandbox::view::{SandboxKind, View, ViewRequest},
    supervisor_client::{
        SUPERVISOR_LOST, SupervisorClient, SupervisorReport, SupervisorRequest, start_error,
    },
};
use fourcade_engine::play::CancelToken;

/// The shortest wait for the end of a program that has closed its output.
const MIN_PAUSE: Duration = Duration::from_micros(100);

#[derive(Clone, Debug, Default)]
pub(super) struct Isolation {
    /// Without one the program is our own child.
    pub supervisor: Option<Arc<Path>>,
    pub sandbox: Option<SandboxKind>,
    /// Files and folders that programs see in the sandbox beyond their own.
    pub shown: Arc<[PathBuf]>,
    /// The folder that programs of conversations may write to, and in which they run.
    pub program_dir: Option<Arc<Path>>,
}

impl Isolation {
    /// `None` if the program runs without a sandbox.
    pub fn view(&self, request: &ViewRequest<'_>) -> Option<Arc<View>> {
        self.sandbox.map(|kind| Arc::new(request.view(kind)))
    }
}

pub(super) fn run_command(
    supervisor: Option<&Path>,
    command: ProgramCommand,
    input: &[u8],
    limits: &ProgramLimits,
    cancel: &CancelToken,
) -> Result<RunReport, ProgramError> {
    match supervisor {
        Some(supervisor) => run_supervised(supervisor, command, input, limits, cancel),
        None => run_as_child(&command, input, limits, cancel),
    }
}

fn run_supervised(
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

fn run_as_child(
    command: &ProgramCommand,
    input: &[u8],
    limits: &ProgramLimits,
    cancel: &CancelToken,
) -> Result<RunReport, ProgramError> {
    let stream = |this| if command.captured == this { Stdio::piped() } else { Stdio::null() };
    let mut process = command.to_command();
    process
        .stdin(Stdio::piped())
        .stdout(stream(CapturedStream::Stdout))
        .stderr(stream(CapturedStream::Stderr));
    let mut child = match ChildProcess::start(&mut process) {
        Ok(child) => child,
        Err(why) => {
            let end = RunEnd::start_failed(&why);
            return Ok(RunReport { output: Vec::new(), end, time: Duration::ZERO });
        }
    };
    child.apply_limits(limits);
    let output = child.take_stdout().or_else(|| child.take_stderr());
    let from_io = |why| ProgramError::from_io(&why);
    let mut pump =
        PipePump::new(child.take_stdin(), output, limits.output_bytes).map_err(from_io)?;
    pump.send_all(input);
    // A program that has closed its output usually ends soon. No pipe wakes us when it does, so we
    // check often at first.
    let mut pause = MIN_PAUSE;
    let end = loop {
        if let Some(end) = child.check(limits).map_err(from_io)? {
            break end;
        }
        if pump.is_over_limit() || cancel.is_cancelled() {
            break RunEnd::Stopped;
        }
        let timeout = if pump.is_output_closed() { pause } else { POLL_INTERVAL };
        if pump.is_output_closed() {
            pause = POLL_INTERVAL.min(pause * 2);
        }
        pump.pump(None, timeout.min(child.time_left(limits))).map_err(from_io)?;
    };
    let time = child.elapsed();
    drop(child);
    Ok(RunReport { output: pump.into_output(), end, time })
}
