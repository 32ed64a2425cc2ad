//! The errors of runs, as phrases about the program.

use std::{io, time::Duration};

use super::limits::{FOLDER_FILES, format_bytes};
use rustix::process::Signal;

/// Why a run of a program failed. The message is a predicate for the program's name, such as "timed
/// out after 30 s".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// The program reached this time limit.
    #[error("timed out after {} s", .0.as_secs_f64())]
    TimedOut(Duration),
    /// It was ended by the signal with this number.
    #[error("ended by signal {number}{meaning}", number = .0, meaning = signal_meaning(*.0))]
    Signal(i32),
    /// It used more memory than this limit, in bytes.
    #[error("used more than {} of memory", format_bytes(*.0))]
    MemoryLimit(u64),
    /// It started more processes than this limit.
    #[error("started more than {0} processes")]
    ProcessLimit(u64),
    /// Its shared folder holds too many files or more bytes than this limit, or became unreadable,
    /// so that they can't be counted.
    #[error(
        "put more than {FOLDER_FILES} files or {} into its folder, or made it unreadable",
        format_bytes(*.0)
    )]
    FolderLimit(u64),
    /// It printed more than this limit, in bytes.
    #[error("printed more than {}", format_bytes(*.0 as u64))]
    OutputLimit(usize),
    /// It printed nothing and ended with this exit status.
    #[error("{}", match .0 {
        0 => "printed nothing".to_owned(),
        status => format!("printed nothing and ended with status {status}"),
    })]
    NoOutput(i32),
    /// It ended with this exit status in the middle of a conversation.
    #[error("{}", match .0 {
        0 => "ended in the middle of the game".to_owned(),
        status => format!("ended with status {status}"),
    })]
    Exited(i32),
    /// It closed its output in the middle of a conversation but has not ended.
    #[error("closed its output")]
    ClosedOutput,
    /// It tried to start another program of this name, which was refused.
    #[error("started another program ({0}), which the course forbids")]
    StartedProgram(String),
    /// It left a file of this name in its fresh folder, which is forbidden.
    #[error("created a file ({0}), which the course forbids")]
    CreatedFile(String),
    /// It could not be run: the system's error, or what is wrong with the file.
    #[error("could not be run: {0}")]
    CannotRun(String),
    /// The caller cancelled the run.
    #[error("was cancelled")]
    Cancelled,
}

impl ProgramError {
    /// For I/O errors on our side, such as a temporary folder that can't be created.
    pub(super) fn from_io(error: &io::Error) -> Self {
        Self::CannotRun(error.to_string())
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
