//! Running a program as our own child, without a supervisor.

use std::{process::Stdio, time::Duration};

use super::{
    POLL_INTERVAL, ProgramError, ProgramLimits,
    child_process::ChildProcess,
    command::{CapturedStream, ProgramCommand},
    pipe_pump::PipePump,
    run_report::{RunEnd, RunReport},
};
use fourcade_engine::play::CancelToken;

/// The shortest wait for the end of a program that has closed its output.
const MIN_PAUSE: Duration = Duration::from_micros(100);

/// Runs a program until it ends or exceeds a limit.
pub(super) fn run(
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
    apply_limits(&child, limits);
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

/// Applies the limits that can be set from outside. The process runs without them until then.
pub(super) fn apply_limits(child: &ChildProcess, limits: &ProgramLimits) {
    #[cfg(target_os = "linux")]
    for (resource, limit) in limits.resource_limits() {
        // This fails if the process has ended.
        let _ = rustix::process::prlimit(Some(child.pid()), resource, limit);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (child, limits);
}
