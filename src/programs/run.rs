//! The end of a run: the supervisor's report, and the result made of it.

use std::{io, time::Duration};

use serde::{Deserialize, Serialize};

use super::{ProgramError, ProgramLimits};

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramRun {
    /// The bytes printed on standard output. Incomplete if the run failed.
    pub output: Vec<u8>,
    /// The exit status, or why the run failed.
    pub end: Result<i32, ProgramError>,
    /// Wall-clock time from start to end.
    pub time: Duration,
    /// The beginning of standard error. Empty after a run in a shared folder.
    pub stderr: String,
    /// Names of other programs that it started, if the program is watched.
    pub started: Vec<String>,
    /// Names of files that it left in its fresh folder.
    pub created: Vec<String>,
}

impl ProgramRun {
    /// Makes the result from the output and the report. The run counts as failed if the program
    /// printed too much or did not exit by itself.
    pub(super) fn new(output: Vec<u8>, report: SupervisorReport, limits: &ProgramLimits) -> Self {
        let SupervisorReport { end, time, stderr, started, created } = report;
        let end = if output.len() > limits.output_bytes {
            Err(ProgramError::OutputLimit(limits.output_bytes))
        } else {
            end.exit_status(limits)
        };
        Self { output, end, time, stderr, started, created }
    }

    /// Makes the result of a run that failed without a report from a supervisor.
    pub(super) fn failed(error: ProgramError) -> Self {
        let (stderr, started, created) = (String::new(), Vec::new(), Vec::new());
        let (output, time) = (Vec::new(), Duration::ZERO);
        Self { output, end: Err(error), time, stderr, started, created }
    }

    /// Returns the output, unless the run failed.
    ///
    /// # Errors
    /// Returns the error of a run that failed.
    pub fn answer(self) -> Result<Vec<u8>, ProgramError> {
        self.end.map(|_| self.output)
    }

    /// Makes a run without output fail.
    pub(super) fn require_output(&mut self) {
        if let Ok(status) = self.end
            && self.output.is_empty()
        {
            self.end = Err(ProgramError::NoOutput(status));
        }
    }
}

/// The only message from a supervisor.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SupervisorReport {
    pub end: RunEnd,
    pub time: Duration,
    /// The beginning of standard error, if captured.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    pub started: Vec<String>,
    pub created: Vec<String>,
}

impl SupervisorReport {
    pub fn failed(end: RunEnd) -> Self {
        let (stderr, started, created) = (String::new(), Vec::new(), Vec::new());
        Self { end, time: Duration::ZERO, stderr, started, created }
    }

    /// Replaces the report of a supervisor that ended without one.
    pub fn lost() -> Self {
        Self::failed(RunEnd::CannotRun("its supervisor was ended".to_owned()))
    }
}

/// How a program ended, as reported by the supervisor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum RunEnd {
    Status(i32),
    Signal(i32),
    TimedOut,
    MemoryLimit,
    ProcessLimit,
    FolderLimit,
    /// The client no longer needed the answer.
    Stopped,
    CannotRun(String),
}

impl RunEnd {
    pub fn start_failed(error: &io::Error) -> Self {
        Self::CannotRun(match error.kind() {
            io::ErrorKind::NotFound => {
                "the file is missing, or the interpreter in its first line is".to_owned()
            }
            io::ErrorKind::PermissionDenied => {
                "it isn't executable, or it is closed to others: in the sandbox, programs of root \
                 run as another user"
                    .to_owned()
            }
            io::ErrorKind::WouldBlock => "this user already runs too many processes".to_owned(),
            _ if error.raw_os_error() == Some(rustix::io::Errno::NOEXEC.raw_os_error()) => {
                "it isn't a program for this machine (a script must begin with #! and its \
                 interpreter)"
                    .to_owned()
            }
            _ => error.to_string(),
        })
    }

    pub fn into_conversation_error(self, limits: &ProgramLimits) -> ProgramError {
        match self.exit_status(limits) {
            Ok(status) => ProgramError::Exited(status),
            Err(error) => error,
        }
    }

    /// Returns the exit status, or an error if the program did not exit by itself.
    pub fn exit_status(self, limits: &ProgramLimits) -> Result<i32, ProgramError> {
        Err(match self {
            Self::Status(status) => return Ok(status),
            Self::Signal(signal) => ProgramError::Signal(signal),
            Self::TimedOut => ProgramError::TimedOut(limits.time),
            Self::MemoryLimit => ProgramError::MemoryLimit(limits.memory_bytes),
            Self::ProcessLimit => ProgramError::ProcessLimit(limits.processes),
            Self::FolderLimit => ProgramError::FolderLimit(limits.folder_bytes),
            Self::Stopped => ProgramError::Cancelled,
            Self::CannotRun(why) => ProgramError::CannotRun(why),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_output_counts_with_any_exit_status_but_not_after_a_signal() {
        let limits = ProgramLimits { output_bytes: 3, ..ProgramLimits::default() };
        let end_of = |output: &str, end: RunEnd| {
            let mut run = ProgramRun::new(output.into(), SupervisorReport::failed(end), &limits);
            run.require_output();
            run.end
        };
        assert_eq!(end_of("23", RunEnd::Status(0)), Ok(0));
        assert_eq!(end_of("23", RunEnd::Status(1)), Ok(1));
        assert_eq!(end_of("", RunEnd::Status(1)), Err(ProgramError::NoOutput(1)));
        assert_eq!(end_of("23", RunEnd::Signal(6)), Err(ProgramError::Signal(6)));
        assert_eq!(end_of("2323", RunEnd::Status(0)), Err(ProgramError::OutputLimit(3)));
        assert_eq!(end_of("23", RunEnd::Status(139)), Ok(139));
    }
}
