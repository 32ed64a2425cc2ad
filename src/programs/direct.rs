//! A program run as our own child: the way for who has no keeper, and for the compiler.

use std::{
    process::{Command, Stdio},
    time::Duration,
};

use super::{
    Failure, Limits, TICK,
    command::Call,
    failure::{End, Said},
    folder::Folder,
    process::Started,
    talk::Talk,
};
use crate::play::Cancel;

/// What of a program's words is listened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listen {
    /// Standard output.
    Output,
    /// Standard error.
    Errors,
}

/// Runs a program as our own child, in a fresh folder.
pub(super) fn run(
    call: &Call,
    input: &[u8],
    limits: &Limits,
    cancel: &Cancel,
) -> Result<Said, Failure> {
    let folder = Folder::new().map_err(|why| Failure::around(&why))?;
    attend(call.command(folder.path()), Listen::Output, input, limits, cancel)
}

/// Runs a command to its end, or to that of its limits.
pub(super) fn attend(
    mut command: Command,
    listen: Listen,
    input: &[u8],
    limits: &Limits,
    cancel: &Cancel,
) -> Result<Said, Failure> {
    let listened = |wanted| if listen == wanted { Stdio::piped() } else { Stdio::null() };
    command.stdin(Stdio::piped()).stdout(listened(Listen::Output)).stderr(listened(Listen::Errors));
    let mut started = match Started::start(&mut command) {
        Ok(started) => started,
        Err(why) => {
            return Ok(Said {
                output: Vec::new(),
                end: End::not_started(&why),
                time: Duration::ZERO,
            });
        }
    };
    limit(&started, limits);
    let output = started.take_output().or_else(|| started.take_errors());
    let around = |why| Failure::around(&why);
    let mut talk = Talk::new(started.take_input(), input, output, limits.output).map_err(around)?;
    // Nobody tells us when it has ended. When it says no more that is soon, so then we look often.
    let mut pause = Duration::from_micros(100);
    let end = loop {
        if let Some(end) = started.end(limits).map_err(around)? {
            break end;
        }
        if talk.is_flooded() || cancel.is_cancelled() {
            break End::Stopped;
        }
        let time = if talk.is_over() { pause } else { TICK };
        pause = if talk.is_over() { TICK.min(pause * 2) } else { pause };
        talk.go_on(None, time.min(started.time_left(limits))).map_err(around)?;
    };
    let time = started.time();
    drop(started);
    Ok(Said { output: talk.end(), end, time })
}

/// Sets what limits can be set from outside. It has run for a moment without them.
pub(super) fn limit(started: &Started, limits: &Limits) {
    #[cfg(target_os = "linux")]
    for (resource, limit) in limits.of_system() {
        // It fails if the process has ended.
        let _ = rustix::process::prlimit(Some(started.pid()), resource, limit);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (started, limits);
}
