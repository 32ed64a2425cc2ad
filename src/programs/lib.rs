//! Runs untrusted programs with limits and in a sandbox, for graders, referees and other tools that
//! start programs of people they don't know.
//!
//! ```no_run
//! use fourcade_programs::{ProgramLimits, Runner, SUPERVISOR, SandboxPolicy, supervise};
//! use std::{env, error::Error, path::Path, process::ExitCode, time::Duration};
//!
//! fn main() -> Result<ExitCode, Box<dyn Error>> {
//!     // The supervisor of the program is this binary, too.
//!     let mut args = env::args_os().skip(1).peekable();
//!     if args.next_if(|arg| arg == SUPERVISOR).is_some() {
//!         return Ok(supervise(args));
//!     }
//!     let runner = Runner::default().with_sandbox(SandboxPolicy::Required);
//!     let program = runner.prepare(Path::new("answer.c"), &|| false)?;
//!     let limits = ProgramLimits::default().with_time(Duration::from_secs(2));
//!     let run = program.run(b"6 7\n", &limits, &|| false);
//!     Runner::remove_folders();
//!     println!("{}", String::from_utf8_lossy(&run.answer()?));
//!     Ok(ExitCode::SUCCESS)
//! }
//! ```
//!
//! A [`Runner`] decides how programs are isolated. `Runner::default()` uses no sandbox: programs
//! have the permissions of the caller. [`SandboxPolicy::Required`] refuses to run them where no
//! sandbox works, and [`SandboxPolicy::IfAvailable`] then runs them without one.
//! [`Runner::prepare`] returns a [`Program`] that is ready to run; a `.c` file is compiled first.
//! [`Program::run`] runs it once with an input and returns a [`ProgramRun`]: the output, and the
//! exit status or a [`ProgramError`]. [`Program::start_conversation`] starts a [`Conversation`] of
//! many requests and answers.
//!
//! `&|| false` means: never cancel. Such a function is asked every few milliseconds, so it can stop
//! a compiler or a program when the user interrupts ([`Cancel`]).
//!
//! [`LineCommand`] runs a command that the user trusts, without limits, and [`files`] writes files
//! atomically.
//!
//! # Requirements
//!
//! The package needs Unix, and for the sandbox Linux on x86-64 or aarch64, with namespaces or, from
//! Linux 5.13 on, Landlock. `.c` files need a C compiler (`cc`).
//!
//! The calling process has three duties:
//!
//! - A binary that runs programs is also their supervisor: if its first argument is [`SUPERVISOR`],
//!   it must call [`supervise`] before anything else. Otherwise each run starts the whole binary
//!   once more instead of the program, and fails.
//! - Before it exits, it must call [`Runner::remove_folders`], which removes the folders of
//!   compiled programs.
//! - On Linux, a run makes the process a subreaper: what a program leaves behind becomes its child,
//!   and is killed. While a program runs, wait for children of your own by their IDs only.
//!
//! # One-shot runs
//!
//! - The program is started without a shell, in a fresh empty folder that is removed afterwards.
//!   `TMPDIR` and `PWD` name that folder; without a sandbox, other variables are those of
//!   the caller.
//! - The input goes to standard input, which the program need not read. The answer is its standard
//!   output. The beginning of its standard error is kept.
//! - The run lasts until the program ends: a program that answers and then hangs times out. All
//!   processes that it started are killed.
//! - A non-zero exit status isn't an error if the program printed something, because the answer is
//!   on standard output. A program killed by a signal has failed, whatever it printed.
//! - [`ProgramLimits`] protect against accidents, such as an endless loop or a full disk; the
//!   sandbox protects against malice.
//!
//! | limit | by default |
//! |---|---|
//! | time; processor time of each process | 30 s each |
//! | output | 64 KiB |
//! | memory of all processes together (Linux only) | 1 GiB |
//! | processes (Linux only) | 128 |
//! | size of each file, of all files | 1 MiB, 16 MiB |
//!
//! # Conversations
//!
//! - The program runs until it exits or the [`Conversation`] is dropped, which kills it and all
//!   processes that it started.
//! - It runs in the folder of [`Runner::with_program_dir`]. Without one, it runs in the working
//!   directory of the caller, because such programs often find their data by relative paths; in a
//!   sandbox, this directory has only visible files. `TMPDIR` names a fresh folder that is removed
//!   afterwards.
//! - Each request has one answer and its own timeout. Output printed between requests is discarded.
//! - Any error ends the conversation.
//!
//! # Runs in a shared folder
//!
//! [`Program::run_in`] and [`Program::start_conversation_in`] run a program in a [`SharedFolder`],
//! where it finds the files of earlier runs. If it puts too much there, it is killed. It need not
//! print anything, and its exit status counts. The conversation takes place at a pseudo-terminal,
//! because a C program that writes to a pipe keeps its questions in a buffer while it waits for the
//! answers.
//!
//! # The sandbox
//!
//! [`Runner::with_sandbox`] decides whether programs, and the compiler of `.c` files, run in a
//! sandbox of one of the [`SandboxKind`]s:
//!
//! - A program can read the system's folders, its own file, the files named by its arguments and
//!   the paths of [`Runner::with_shown`]. This list is made when the program is prepared; nothing
//!   in the program's file can extend it.
//! - It can write to its fresh folder only and, with namespaces, to a `/dev/shm` of its own. Both
//!   are on a file system of limited size inside the sandbox.
//! - Its environment has `PATH` and `LANG` as in the caller's, `TMPDIR` and `HOME`, which name its
//!   fresh folder, and `PWD`, the folder in which it runs. It has no privileges: a program started
//!   by root runs as a separate user.
//! - A filter refuses system calls that would get around this. Another filter notices when a
//!   program starts others ([`Program::watched`]).
//!
//! The kinds differ in what they can't hide:
//!
//! | | namespaces | Landlock alone |
//! |---|---|---|
//! | other processes | it sees and signals only its own | it sees all, and before Linux 6.12 it can signal those of the user |
//! | sockets and network | none but its own | connected pairs of sockets |
//! | files that it may not read | don't exist for it | it sees their names |
//! | `/dev/shm` | its own | none |
//! | total size of its files | limited | not limited |
//!
//! With namespaces, the supervisor starts another process of the same binary as their first
//! process, which mounts the visible files, drops all privileges, starts the program and reports
//! how it ended.
//!
//! # Supervision
//!
//! A program is the child of a supervisor ([`supervise`]), a second process of the caller's binary.
//! As a separate process, the supervisor can limit itself and so everything it starts, lead a
//! session without a terminal, and adopt every descendant whose parent ends. When the program has
//! ended, it kills all remaining descendants, even those that left the process group. It is
//! connected to the caller by a socket: if the caller closes its end or is killed, it stops the
//! program.
//!
//! Without a sandbox a program can stop or kill its supervisor. The caller therefore measures the
//! time, too, and kills a supervisor that reports too late. What it leaves behind becomes a child
//! of the caller, which is a subreaper, and is killed. The caller also creates the program's folder
//! and holds a lock on it; [`Runner::remove_abandoned_folders`] removes folders without a lock.
//!
//! # Errors
//!
//! - [`PrepareError`]: a program can't be prepared, for example because it doesn't compile or there
//!   is no sandbox ([`SandboxError`]). The message is a sentence that says what to do.
//! - [`ProgramError`]: a run failed. The message is a predicate for the program's name, such as
//!   "timed out after 30 s".

