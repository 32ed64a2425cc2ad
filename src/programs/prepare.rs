//! Whether a path leads to a program.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use rustix::fs::{Access, access};

/// Why a program can't be made ready: sentences that say what to do.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// There is nothing at this path.
    #[error("there is no program {}; give the path of an executable file or of a .c file", .0.display())]
    Missing(PathBuf),
    /// Something else than a file is there.
    #[error("{} is {what}; give the path of an executable file or of a .c file", .path.display())]
    NoFile {
        /// Where.
        path: PathBuf,
        /// What it is: a folder, say.
        what: &'static str,
    },
    /// The system does not let us look at it.
    #[error("{} can't be reached: {why}", .path.display())]
    Unreachable {
        /// What.
        path: PathBuf,
        /// As the system says it.
        why: io::Error,
    },
    /// It is a file that may not be executed.
    #[error("{path} may not be executed; if it is a program, make it executable with `chmod +x {path}`", path = .0.display())]
    NotExecutable(PathBuf),
    /// The compiler can't be run.
    #[error(
        "{} has to be compiled, but the C compiler `cc` {why}; install one, or give the compiled program", .path.display()
    )]
    NoCompiler {
        /// What was to be compiled.
        path: PathBuf,
        /// What is wrong with the compiler, as a phrase.
        why: String,
    },
    /// The compiler did not accept it.
    #[error("{} could not be compiled:\n{messages}", .path.display())]
    NotCompiled {
        /// What was to be compiled.
        path: PathBuf,
        /// What the compiler said.
        messages: String,
    },
    /// Nobody wants it any more.
    #[error("making the program ready was cancelled")]
    Cancelled,
}

/// The whole path of a file; it stays right in another working folder.
pub(super) fn check(path: &Path) -> Result<PathBuf, PrepareError> {
    let whole = fs::canonicalize(path).and_then(|whole| Ok((fs::metadata(&whole)?, whole)));
    match whole {
        Ok((data, whole)) if data.is_file() => Ok(whole),
        Ok((data, _)) => {
            let what = if data.is_dir() { "a folder" } else { "no file" };
            Err(PrepareError::NoFile { path: path.to_owned(), what })
        }
        Err(why) if why.kind() == io::ErrorKind::NotFound => Err(PrepareError::Missing(path.to_owned())),
        Err(why) => Err(PrepareError::Unreachable { path: path.to_owned(), why }),
    }
}

/// May we execute this file? `path` is how it was called.
pub(super) fn check_executable(path: &Path, file: &Path) -> Result<(), PrepareError> {
    access(file, Access::EXEC_OK).map_err(|_| PrepareError::NotExecutable(path.to_owned()))
}
