//! A program that is ready to run.

use std::{ffi::OsString, path::Path, sync::Arc, time::Duration};

use super::{
    Conversation, ProgramError, ProgramLimits,
    command::{ProgramCommand, WorkingDir},
    compile_cache::CompiledProgram,
    sandbox::Sandbox,
    supervisor_client, unsupervised,
};
use crate::play::CancelToken;

/// The output of a program that ended by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramOutput {
    /// The bytes printed on standard output: at least one.
    pub output: Vec<u8>,
    /// The exit status.
    pub status: i32,
    /// The time from the program's start to its end.
    pub time: Duration,
}

/// How a program is isolated from the rest of the system.
#[derive(Clone, Debug, Default)]
pub(super) struct Isolation {
    /// The binary that supervises the program. Without one the program is our own child.
    pub supervisor: Option<Arc<Path>>,
    /// The sandbox that the program runs in, if any.
    pub sandbox: Option<Arc<Sandbox>>,
}

/// The file that is executed.
#[derive(Clone, Debug)]
pub(super) enum Executable {
    File(Arc<Path>),
    Compiled(Arc<CompiledProgram>),
}

/// A program that is ready to run, any number of times and from several threads at once.
#[derive(Clone, Debug)]
pub struct Program {
    isolation: Isolation,
    executable: Executable,
    args: Arc<[OsString]>,
}

impl Program {
    pub(super) fn new(isolation: Isolation, executable: Executable) -> Self {
        Self { isolation, executable, args: Arc::default() }
    }

    /// Returns the same program called with these arguments.
    pub(super) fn with_args(self, args: Vec<OsString>) -> Self {
        Self { args: args.into(), ..self }
    }

    /// Returns the file that is executed; for a `.c` file, the compiled program.
    pub fn file(&self) -> &Path {
        match &self.executable {
            Executable::File(file) => file,
            Executable::Compiled(compiled) => compiled.executable(),
        }
    }

    /// Returns the command that compiled a `.c` file, or `None` for other programs.
    pub fn compile_command(&self) -> Option<&str> {
        match &self.executable {
            Executable::File(_) => None,
            Executable::Compiled(compiled) => Some(compiled.command()),
        }
    }

    /// Runs the program once with this input and returns what it printed.
    ///
    /// # Errors
    /// Returns an error if the program exceeded its limits, crashed, printed nothing or could not
    /// be started, or if the run was cancelled.
    pub fn run(
        &self,
        input: &[u8],
        limits: &ProgramLimits,
        cancel: &CancelToken,
    ) -> Result<ProgramOutput, ProgramError> {
        if cancel.is_cancelled() {
            return Err(ProgramError::Cancelled);
        }
        let command = self.command(WorkingDir::Fresh);
        let is_sandboxed = command.is_sandboxed();
        let report = match &self.isolation.supervisor {
            Some(supervisor) => supervisor_client::run(supervisor, command, input, limits, cancel),
            None => unsupervised::run(&command, input, limits, cancel),
        };
        report?.into_output(is_sandboxed, limits)
    }

    /// Starts the program for a conversation, in our working directory. The limits of time apply
    /// to the whole conversation, the limit of output to each answer.
    ///
    /// # Errors
    /// Returns an error if the program can't be started.
    pub fn start_conversation(&self, limits: &ProgramLimits) -> Result<Conversation, ProgramError> {
        let command = self.command(WorkingDir::Inherited);
        Conversation::start(self.isolation.supervisor.as_deref(), command, limits)
    }

    fn command(&self, working_dir: WorkingDir) -> ProgramCommand {
        let bwrap = self.isolation.sandbox.as_deref().map(|sandbox| sandbox.bwrap().to_owned());
        let (program, args) = (self.file().to_owned(), self.args.to_vec());
        ProgramCommand { program, args, working_dir, bwrap }
    }
}
