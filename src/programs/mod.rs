//! A program that somebody else wrote: run once, or talked with, with limits. Knows no game.
//!
//! A [`Runner`] says how programs are shut in; [`Runner::prepare`] makes a [`Program`] ready (a `.c`
//! file is compiled), and [`Program::run`] gives it an input and takes its [`ProgramOutput`], or says what
//! it did instead ([`ProgramError`]). [`Program::start_conversation`] begins a [`Conversation`] with a program that
//! answers again and again.
//!
//! # What a run is
//!
//! - The program is started by itself, without a shell and without arguments, in a fresh empty
//!   folder that is removed afterwards. `TMPDIR` and `PWD` name that folder; the rest of the
//!   environment is ours.
//! - It reads the input from standard input and need not read it. Its standard output is the
//!   answer; what it says on standard error is thrown away.
//! - The run lasts until the program ends. An answer that is followed by sleep is no answer: it
//!   timed out. Whatever the program started is ended with it.
//! - An exit status other than 0 is no failure if something was printed: those who read standard
//!   output only, as the course's referees do, don't see the status. Being ended by a signal is a
//!   failure, whatever was printed before.
//! - [`ProgramLimits`] are for accidents: they keep a faulty program from holding up a tournament or
//!   filling a disk. They are no sandbox: the program may do what its user may do.
//!   [`Runner::sandboxed`] is for programs one does not trust.
//!
//! # What a conversation is
//!
//! - The program lives until the conversation is dropped, which ends it and all that it started, or
//!   until it ends itself.
//! - It runs in our own folder, since such programs often find their data by paths that begin
//!   there. `TMPDIR` names a fresh folder that is removed afterwards.
//! - One thing is said, and then one answer is awaited, for a time of its own. What it says unasked
//!   is not listened to.
//! - After any failure it is over.
//!
//! # How it is done
//!
//! The program is not our child but that of the [`supervisor`](keep), a second process of our own
//! binary. As a process of its own it can limit itself (and so what it starts), lead a session
//! without a terminal, and adopt every process that loses its parent. When the program has ended it
//! ends all of them, whatever they did to hide. It is told to stop by its lifeline, a socket: also
//! if we are killed, since then the system closes our end.
//!
//! A library user has no binary with a keeper in it. Without one ([`Runner::default`]) the program's
//! process group is ended, but not a process that left it, and on other systems than Linux the
//! limits of memory, processor time, file size and number of processes are missing.

mod command;
mod compile;
mod conversation;
mod direct;
mod failure;
mod folder;
mod limits;
mod prepare;
mod process;
mod process_tree;
mod sandbox;
mod supervisor;
mod supervisor_client;
mod talk;

use std::{
    ffi::OsString,
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use command::{ProgramCommand, WorkingDir};
use compile::{CompileCache, Compiled};
use sandbox::Sandbox;

pub use conversation::Conversation;
pub use failure::ProgramError;
pub use limits::ProgramLimits;
pub use prepare::PrepareError;
pub use sandbox::SandboxError;
pub use supervisor::{SUPERVISOR, supervise};

use crate::play::CancelToken;

/// How often something that can't be waited for is looked at: a cancel flag, the memory that a
/// program holds.
const TICK: Duration = Duration::from_millis(20);

/// What a program answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramOutput {
    /// What it printed: at least one byte.
    pub output: Vec<u8>,
    /// Its exit status.
    pub status: i32,
    /// How long it took from its start to its end.
    pub time: Duration,
}

/// How programs are shut in, and what was compiled for them. Clones share both.
#[derive(Clone, Default)]
pub struct Runner {
    supervisor: Option<Arc<Path>>,
    sandbox: Option<Arc<Sandbox>>,
    workshop: Arc<CompileCache>,
}

/// See [`Runner::global`].
static GLOBAL: RwLock<Option<Runner>> = RwLock::new(None);

impl Runner {
    /// With a keeper: the path of a binary that calls [`keep`] when its first argument is
    /// [`SUPERVISOR`].
    pub fn with_supervisor(supervisor: impl Into<PathBuf>) -> Self {
        Self { supervisor: Some(supervisor.into().into()), ..Self::default() }
    }

    /// With this very binary as the keeper.
    ///
    /// # Errors
    /// If the system does not tell where it is.
    pub fn with_this_binary() -> std::io::Result<Self> {
        // On Linux this name leads to the running binary even if its file was replaced or removed
        // meanwhile.
        let running = PathBuf::from("/proc/self/exe");
        let known = cfg!(target_os = "linux") && running.exists();
        Ok(Self::with_supervisor(if known { running } else { std::env::current_exe()? }))
    }

