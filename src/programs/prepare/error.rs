//! Why a program can't be prepared.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::SandboxError;

/// Why a program can't be prepared. The message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// Nothing exists at this path.
    #[error(
        "there is no program {}; give the path of an executable, .c or .py file",
        .0.display()
    )]
    NoSuchFile(PathBuf),
    /// The path isn't a file.
    #[error(
        "{} is {what}; give the path of an executable, .c or .py file",
        .path.display()
    )]
    NotAFile {
        /// The program, as the user gave it.
        path: PathBuf,
        /// What it is instead, such as "a folder".
        what: &'static str,
    },
    /// The system refuses access to the path.
    #[error("{} can't be reached: {error}", .path.display())]
    NoAccess {
        /// The program, as the user gave it.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// No folder of `PATH` has a program of this name.
    #[error(
        "there is no program {0}, neither here nor in a folder of PATH; \
         give its path, or install it"
    )]
    NotInPath(String),
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
        /// The program, as the user gave it.
        path: PathBuf,
        /// The compiler's command.
        compiler: String,
        /// A predicate for the compiler, such as "can't be found".
        why: String,
    },
    /// The source doesn't compile.
    #[error("{} could not be compiled:\n{messages}", .path.display())]
    NotCompiled {
        /// The program, as the user gave it.
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
    NoExecFolder(PathBuf),
    /// The sandbox hides the interpreter.
    #[error(
        "{}: its interpreter {} is not visible in the sandbox; \
         {}add --show with the folder in which it is installed",
        .path.display(), .interpreter.display(), advice_prefix(.visible.as_deref())
    )]
    HiddenInterpreter {
        /// The program, as the user gave it.
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
        .path.display(), advice_prefix(.visible.as_deref())
    )]
    HiddenProgram {
        /// The program, as the user gave it.
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
    WindowsFirstLine(PathBuf),
    /// A sandbox is required, but none works here.
    #[error(transparent)]
    NoSandbox(#[from] SandboxError),
    /// The caller cancelled the preparation.
    #[error("preparing the program was cancelled")]
    Cancelled,
}

impl PrepareError {
    /// Whether this program or its path is at fault, so that other programs may still run.
    pub fn is_fault_of_program(&self) -> bool {
        match self {
            Self::NoCompiler { .. }
            | Self::NoExecFolder(_)
            | Self::NoSandbox(_)
            | Self::Cancelled => false,
            Self::NoSuchFile(_)
            | Self::NotAFile { .. }
            | Self::NoAccess { .. }
            | Self::NotInPath(_)
            | Self::UnmatchedQuotes(_)
            | Self::NotExecutable(_)
            | Self::WindowsFirstLine(_)
            | Self::NotCompiled { .. }
            | Self::HiddenInterpreter { .. }
            | Self::HiddenProgram { .. } => true,
        }
    }
}

/// Returns the beginning of a piece of advice, such as "use /usr/bin/python3 instead, or ".
fn advice_prefix(program: Option<&Path>) -> String {
    program.map(|program| format!("use {} instead, or ", program.display())).unwrap_or_default()
}
