//! The errors of the command line and their exit statuses.

use std::{io, path::Path, process::ExitCode};

use super::interrupts;
use crate::{
    database::{RecordFileError, StoreError},
    games::{Unavailable, UnknownPlayerError},
};
use fourcade_engine::play::PlayerError;

pub use super::output::print_message;

#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// Wrong arguments. The message says what to do instead.
    #[error("{0}")]
    Usage(String),
    #[error(transparent)]
    Player(#[from] UnknownPlayerError),
    #[error("{0}")]
    Failed(String),
    #[error(transparent)]
    Record(#[from] RecordFileError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("interrupted")]
    Interrupted,
    #[error("the output can't be written: {0}; {advice}", advice = write_advice(.0))]
    Output(io::Error),
    #[error(transparent)]
    Unexpected(#[from] color_eyre::Report),
}

impl From<io::Error> for CliError {
    /// An error made by `io::Error::other`, such as a player's, isn't about the output.
    fn from(error: io::Error) -> Self {
        match error.get_ref() {
            Some(other) if error.kind() == io::ErrorKind::Other => Self::Failed(other.to_string()),
            _ => Self::Output(error),
        }
    }
}

impl From<Unavailable> for CliError {
    fn from(error: Unavailable) -> Self {
        match error {
            Unavailable::NotAllowed(request) => Self::Usage(request.refusal()),
            Unavailable::Failed(reason) => Self::Failed(reason),
        }
    }
}

impl CliError {
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    /// Prefixes an error about a record, such as an unknown player, with the file's path.
    pub fn in_file(path: &Path, error: &Self) -> Self {
        let path = path.display();
        Self::Usage(match error {
            Self::Player(error) => format!("{path}: {error}; name other players with --players"),
            error => format!("{path}: {error}"),
        })
    }

    /// Prints the error to standard error and returns the exit status: 2 for wrong arguments, 128
    /// plus the signal's number for an interrupt, 1 for other errors, 0 for a closed output pipe.
    ///
    /// # Errors
    /// Returns the report of an unexpected error.
    pub fn report(self) -> color_eyre::Result<ExitCode> {
        let status = match self {
            Self::Unexpected(report) => return Err(report),
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return Ok(ExitCode::SUCCESS);
            }
            Self::Usage(_)
            | Self::Player(_)
            | Self::Record(RecordFileError::Several { .. } | RecordFileError::NoSuchGame { .. }) => {
                2
            }
            Self::Interrupted => interrupts::interrupted_status(),
            Self::Failed(_) | Self::Store(_) | Self::Record(_) | Self::Output(_) => 1,
        };
        print_message(&self);
        Ok(ExitCode::from(status))
    }
}

impl From<PlayerError> for CliError {
    fn from(error: PlayerError) -> Self {
        match error {
            PlayerError::Cancelled => Self::Interrupted,
            PlayerError::Fault(message) | PlayerError::Failed(_, message) => {
                Self::Failed(format!("a player gave no move: {message}"))
            }
        }
    }
}

fn write_advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            "free some disk space or write elsewhere"
        }
        _ => "write elsewhere",
    }
}