    /// In which programs also have no network, and see the system but can't change it: they run in
    /// `bwrap`. Tries it.
    ///
    /// # Errors
    /// If `bwrap` is not installed, or may not do its work here.
    pub fn sandboxed(self) -> Result<Self, SandboxError> {
        Ok(Self { sandbox: Some(Arc::new(Sandbox::find()?)), ..self })
    }

    /// The room that this process uses where none is named: the one that [`Runner::set_global`] set,
    /// or the default.
    pub fn global() -> Self {
        GLOBAL.read().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default()
    }

    /// Makes it the usual one of this process.
    pub fn set_global(self) {
        *GLOBAL.write().unwrap_or_else(PoisonError::into_inner) = Some(self);
    }

    /// Forgets what was compiled; it is removed with the last program that uses it. A process with
    /// a usual room does this before it ends.
    pub fn clear_cache(&self) {
        self.workshop.clear();
    }

    /// Makes a program ready: an executable file, or a `.c` file, which `cc` compiles. What was
    /// compiled in this room is not compiled again unless its file changed.
    ///
    /// # Errors
    /// If there is no such file, it can't be run or compiled, or it was cancelled.
    pub fn prepare(&self, path: &Path, cancel: &CancelToken) -> Result<Program, PrepareError> {
        let file = prepare::check(path)?;
        if file.extension().is_none_or(|extension| extension != "c") {
            prepare::check_executable(path, &file)?;
            return Ok(self.program(Body::File(file.into())));
        }
        let compiled = self.workshop.compile(path, &file, cancel)?;
        Ok(self.program(Body::Compiled(compiled)))
    }

    /// Makes the program of a command ready: a file as [`Runner::prepare`] takes it, or words as a
    /// shell takes them: a file or the name of a program in one of the folders of `PATH`, and
    /// arguments. Nothing but quotes is special.
    ///
    /// # Errors
    /// As [`Runner::prepare`]; also if it is no command.
    pub fn prepare_command(
        &self,
        command: &str,
        cancel: &CancelToken,
    ) -> Result<Program, PrepareError> {
        if Path::new(command).is_file() {
            return self.prepare(Path::new(command), cancel);
        }
        let (program, args) = prepare::split(command)?;
        if program.extension().is_some_and(|extension| extension == "c") && program.is_file() {
            return Ok(Program { args: args.into(), ..self.prepare(&program, cancel)? });
        }
        let file = prepare::locate(&program)?;
        Ok(Program { args: args.into(), ..self.program(Body::File(file.into())) })
    }

    fn program(&self, body: Body) -> Program {
        Program { room: self.clone(), body, args: Arc::default() }
    }
}

impl fmt::Debug for Runner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room")
            .field("keeper", &self.supervisor)
            .field("sandbox", &self.sandbox)
            .finish_non_exhaustive()
    }
}

/// A program that is ready to run, as often as wanted and by several threads at once.
#[derive(Clone, Debug)]
pub struct Program {
    room: Runner,
    body: Body,
    args: Arc<[OsString]>,
}

#[derive(Clone, Debug)]
enum Body {
    File(Arc<Path>),
    Compiled(Arc<Compiled>),
}

impl Program {
    /// The file that is run: of a `.c` file, what was made of it.
    pub fn file(&self) -> &Path {
        match &self.body {
            Body::File(file) => file,
            Body::Compiled(compiled) => compiled.program(),
        }
    }

    /// Runs it once: gives it the input, and takes what it prints until it ends.
    ///
    /// # Errors
    /// If it did not answer within its limits, or it was cancelled.
    pub fn run(
        &self,
        input: &[u8],
        limits: &ProgramLimits,
        cancel: &CancelToken,
    ) -> Result<ProgramOutput, ProgramError> {
        if cancel.is_cancelled() {
            return Err(ProgramError::Cancelled);
        }
        let call = self.call(WorkingDir::Fresh);
        let sandboxed = call.bwrap.is_some();
        let said = match &self.room.supervisor {
            Some(supervisor) => supervisor_client::run(supervisor, call, input, limits, cancel),
            None => direct::run(&call, input, limits, cancel),
        };
        said.and_then(|said| said.judge(sandboxed, limits))
    }

    /// Starts it to talk with it, in our own folder. Its limits of time are for the whole
    /// conversation, that of output for each answer.
    ///
    /// # Errors
    /// If it can't be started.
    pub fn start_conversation(&self, limits: &ProgramLimits) -> Result<Conversation, ProgramError> {
        Conversation::start(self.room.supervisor.as_deref(), self.call(WorkingDir::Ours), limits)
    }

    fn call(&self, place: WorkingDir) -> ProgramCommand {
        let bwrap = self.room.sandbox.as_deref().map(|sandbox| sandbox.bwrap().to_owned());
        ProgramCommand { program: self.file().to_owned(), args: self.args.to_vec(), place, bwrap }
    }
}
