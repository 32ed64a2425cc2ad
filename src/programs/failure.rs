//! What a program did instead of answering, and the words for it.

use std::{io, time::Duration};

use rustix::process::Signal;
use serde::{Deserialize, Serialize};

use super::{ProgramLimits, ProgramOutput, limits::say_bytes};

/// What a program did instead of answering. It reads as a phrase of which the program is the
/// subject.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// It had not ended when this time was over.
    #[error("timed out after {} s", .0.as_secs_f64())]
    TimedOut(Duration),
    /// A signal ended it.
    #[error("ended by signal {signal}{meaning}", signal = .0, meaning = meaning(*.0))]
    Signal(i32),
    /// It held more memory than this, in bytes.
    #[error("used more than {} of memory", say_bytes(*.0))]
    MemoryLimit(u64),
    /// It started more processes than this.
    #[error("started more than {0} processes")]
    ProcessLimit(u64),
    /// It printed more than this, in bytes.
    #[error("printed more than {}", say_bytes(*.0 as u64))]
    OutputLimit(usize),
    /// It ended with this exit status and had printed nothing.
    #[error("printed nothing{}", if *.0 == 0 { String::new() } else { format!(" and ended with status {}", .0) })]
    NoOutput(i32),
    /// It ended with this exit status in the middle of a conversation.
    #[error("ended{}", if *.0 == 0 { " in the middle of the game".to_owned() } else { format!(" with status {}", .0) })]
    Exited(i32),
    /// It listens or answers no more, though it has not ended.
    #[error("closed its output")]
    ClosedOutput,
    /// It could not be started: why.
    #[error("could not be run: {0}")]
    CannotRun(String),
    /// Nobody wants its answer any more.
    #[error("was cancelled")]
    Cancelled,
}

impl ProgramError {
    /// Something went wrong around the program, not in it.
    pub(super) fn around(why: &io::Error) -> Self {
        Self::CannotRun(why.to_string())
    }
}

/// What a signal means, in brackets.
fn meaning(signal: i32) -> String {
    let words = match Signal::from_named_raw(signal) {
        Some(Signal::SEGV) => "segmentation fault",
        Some(Signal::ABORT) => "it aborted",
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
    format!(" ({words})")
}

/// How a run ended, seen from outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum RunEnd {
    Status(i32),
    Signal(i32),
    TimedOut,
    MemoryLimit,
    ProcessLimit,
    /// We ended it, as its answer was no longer wanted.
    Stopped,
    CannotRun(String),
}

impl RunEnd {
    /// It could not be started.
    pub fn not_started(why: &io::Error) -> Self {
        Self::CannotRun(match why.kind() {
            io::ErrorKind::NotFound => {
                "the file is gone, or the interpreter that its first line names".to_owned()
            }
            io::ErrorKind::PermissionDenied => "it may not be executed".to_owned(),
            _ if why.raw_os_error() == Some(rustix::io::Errno::NOEXEC.raw_os_error()) => {
                "it is no program for this machine (a script begins with #! and its interpreter)"
                    .to_owned()
            }
            _ => why.to_string(),
        })
    }
}

impl RunEnd {
    /// Why there is no answer, when a program has ended that was talked with.
    pub fn in_conversation(self, sandboxed: bool, limits: &ProgramLimits) -> ProgramError {
        match self {
            Self::Status(status) if sandboxed && status > 128 => ProgramError::Signal(status - 128),
            Self::Status(status) => ProgramError::Exited(status),
            Self::Signal(signal) => ProgramError::Signal(signal),
            Self::TimedOut => ProgramError::TimedOut(limits.time),
            Self::MemoryLimit => ProgramError::MemoryLimit(limits.memory_bytes),
            Self::ProcessLimit => ProgramError::ProcessLimit(limits.processes),
            Self::Stopped => ProgramError::Cancelled,
            Self::CannotRun(why) => ProgramError::CannotRun(why),
        }
    }
}

/// All that is known of a run.
pub(super) struct RunReport {
    pub output: Vec<u8>,
    pub end: RunEnd,
    pub time: Duration,
}

impl RunReport {
    /// Whether this is an answer.
    pub fn judge(
        self,
        sandboxed: bool,
        limits: &ProgramLimits,
    ) -> Result<ProgramOutput, ProgramError> {
        match self.end {
            _ if self.output.len() > limits.output_bytes => {
                Err(ProgramError::OutputLimit(limits.output_bytes))
            }
            // As shells do, `bwrap` says the signal that ended the program in its own status.
            RunEnd::Status(status) if sandboxed && status > 128 => {
                Err(ProgramError::Signal(status - 128))
            }
            RunEnd::Status(status) if self.output.is_empty() => Err(ProgramError::NoOutput(status)),
            RunEnd::Status(status) => {
                Ok(ProgramOutput { output: self.output, status, time: self.time })
            }
            RunEnd::Signal(signal) => Err(ProgramError::Signal(signal)),
            RunEnd::TimedOut => Err(ProgramError::TimedOut(limits.time)),
            RunEnd::MemoryLimit => Err(ProgramError::MemoryLimit(limits.memory_bytes)),
            RunEnd::ProcessLimit => Err(ProgramError::ProcessLimit(limits.processes)),
            RunEnd::Stopped => Err(ProgramError::Cancelled),
            RunEnd::CannotRun(why) => Err(ProgramError::CannotRun(why)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_a_phrase() {
        let said = [
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
        .map(|failure| failure.to_string());
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
        assert_eq!(said, expected);
    }

    #[test]
    fn what_was_printed_counts_whatever_the_status_is_but_not_after_a_signal() {
        let judged = |output: &str, end: RunEnd, sandboxed| {
            let said = RunReport { output: output.into(), end, time: Duration::ZERO };
            said.judge(sandboxed, &ProgramLimits { output_bytes: 3, ..ProgramLimits::default() })
                .map(|answer| answer.status)
        };
        assert_eq!(judged("23", RunEnd::Status(0), false), Ok(0));
        assert_eq!(judged("23", RunEnd::Status(1), false), Ok(1));
        assert_eq!(judged("", RunEnd::Status(1), false), Err(ProgramError::NoOutput(1)));
        assert_eq!(judged("23", RunEnd::Signal(6), false), Err(ProgramError::Signal(6)));
        assert_eq!(judged("2323", RunEnd::Status(0), false), Err(ProgramError::OutputLimit(3)));
        assert_eq!(judged("23", RunEnd::Status(139), false), Ok(139));
        assert_eq!(judged("23", RunEnd::Status(139), true), Err(ProgramError::Signal(11)));
    }
}
