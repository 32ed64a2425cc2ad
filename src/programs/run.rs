//! Running a command once.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use super::{
    ProgramError, ProgramLimits,
    command::ProgramCommand,
    error::RunEnd,
    sandbox::view::{SandboxKind, View, ViewRequest},
    supervisor_client::{SUPERVISOR_LOST, SupervisorClient, SupervisorReport},
};
use fourcade_engine::play::CancelToken;

#[derive(Clone, Debug)]
pub(super) struct Isolation {
    pub supervisor: Arc<Path>,
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

/// The output of a program that ended by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramOutput {
    /// The bytes printed on standard output: at least one.
    pub output: Vec<u8>,
    pub status: i32,
    pub time: Duration,
}

pub(super) struct RunReport {
    pub output: Vec<u8>,
    pub end: RunEnd,
    pub time: Duration,
}

impl RunReport {
    /// Fails if the program printed nothing or too much, or did not exit by itself.
    pub fn into_output(self, limits: &ProgramLimits) -> Result<ProgramOutput, ProgramError> {
        if self.output.len() > limits.output_bytes {
            return Err(ProgramError::OutputLimit(limits.output_bytes));
        }
        let status = self.end.exit_status(limits)?;
        if self.output.is_empty() {
            return Err(ProgramError::NoOutput(status));
        }
        Ok(ProgramOutput { output: self.output, status, time: self.time })
    }
}

pub(super) fn run_command(
    supervisor: &Path,
    command: ProgramCommand,
    input: &[u8],
    limits: &ProgramLimits,
    cancel: &CancelToken,
) -> Result<RunReport, ProgramError> {
    let (mut client, mut pump) = SupervisorClient::start(supervisor, limits, command)?;
    pump.send_all(input);
    let report = client
        .wait_for_report(&mut pump, limits, cancel)
        .map_err(|why| ProgramError::from_io(&why))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_output_counts_with_any_exit_status_but_not_after_a_signal() {
        let status_of = |output: &str, end: RunEnd| {
            let report = RunReport { output: output.into(), end, time: Duration::ZERO };
            let limits = ProgramLimits { output_bytes: 3, ..ProgramLimits::default() };
            report.into_output(&limits).map(|answer| answer.status)
        };
        assert_eq!(status_of("23", RunEnd::Status(0)), Ok(0));
        assert_eq!(status_of("23", RunEnd::Status(1)), Ok(1));
        assert_eq!(status_of("", RunEnd::Status(1)), Err(ProgramError::NoOutput(1)));
        assert_eq!(status_of("23", RunEnd::Signal(6)), Err(ProgramError::Signal(6)));
        assert_eq!(status_of("2323", RunEnd::Status(0)), Err(ProgramError::OutputLimit(3)));
        assert_eq!(status_of("23", RunEnd::Status(139)), Ok(139));
    }
}
