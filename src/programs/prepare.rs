//! Finding a program's file and checking that it can be run.

use std::{
    borrow::Cow,
    env,
    ffi::OsString,
    fs, io,
    path::{self, Path, PathBuf},
};

use rustix::fs::{Access, access};

use super::SandboxError;

/// Why a program can't be prepared. The message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// Nothing exists at this path.
    #[error(
        "there is no program {}; give the path of an executable, .c or .py file",
        .0.display()
    )]
    Missing(PathBuf),
    /// The path isn't a file.
    #[error(
        "{} is {what}; give the path of an executable, .c or .py file",
        .path.display()
    )]
    NotAFile {
        /// The path of the program.
        path: PathBuf,
        /// What it is instead, such as "a folder".
        what: &'static str,
    },
    /// The system refuses access to the path.
    #[error("{} can't be reached: {why}", .path.display())]
    Unreachable {
        /// The path of the program.
        path: PathBuf,
        /// The system's error.
        why: io::Error,
    },
    /// No folder of `PATH` has a program of this name.
    #[error(
        "there is no program {0}, neither here nor in a folder of PATH; \
         give its path, or install it"
    )]
    NotFound(String),
    /// The command can't be split into words.
    #[error(
        "{0:?} isn't a command, because a quote is missing; \
         write a program and its arguments as in a shell"
    )]
    UnmatchedQuotes(String),
    /// The file isn't executable.
    #[error(
        "{path} isn't executable; if it is a program, \
         make it executable with `chmod +x {path}`",
        path = .0.display()
    )]
    NotExecutable(PathBuf),
    /// The compiler can't be run or didn't finish.
    #[error(
        "{} must be compiled, but the C compiler `{compiler}` {why}; \
         install a compiler, or give the compiled program",
        .path.display()
    )]
    NoCompiler {
        /// The path of the program.
        path: PathBuf,
        /// The compiler's command.
        compiler: String,
        /// A predicate for the compiler, such as "can't be found".
        why: String,
    },
    /// The source doesn't compile.
    #[error("{} could not be compiled:\n{messages}", .path.display())]
    NotCompiled {
        /// The path of the program.
        path: PathBuf,
        /// The compiler's messages.
        messages: String,
    },
    /// The folder for temporary files forbids execution.
    #[error(
        "compiled programs can't be started in {folder}, because its file system forbids it \
         (noexec); set TMPDIR to another folder",
        folder = .0.display()
    )]
    NoExecution(PathBuf),
    /// The sandbox hides the interpreter.
    #[error(
        "{}: its interpreter {} is not visible in the sandbox; \
         {}add --show with the folder in which it is installed",
        .path.display(), .interpreter.display(), instead(.visible.as_deref())
    )]
    HiddenInterpreter {
        /// The path of the program.
        path: PathBuf,
        /// The interpreter that its first line names.
        interpreter: PathBuf,
        /// A program of the same name that is visible.
        visible: Option<PathBuf>,
    },
    /// The program didn't start when it was tried in the sandbox.
    #[error(
        "{} can't start in the sandbox, which hides what it needs ({message}); \
         {}add --show with the folder in which that is installed",
        .path.display(), instead(.visible.as_deref())
    )]
    HiddenProgram {
        /// The path of the program.
        path: PathBuf,
        /// Its last line on standard error.
        message: String,
        /// A program of the same name that is visible.
        visible: Option<PathBuf>,
    },
    /// The script has Windows line endings.
    #[error(
        "the first line of {path} ends in CR LF, the line ending of Windows, so its interpreter \
         can't be found; save {path} with LF alone, for instance with `dos2unix {path}`",
        path = .0.display()
    )]
    CarriageReturn(PathBuf),
    /// A sandbox is required, but none works here.
    #[error(transparent)]
    NoSandbox(#[from] SandboxError),
    /// The caller cancelled the preparation.
    #[error("preparing the program was cancelled")]
    Cancelled,
}

impl PrepareError {
    /// Whether this program is broken, rather than something that every program needs.
    pub fn is_broken_program(&self) -> bool {
        match self {
            Self::NoCompiler { .. }
            | Self::NoExecution(_)
            | Self::NoSandbox(_)
            | Self::Cancelled => false,
            Self::Missing(_)
            | Self::NotAFile { .. }
            | Self::Unreachable { .. }
            | Self::NotFound(_)
            | Self::UnmatchedQuotes(_)
            | Self::NotExecutable(_)
            | Self::CarriageReturn(_)
            | Self::NotCompiled { .. }
            | Self::HiddenInterpreter { .. }
            | Self::HiddenProgram { .. } => true,
        }
    }
}

/// Returns the beginning of a piece of advice, such as "use /usr/bin/python3 instead, or ".
fn instead(program: Option<&Path>) -> String {
    program.map(|program| format!("use {} instead, or ", program.display())).unwrap_or_default()
}

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
        Err(why) if why.kind() == io::ErrorKind::NotFound => {
            Err(PrepareError::Missing(path.to_owned()))
        }
        Err(why) => Err(PrepareError::Unreachable { path: path.to_owned(), why }),
    }
}

/// Quotes a word for a shell where it needs quotes.
pub fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || ",:-._/=+@".contains(letter);
    // Zsh expands a word that starts with `=`.
    if !word.is_empty() && !word.starts_with('=') && word.chars().all(is_plain) {
        return word.into();
    }
    // Quoting fails for zero bytes, which no command can contain.
    shlex::try_quote(word).unwrap_or_else(|_| word.into())
}

/// Quotes a path for a shell where it needs quotes.
pub fn quoted_path(path: &Path) -> String {
    quoted(&path.display().to_string()).into_owned()
}

/// Splits a command line into its program and arguments, as a shell does.
///
/// # Errors
/// Returns an error if a quote is missing or there is no program.
pub fn split_command(command: &str) -> Result<(PathBuf, Vec<OsString>), PrepareError> {
    let mut words = shlex::split(command)
        .ok_or_else(|| PrepareError::UnmatchedQuotes(command.to_owned()))?
        .into_iter();
    let program = words.next().filter(|word| !word.is_empty());
    let program = program.ok_or_else(|| PrepareError::NotFound(format!("{command:?}")))?;
    Ok((program.into(), words.map(OsString::from).collect()))
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
            .map_err(|why| PrepareError::Unreachable { path: program.to_owned(), why });
    }
    let found = programs_named(program).next();
    let found = found.ok_or_else(|| PrepareError::NotFound(program.display().to_string()))?;
    path::absolute(&found).map_err(|why| PrepareError::Unreachable { path: found, why })
}

/// Returns all programs of this name in the folders of `PATH`.
pub(super) fn programs_named(name: &Path) -> impl Iterator<Item = PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&folders).collect();
    let is_executable = |file: &PathBuf| file.is_file() && access(file, Access::EXEC_OK).is_ok();
    folders.into_iter().map(move |folder| folder.join(name)).filter(is_executable)
}

/// `given` is the path of the file as the user gave it, for the message.
pub(super) fn check_executable(given: &Path, file: &Path) -> Result<(), PrepareError> {
    access(file, Access::EXEC_OK).map_err(|_| PrepareError::NotExecutable(given.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_the_word_that_was_quoted() {
        for word in ["./flip", "-std=c99", "human,first", "1:2@3+4"] {
            assert_eq!(quoted(word), word, "it needs no quotes");
        }
        for word in ["", "two words", "it's", "=ls", "$HOME", "a;b", "-DNAME=\"Low\""] {
            let read = shlex::split(&quoted(word)).unwrap();
            assert!(quoted(word) != word && read == [word], "{word}: {read:?}");
        }
    }
}