#![warn(missing_docs, clippy::missing_errors_doc)]

#[cfg(not(unix))]
compile_error!("this needs Unix: Windows has it in the Windows Subsystem for Linux");

mod command;
mod conversation;
mod error;
pub mod files;
mod limits;
mod line_command;
mod prepare;
mod program;
mod run;
mod sandbox;
mod shared_folder;
mod shell_words;
mod supervisor;
mod sync;
mod temp_folder;

use std::time::Duration;

pub use conversation::Conversation;
pub use error::ProgramError;
pub use limits::{
    DEFAULT_FOLDER_BYTES, DEFAULT_OUTPUT_BYTES, DEFAULT_PROCESSES, DEFAULT_TIME_LIMIT,
    ProgramLimits,
};
pub use line_command::{CommandEvent, LineCommand};
pub use prepare::{Compiler, PrepareError, Runner, find_program, resolve_file};
pub use program::{Program, WatchPolicy};
pub use run::ProgramRun;
pub use sandbox::{SandboxError, SandboxKind, SandboxPolicy};
pub use shared_folder::SharedFolder;
pub use shell_words::{quoted, quoted_path, split_command};
pub use supervisor::{SUPERVISOR, supervise};

/// Returns whether to give up waiting for a program. Polled every few milliseconds.
pub type Cancel<'a> = &'a dyn Fn() -> bool;

/// The example of the README is tested, too.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
struct Readme;

/// Interval of checks for conditions without an event, such as cancellation or memory use.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
