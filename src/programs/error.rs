//! How a program ended, and the errors of running it.

use std::{io, time::Duration};

use rustix::process::Signal;
use serde::{Deserialize, Serialize};

use super::{
    ProgramLimits,
    limits::{FOLDER_FILES, format_bytes},
};

/// Why a program did not answer. The message is a predicate for the program's name, such as "timed
/// out after 30 s".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// The time limit of the answer.
    #[error("timed out after {} s", .0.as_secs_f64())]
    TimedOut(Duration),
    /// The number of the signal.
    #[error("ended by signal {number}{meaning}", number = .0, meaning = signal_meaning(*.0))]
    Signal(i32),
    /// The limit, in bytes.
    #[error("used more than {} of memory", format_bytes(*.0))]
    MemoryLimit(u64),
    /// The maximum number of processes.
    #[error("started more than {0} processes")]
    ProcessLimit(u64),
    /// The limit, in bytes.
    #[error(
        "put more into its folder than {FOLDER_FILES} files of {} together, or closed it",
        format_bytes(*.0)
    )]
    FolderLimit(u64),
    /// The limit, in bytes.
    #[error("printed more than {}", format_bytes(*.0 as u64))]
    OutputLimit(usize),
    /// The exit status.
    #[error("{}", match .0 {
        0 => "printed nothing".to_owned(),
        status => format!("printed nothing and ended with status {status}"),
    })]
    NoOutput(i32),
    /// The exit status, in the middle of a conversation.
    #[error("{}", match .0 {
        0 => "ended in the middle of the game".to_owned(),
        status => format!("ended with status {status}"),
    })]
    Exited(i32),
    /// The program closed its output in the middle of a conversation but has not ended.
    #[error("closed its output")]
    ClosedOutput,
    /// The name of the other program.
    #[error("starts another program ({0}), which the course forbids")]
    StartedProgram(String),
    /// The name of the file.
    #[error("creates a file ({0}), which the course forbids")]
    CreatedFile(String),
    /// The system's error, or what is wrong with the file.
    #[error("could not be run: {0}")]
    CannotRun(String),
    /// The caller cancelled the run.
    #[error("was cancelled")]
    Cancelled,
}

impl ProgramError {
    /// For I/O errors on our side, such as a temporary folder that can't be created.
    pub(super) fn from_io(why: &io::Error) -> Self {
        Self::CannotRun(why.to_string())
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
            io::ErrorKind::WouldBlock => "this user already runs too many processes".to_owned(),
            _ if why.raw_os_error() == Some(rustix::io::Errno::NOEXEC.raw_os_error()) => {
                "it isn't a program for this machine (a script must begin with #! and its \
                 interpreter)"
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

/// The output of a program that ended by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramOutput {
    /// The bytes printed on standard output; never empty.
    pub output: Vec<u8>,
    /// The exit status.
    pub status: i32,
    /// Wall-clock time from start to end.
    pub time: Duration,
}

/// The result of a one-shot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramAnswer {
    /// The output, or why there is none.
    pub output: Result<ProgramOutput, ProgramError>,
    /// The beginning of standard error.
    pub stderr: String,
    /// Names of other programs that it started, if the program is watched.
    pub started: Vec<String>,
}

impl From<ProgramError> for ProgramAnswer {
    fn from(error: ProgramError) -> Self {
        Self { output: Err(error), stderr: String::new(), started: Vec::new() }
    }
}

/// The result of a run in a shared folder, where a program need not print anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramRun {
    /// The bytes printed on standard output.
    pub output: Vec<u8>,
    /// The exit status, or why there is none.
    pub end: Result<i32, ProgramError>,
}

pub(super) struct RunReport {
    pub output: Vec<u8>,
    pub end: RunEnd,
    pub time: Duration,
    /// The beginning of standard error, if it was captured.
    pub errors: String,
    /// Names of other programs that it started, if the program is watched.
    pub started: Vec<String>,
    pub created: Vec<String>,
}

impl RunReport {
    /// Unlike [`RunReport::into_output`], a program may print nothing.
    pub fn into_run(self, limits: &ProgramLimits) -> ProgramRun {
        let end = if self.output.len() > limits.output_bytes {
            Err(ProgramError::OutputLimit(limits.output_bytes))
        } else {
            self.end.exit_status(limits)
        };
        ProgramRun { output: self.output, end }
    }

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

/// Returns a phrase such as " (segmentation fault)", or an empty string for uncommon signals.
fn signal_meaning(signal: i32) -> String {
    let meaning = match Signal::from_named_raw(signal) {
        Some(Signal::SEGV) => "segmentation fault",
        Some(Signal::ABORT) => "aborted",
        Some(Signal::FPE) => "arithmetic error, such as a division by 0",
        Some(Signal::ILL) => "illegal instruction",
        Some(Signal::BUS) => "bus error",
        Some(Signal::TRAP) => "trap",
        Some(Signal::SYS) => "forbidden system call",
        Some(Signal::KILL) => "killed",
        Some(Signal::TERM) => "terminated",
        Some(Signal::PIPE) => "broken pipe",
        Some(Signal::ALARM) => "alarm",
        Some(Signal::XCPU) => "too much processor time",
        Some(Signal::XFSZ) => "a file grew too large",
        _ => return String::new(),
    };
    format!(" ({meaning})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_output_counts_with_any_exit_status_but_not_after_a_signal() {
        let status_of = |output: &str, end: RunEnd| {
            let report = RunReport {
                output: output.into(),
                end,
                time: Duration::ZERO,
                errors: String::new(),
                started: Vec::new(),
                created: Vec::new(),
            };
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

    #[test]
    fn messages_are_phrases_about_the_program() {
        let messages = [
            ProgramError::TimedOut(Duration::from_secs(30)),
            ProgramError::TimedOut(Duration::from_millis(300)),
            ProgramError::Signal(Signal::SEGV.as_raw()),
            ProgramError::Signal(1000),
            ProgramError::MemoryLimit(1 << 30),
            ProgramError::ProcessLimit(128),
            ProgramError::OutputLimit(64 << 10),
            ProgramError::NoOutput(0),
            ProgramError::NoOutput(1),
            ProgramError::CannotRun("why".to_owned()),
        ]
        .map(|error| error.to_string());
        let expected = [
            "timed out after 30 s",
            "timed out after 0.3 s",
            "ended by signal 11 (segmentation fault)",
            "ended by signal 1000",
            "used more than 1 GiB of memory",
            "started more than 128 processes",
            "printed more than 64 KiB",
            "printed nothing",
            "printed nothing and ended with status 1",
            "could not be run: why",
        ];
        assert_eq!(messages, expected);
    }
}
