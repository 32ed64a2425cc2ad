//! What ends the program before its time, and with which exit status.

use std::{io, path::Path, process::ExitCode};

use super::interrupts::INTERRUPTED;
use crate::{games::UnknownPlayerError, store::RecordFileError};

/// What ends the program before its time.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program was used wrongly: a sentence that says what to do instead.
    #[error("{0}")]
    Usage(String),
    /// A name that no player has.
    #[error(transparent)]
    Player(#[from] UnknownPlayerError),
    /// What was asked for can't be done: a sentence.
    #[error("{0}")]
    Failed(String),
    /// A file with no game in it.
    #[error(transparent)]
    Record(#[from] RecordFileError),
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

    /// Something wrong with what a file says, though it is a sound record.
    pub fn in_file(path: &Path, why: &Self) -> Self {
        let path = path.display();
        Self::Usage(match why {
            Self::Player(why) => format!("{path}: {why}; name other players with --players"),
            why => format!("{path}: {why}"),
        })
    }

    /// Tells the person on standard error, and the shell by the exit status: 2 for wrong use, 1 for
    /// what failed. A reader that went away is no error.
    ///
    /// # Errors
    /// What nobody expected.
    pub fn tell(self) -> color_eyre::Result<ExitCode> {
        let status = match self {
            Self::Unexpected(report) => return Err(report),
            Self::Output(why) if why.kind() == io::ErrorKind::BrokenPipe => {
                return Ok(ExitCode::SUCCESS);
            }
            Self::Usage(_) | Self::Player(_) => 2,
            Self::Interrupted => INTERRUPTED,
            Self::Failed(_) | Self::Record(_) | Self::Output(_) => 1,
        };
        report(&self);
        Ok(ExitCode::from(status))
    }
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
