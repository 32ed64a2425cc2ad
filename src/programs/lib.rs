//! Runs programs written by other people, with limits and in a sandbox. Knows no game.
//!
//! `examples/run_program.rs` runs a C program with limits. A binary that runs programs is its own
//! supervisor, so it calls [`supervise`] first if its first argument is [`SUPERVISOR`].
//!
//! A [`Runner`] decides how programs are isolated. [`Runner::prepare`] makes a [`Program`] ready to
//! run (a `.c` file is compiled first). [`Program::run`] gives it an input and returns its
//! [`ProgramOutput`], or a [`ProgramError`] that says what the program did instead.
//! [`Program::start_conversation`] starts a [`Conversation`] with a program that answers many
//! requests.
//!
//! # One-shot runs
//!
//! - The program is started without a shell, in a fresh empty folder that is removed afterwards.
//!   `TMPDIR` and `PWD` name that folder.
//! - The input is written to its standard input, which it need not read. Its answer is what it
//!   prints on standard output. The beginning of what it writes to standard error is kept.
//! - The run lasts until the program ends. A program that prints an answer and then hangs times
//!   out. All processes that it started are killed with it.
//! - A non-zero exit status is no error if the program printed something, because the course's
//!   referees read standard output only. A program killed by a signal has failed, whatever it
//!   printed before.
//! - [`ProgramLimits`] protect against accidents: a faulty program can't hold up a tournament or
//!   fill a disk. The sandbox protects against programs that are not trusted.
//!
//! # Runs that belong together
//!
//! [`Program::run_in`] and [`Program::talk_in`] run a program in a [`SharedFolder`], which lasts
//! longer than a run, so that one run finds what another has saved. A program that puts too much into
//! it is ended. There a program need not print anything, and its exit status counts. A conversation of this kind is one at a terminal, because
//! a C program that talks to a pipe does not write its questions before it reads the answers.
//!
//! # Conversations
//!
//! - The program runs until the conversation is dropped, or until it exits. Dropping the
//!   conversation kills the program and all processes that it started.
//! - It runs in our working directory, because such programs often find their data by relative
//!   paths, or in the folder of [`Runner::with_program_dir`]. `TMPDIR` names a fresh folder that is
//!   removed afterwards.
//! - Each request is followed by one answer, with its own timeout. Unsolicited output between
//!   requests is discarded.
//! - After any error the conversation is over.
//!
//! # The sandbox
//!
//! [`Runner::with_sandbox`] decides whether programs, and the compiler of `.c` files, run in a
//! sandbox. [`SandboxKind`] lists the kinds. In all of them a program sees the system, its own
//! file, the files that its arguments name and what the user shows it ([`Runner::with_shown`]), all
//! of it read-only. It starts with an environment of five variables, writes to its fresh folder
//! only, and has no rights that its user lacks; a program of root has a user of its own. With
//! namespaces its folder is a file system of limited size inside the sandbox, and no process,
//! socket or network of the system can be reached. A filter refuses system calls that would get
//! around this. What a program sees is decided once, when it is made ready, and never by what the
//! program says. Another filter notices when a program starts others ([`Program::watched`]).
//!
//! With namespaces, the supervisor starts a second process of our binary as the first process of
//! the namespaces. It builds the view of the files, gives up all rights, starts the program and
//! reports how it ended.
//!
//! # Supervision
//!
//! A program is not our child but the child of a supervisor ([`supervise`]), a second
//! process of our own binary. Being a separate process, the supervisor can limit itself (and so
//! everything that it starts), lead a session without a terminal, and adopt every descendant whose
//! parent ends. When the program has ended, the supervisor kills all remaining descendants, even
//! those that left the process group. A socket connects it to us: when we close our end, or are
//! killed, it stops the program.
//!
//! Without a sandbox a program can stop or kill its supervisor. So we measure the time, too: a
//! supervisor that does not report soon after the program's time is over is killed. We are the
//! reaper of our descendants: what a killed supervisor leaves behind becomes our child, and is
//! killed. We also make the program's folder, and lock it as long as it is needed; folders without
//! a lock are removed at the next start ([`Runner::remove_abandoned_folders`]).

#![warn(missing_docs, clippy::missing_errors_doc)]

#[cfg(not(unix))]
compile_error!("this needs Unix: Windows has it in the Windows Subsystem for Linux");

mod command;
mod compile_cache;
mod conversation;
mod error;
pub mod files;
mod limits;
mod line_command;
mod pipe_pump;
mod prepare;
mod process_tree;
mod program;
mod runner;
mod sandbox;
mod shared_folder;
mod supervisor;
mod supervisor_client;
mod sync;
mod temp_folder;
mod terminal;

use std::time::Duration;

pub use compile_cache::Compiler;
pub use conversation::Conversation;
pub use error::{ProgramAnswer, ProgramError, ProgramOutput, ProgramRun};
pub use limits::{
    DEFAULT_FOLDER_BYTES, DEFAULT_OUTPUT_BYTES, DEFAULT_PROCESSES, DEFAULT_TIME_LIMIT,
    ProgramLimits,
};
pub use line_command::{CommandEvent, LineCommand};
pub use prepare::{PrepareError, find_program, quoted, quoted_path, resolve_file, split_command};
pub use program::Program;
pub use runner::Runner;
pub use sandbox::{SandboxError, SandboxKind, SandboxPolicy};
pub use shared_folder::SharedFolder;
pub use supervisor::supervise;
pub use supervisor_client::SUPERVISOR;

/// Says whether to give up waiting for a program. It is called every few milliseconds.
pub type Cancel<'a> = &'a dyn Fn() -> bool;

/// How often conditions are checked that can't be waited for, such as a cancel token or the memory
/// that a program uses.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
