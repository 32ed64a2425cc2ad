//! How a run ended, and whether it produced an answer.

use std::{io, time::Duration};

use serde::{Deserialize, Serialize};

use super::{ProgramError, ProgramLimits};

/// The output of a program that ended by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramOutput {
    /// The bytes printed on standard output: at least one.
    pub output: Vec<u8>,
    pub status: i32,
    pub time: Duration,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum RunEnd {
    Status(i32),
    Signal(i32),
    TimedOut,
    MemoryLimit,
    ProcessLimit,
    /// We stopped the program because its answer was no longer needed.
    Stopped,
    CannotRun(String),
}

impl RunEnd {
    pub fn start_failed(why: &io::Error) -> Self {
        Self::CannotRun(match why.kind() {
            io::ErrorKind::NotFound => {
                "the file is missing, or the interpreter in its first line is".to_owned()
            }
            io::ErrorKind::PermissionDenied => {
                "it isn't executable, or it is closed to others: in the sandbox, programs of root \
                 run as another user"
                    .to_owned()
            }
            _ if why.raw_os_error() == Some(rustix::io::Errno::NOEXEC.raw_os_error()) => {
                "it isn't a program for this machine (a script must begin with #! and its interpreter)"
                    .to_owned()
            }
            _ => why.to_string(),
        })
    }

    pub fn into_conversation_error(self, limits: &ProgramLimits) -> ProgramError {
        match self.exit_status(limits) {
            Ok(status) => ProgramError::Exited(status),
            Err(error) => error,
        }
    }

    /// Returns the exit status of a program that exited by itself, and an error for every other
    /// end.
    fn exit_status(self, limits: &ProgramLimits) -> Result<i32, ProgramError> {
        Err(match self {
            Self::Status(status) => return Ok(status),
            Self::Signal(signal) => ProgramError::Signal(signal),
            Self::TimedOut => ProgramError::TimedOut(limits.time),
            Self::MemoryLimit => ProgramError::MemoryLimit(limits.memory_bytes),
            Self::ProcessLimit => ProgramError::ProcessLimit(limits.processes),
            Self::Stopped => ProgramError::Cancelled,
            Self::CannotRun(why) => ProgramError::CannotRun(why),
        })
    }
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
