//! Whether a path leads to a program.

use std::{
    env,
    ffi::OsString,
    fs, io,
    path::{self, Path, PathBuf},
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
    /// No file of this name is here or in one of the folders of `PATH`.
    #[error(
        "there is no program {0}, neither here nor in a folder of PATH; give its path, or install it"
    )]
    Unknown(String),
    /// The words of a command can't be told from each other.
    #[error(
        "{0:?} is no command: its quotes do not match; give a program and its arguments as a shell takes them"
    )]
    NoCommand(String),
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
        Err(why) if why.kind() == io::ErrorKind::NotFound => {
            Err(PrepareError::Missing(path.to_owned()))
        }
        Err(why) => Err(PrepareError::Unreachable { path: path.to_owned(), why }),
    }
}

/// The program's file or name in a command, and its arguments.
pub(super) fn split(command: &str) -> Result<(PathBuf, Vec<OsString>), PrepareError> {
    let mut words = shlex::split(command)
        .ok_or_else(|| PrepareError::NoCommand(command.to_owned()))?
        .into_iter();
    let program = words.next().filter(|word| !word.is_empty());
    let program = program.ok_or_else(|| PrepareError::Unknown(format!("{command:?}")))?;
    Ok((program.into(), words.map(OsString::from).collect()))
}

/// The whole path of a command's program. Links are left as they are, since some programs look by
/// which name they were called.
pub(super) fn locate(program: &Path) -> Result<PathBuf, PrepareError> {
    let is_name = program.components().count() == 1
        && !program.as_os_str().as_encoded_bytes().contains(&b'/');
    if program.is_file() || !is_name {
        check(program)?;
        check_executable(program, program)?;
        return path::absolute(program)
            .map_err(|why| PrepareError::Unreachable { path: program.to_owned(), why });
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    let is_there = |file: &PathBuf| file.is_file() && access(file, Access::EXEC_OK).is_ok();
    let found = env::split_paths(&folders).map(|folder| folder.join(program)).find(is_there);
    let found = found.ok_or_else(|| PrepareError::Unknown(program.display().to_string()))?;
    path::absolute(&found).map_err(|why| PrepareError::Unreachable { path: found, why })
}

/// May we execute this file? `path` is how it was called.
pub(super) fn check_executable(path: &Path, file: &Path) -> Result<(), PrepareError> {
    access(file, Access::EXEC_OK).map_err(|_| PrepareError::NotExecutable(path.to_owned()))
}
