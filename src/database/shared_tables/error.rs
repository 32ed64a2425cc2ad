//! The errors of shared tables.
//!
//! Messages are clauses, like those of all errors and refusals: whatever shows one makes a sentence
//! of it. Pages show a [`SharedError`] in the sentences of `app::lobby::explain`, which name the
//! database.

use std::path::PathBuf;

use crate::job::JobError;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SharedError {
    /// The database doesn't answer now.
    #[error("can't reach the shared tables ({0}); trying again")]
    Unreachable(String),
    /// The database can't be used until a person fixes something.
    #[error("can't open the shared tables: {0}")]
    Unusable(String),
    #[error(
        "a newer version of fourcade has set up these shared tables (version {found}, this one \
         knows {known}); update this one"
    )]
    TooNew { found: i64, known: i64 },
    #[error("{} is not a file of shared tables; choose another one", .0.display())]
    Foreign(PathBuf),
    #[error("there is no table {0:?}; check the code, or look in the lobby")]
    NoTable(String),
    #[error("you have {0} shared tables already, the most for guests here; finish a game first")]
    TooManyTables(u32),
    /// A statement failed for another reason: a bug, or a database that was edited.
    #[error("there is an error in the shared tables: {0}")]
    Failed(String),
    #[error("the connection to the shared tables has ended")]
    Ended,
}

impl From<JobError> for SharedError {
    fn from(error: JobError) -> Self {
        match error {
            JobError::Ended => Self::Ended,
            JobError::Failed(reason) => Self::Failed(reason),
        }
    }
}

impl SharedError {
    pub fn is_temporary(&self) -> bool {
        matches!(self, Self::Unreachable(_))
    }

    /// Whether the database failed, rather than refused a request.
    pub fn is_failure(&self) -> bool {
        !matches!(self, Self::NoTable(_) | Self::TooManyTables(_) | Self::Ended)
    }
}
