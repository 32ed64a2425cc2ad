//! Finding a program's file and checking that it can be run.

use std::{
    env, fs, io,
    path::{self, Path, PathBuf},
};

use rustix::fs::{Access, access};

use super::PrepareError;

/// Returns the canonical path of a regular file.
///
/// # Errors
/// Returns an error if there is no such file or it can't be reached.
pub fn resolve_file(path: &Path) -> Result<PathBuf, PrepareError> {
    let canonical = fs::canonicalize(path).and_then(|file| Ok((fs::metadata(&file)?, file)));
    match canonical {
        Ok((metadata, file)) if metadata.is_file() => Ok(file),
        Ok((metadata, _)) => {
            let what = if metadata.is_dir() { "a folder" } else { "not a regular file" };
            Err(PrepareError::NotAFile { path: path.to_owned(), what })
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(PrepareError::NoSuchFile(path.to_owned()))
        }
        Err(error) => Err(PrepareError::NoAccess { path: path.to_owned(), error }),
    }
}

/// Returns the absolute path of a program given by path or by name in `PATH`. Symbolic links are
/// not resolved, because some programs depend on the name that they are called by.
///
/// # Errors
/// Returns an error if there is no such program or it isn't executable.
pub fn find_program(program: &Path) -> Result<PathBuf, PrepareError> {
    let is_name = program.components().count() == 1
        && !program.as_os_str().as_encoded_bytes().contains(&b'/');
    if program.is_file() || !is_name {
        resolve_file(program)?;
        check_executable(program, program)?;
        return path::absolute(program)
            .map_err(|error| PrepareError::NoAccess { path: program.to_owned(), error });
    }
    let found = programs_named(program).next();
    let found = found.ok_or_else(|| PrepareError::NotInPath(program.display().to_string()))?;
    path::absolute(&found).map_err(|error| PrepareError::NoAccess { path: found, error })
}

/// Returns all programs of this name in the folders of `PATH`.
pub(crate) fn programs_named(name: &Path) -> impl Iterator<Item = PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&folders).collect();
    let is_executable = |file: &PathBuf| file.is_file() && access(file, Access::EXEC_OK).is_ok();
    folders.into_iter().map(move |folder| folder.join(name)).filter(is_executable)
}

/// `given` is the path of the file as the user gave it, for the message.
pub(crate) fn check_executable(given: &Path, file: &Path) -> Result<(), PrepareError> {
    access(file, Access::EXEC_OK).map_err(|_| PrepareError::NotExecutable(given.to_owned()))
}
