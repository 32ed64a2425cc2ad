//! A program run as our own child: the way for who has no keeper, and for the compiler.

use std::{
    process::{Command, Stdio},
    time::Duration,
};

use super::{
    ProgramError, ProgramLimits, TICK,
    command::ProgramCommand,
    failure::{RunEnd, RunReport},
    folder::TempFolder,
    process::ChildProcess,
    talk::PipePump,
};
use crate::play::CancelToken;

/// What of a program's words is listened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputCapture {
    /// Standard output.
    Output,
    /// Standard error.
    Errors,
}

/// Runs a program as our own child, in a fresh folder.
pub(super) fn run(
    call: &ProgramCommand,
    input: &[u8],
    limits: &ProgramLimits,
    cancel: &CancelToken,
) -> Result<RunReport, ProgramError> {
    let folder = TempFolder::new().map_err(|why| ProgramError::around(&why))?;
    attend(call.command(folder.path()), OutputCapture::Output, input, limits, cancel)
}

/// Runs a command to its end, or to that of its limits.
pub(super) fn attend(
    mut command: Command,
    listen: OutputCapture,
    input: &[u8],
    limits: &ProgramLimits,
    cancel: &CancelToken,
) -> Result<RunReport, ProgramError> {
    let listened = |wanted| if listen == wanted { Stdio::piped() } else { Stdio::null() };
    command
        .stdin(Stdio::piped())
        .stdout(listened(OutputCapture::Output))
        .stderr(listened(OutputCapture::Errors));
    let mut started = match ChildProcess::start(&mut command) {
        Ok(started) => started,
        Err(why) => {
            return Ok(RunReport {
                output: Vec::new(),
                end: RunEnd::not_started(&why),
                time: Duration::ZERO,
            });
        }
    };
    limit(&started, limits);
    let output = started.take_output().or_else(|| started.take_errors());
    let around = |why| ProgramError::around(&why);
    let mut talk =
        PipePump::new(started.take_input(), input, output, limits.output_bytes).map_err(around)?;
    // Nobody tells us when it has ended. When it says no more that is soon, so then we look often.
    let mut pause = Duration::from_micros(100);
    let end = loop {
        if let Some(end) = started.end(limits).map_err(around)? {
            break end;
        }
        if talk.is_flooded() || cancel.is_cancelled() {
            break RunEnd::Stopped;
        }
        let time = if talk.is_over() { pause } else { TICK };
        pause = if talk.is_over() { TICK.min(pause * 2) } else { pause };
        talk.go_on(None, time.min(started.time_left(limits))).map_err(around)?;
    };
    let time = started.time();
    drop(started);
    Ok(RunReport { output: talk.end(), end, time })
}

/// Sets what limits can be set from outside. It has run for a moment without them.
pub(super) fn limit(started: &ChildProcess, limits: &ProgramLimits) {
    #[cfg(target_os = "linux")]
    for (resource, limit) in limits.of_system() {
        // It fails if the process has ended.
        let _ = rustix::process::prlimit(Some(started.pid()), resource, limit);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (started, limits);
}
