//! What ends the program before its time, and with which exit status.

use std::{io, path::Path, process::ExitCode};

use super::interrupts::INTERRUPTED;
use crate::{games::UnknownPlayer, play::ReadError};

/// What ends the program before its time.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program was used wrongly: a sentence that says what to do instead.
    #[error("{0}")]
    Usage(String),
    /// A name that no player has.
    #[error(transparent)]
    Player(#[from] UnknownPlayer),
    /// What was asked for can't be done: a sentence.
    #[error("{0}")]
    Failed(String),
    /// A file that can't be read.
    #[error("can't read {path}: {}", unreadable(why))]
    Unreadable {
        /// The file.
        path: String,
        /// Why, as the system says it.
        why: io::Error,
    },
    /// A file that is no sound record.
    #[error("{path} is {} ({why}); give the path of a saved game", bad_record(why))]
    BadRecord {
        /// The file.
        path: String,
        /// What is wrong with it, and on which line.
        why: ReadError,
    },
    /// Somebody did not want to wait for the end.
    #[error("interrupted")]
    Interrupted,
    /// The output can't be written.
    #[error("the output can't be written: {0}; {advice}", advice = unwritten(.0))]
    Output(#[from] io::Error),
    /// What nobody expected.
    #[error(transparent)]
    Unexpected(#[from] color_eyre::Report),
}

impl Error {
    /// Wrong use, in a sentence.
    pub fn usage(sentence: impl Into<String>) -> Self {
        Self::Usage(sentence.into())
    }

    /// A file that can't be read.
    pub fn unreadable(path: &Path, why: io::Error) -> Self {
        Self::Unreadable { path: path.display().to_string(), why }
    }

    /// A file that is no sound record.
    pub fn bad_record(path: &Path, why: ReadError) -> Self {
        Self::BadRecord { path: path.display().to_string(), why }
    }

    /// Something wrong with what a file says, though it is a sound record.
    pub fn in_file(path: &Path, why: &Self) -> Self {
        let path = path.display();
        Self::Usage(match why {
            Self::Player(why) => format!("{path}: {why}; name other players with --players"),
            why => format!("{path}: {why}"),
        })
    }

    /// Tells the person on standard error, and the shell by the exit status: 2 for wrong use, 1 for what failed. A
    /// reader that went away is no error.
    ///
    /// # Errors
    /// What nobody expected.
    pub fn tell(self) -> color_eyre::Result<ExitCode> {
        let status = match self {
            Self::Unexpected(report) => return Err(report),
            Self::Output(why) if why.kind() == io::ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
            Self::Usage(_) | Self::Player(_) => 2,
            Self::Interrupted => INTERRUPTED,
            Self::Failed(_) | Self::Unreadable { .. } | Self::BadRecord { .. } | Self::Output(_) => 1,
        };
        report(&self);
        Ok(ExitCode::from(status))
    }
}

fn unreadable(why: &io::Error) -> String {
    match why.kind() {
        io::ErrorKind::NotFound => "there is no such file; give the path of a saved game".to_owned(),
        io::ErrorKind::IsADirectory => "this is a folder; give the path of a saved game".to_owned(),
        io::ErrorKind::PermissionDenied => {
            "you may not read it; change its permissions or give another file".to_owned()
        }
        _ => format!("{why}; give the path of a saved game"),
    }
}

/// What a file is of which this can't be read: with a sound header, it was a record once.
fn bad_record(why: &ReadError) -> &'static str {
    if why.line <= 1 { "not a saved game of fourcade" } else { "a damaged game of fourcade" }
}

fn unwritten(why: &io::Error) -> &'static str {
    match why.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            "free some room or write elsewhere"
        }
        _ => "write elsewhere",
    }
}

/// Says a sentence on standard error, which may be closed.
pub fn report(sentence: &dyn std::fmt::Display) {
    let _ = io::Write::write_fmt(&mut io::stderr(), format_args!("fourcade: {sentence}\n"));
}
